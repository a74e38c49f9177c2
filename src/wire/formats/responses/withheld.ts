import type { JsonObject } from '../../../model/index.ts'
import type { WithheldCall } from '../../request.ts'

/** One transparent pixel: the only answer a computer call takes is a picture. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** The output that answers a withheld call in the shape its kind asks for. */
export function withheldOutput({ callId, native }: WithheldCall, words: string): JsonObject {
  switch (native) {
    case 'mcp_approval_request':
      return { type: 'mcp_approval_response', approval_request_id: callId, approve: false, reason: words }
    case 'local_shell_call':
      return { type: 'local_shell_call_output', id: callId, call_id: callId, output: words }
    case 'shell_call':
      return {
        type: 'shell_call_output',
        call_id: callId,
        output: [{ stdout: '', stderr: words, outcome: { type: 'exit', exit_code: 1 } }],
      }
    case 'apply_patch_call':
      return { type: 'apply_patch_call_output', call_id: callId, status: 'failed', output: words }
    case 'computer_call':
      return {
        type: 'computer_call_output',
        call_id: callId,
        output: { type: 'computer_screenshot', image_url: `data:image/png;base64,${PIXEL}` },
      }
    case 'custom_tool_call':
      return { type: 'custom_tool_call_output', call_id: callId, output: words }
    default:
      return { type: 'function_call_output', call_id: callId, output: words }
  }
}
