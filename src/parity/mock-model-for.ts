import { createMockModel, loadScript, type MockModel } from '../mock/index.ts'
import type { Transcript } from './transcript.ts'

/** The model's name says which reply is wanted, so that a turn that was stopped does not shift the next. */
export function modelName(position: number): string {
  return `parity-${String(position).padStart(4, '0')}`
}

export function mockModelFor({ turns, file }: Transcript): Promise<MockModel> {
  const replies = turns.flatMap((turn) => turn.replies)
  const match = replies.map(({ text, calls, usage }, position) => ({
    when: { model: modelName(position) },
    text: escaped(text),
    usage,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ tool, args }) => ({
        tool,
        args: JSON.parse(escaped(JSON.stringify(args))) as object,
      })),
    }),
    chunk_chars: 7,
  }))
  const { script, problems } = loadScript(file, JSON.stringify({ match }))
  if (script === undefined) throw new Error(problems.map(({ message }) => message).join('; '))
  return createMockModel({ script })
}

/** Two braces would begin a hole of a template. */
function escaped(text: string): string {
  if (text.includes('{{')) throw new Error('a transcript cannot say `{{`, which the mock model fills in')
  return text
}
