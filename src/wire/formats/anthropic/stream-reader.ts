import type { JsonObject } from '../../../model/index.ts'
import type { Frame } from '../../frame.ts'
import { listOf, objectOf, textOf, typeOf } from '../../loose-json.ts'
import { eventOf, INERT, UNREADABLE, type FrameReading, type StreamReader } from '../../stream-protocol.ts'
import { createAssembler, type Assembler, type OpenBlock } from './assembler.ts'
import { callRunner, isText } from './blocks.ts'

export function createReader(): StreamReader {
  const assembler = createAssembler()
  let isWhole = false
  let flows = 0

  /** Text goes on in the next block when nothing but its end stands between: citations cut sentences into blocks. */
  function inFlow(event: JsonObject, reading: FrameReading): FrameReading {
    if (reading.texts.length > 0)
      return { ...reading, texts: reading.texts.map((text) => ({ ...text, flow: flowName(flows) })) }
    const started = event['type'] === 'content_block_start' ? objectOf(event['content_block']) : undefined
    if (started === undefined || isText(started)) return reading
    flows += 1
    return { ...reading, closes: [flowName(flows - 1)] }
  }

  return {
    read(frame: Frame) {
      const event = eventOf(frame)
      if (event === undefined) return INERT
      if (event === 'unreadable') return UNREADABLE
      assembler.add(event)
      isWhole ||= event['type'] === 'message_stop'
      return { ...inFlow(event, readEvent(event, assembler)), event }
    },
    body: () => assembler.body(),
    get isWhole() {
      return isWhole
    },
  }
}

function readEvent(event: JsonObject, assembler: Assembler): FrameReading {
  switch (typeOf(event)) {
    case 'message_start':
      // blocks that come with the start could not be followed by the events after it
      return listOf(objectOf(event['message'])?.['content']).length > 0 ? UNREADABLE : INERT
    case 'content_block_start':
      return readBlock(assembler.blockOf(event), textOf(objectOf(event['content_block'])?.['text']))
    case 'content_block_delta':
      return readBlock(assembler.blockOf(event), textOf(objectOf(event['delta'])?.['text']))
    case 'content_block_stop':
      return readBlock(assembler.blockOf(event))
    case 'message_delta':
      return { ...INERT, withhold: 'finish' }
    case 'message_stop':
      return { ...INERT, withhold: 'finish', outcome: 'complete' }
    case 'error':
      return { ...INERT, outcome: 'failed' }
    default:
      return bringsContent(event) ? UNREADABLE : INERT
  }
}

function flowName(number: number): string {
  return `flow ${number}`
}

/** Content in an event of no known kind could be read by somebody, and nobody here would have judged it. */
function bringsContent(event: JsonObject): boolean {
  return ['message', 'content_block', 'delta'].some((key) => event[key] !== undefined)
}

function readBlock(block: OpenBlock | undefined, text = ''): FrameReading {
  if (block === undefined) return UNREADABLE
  if (callRunner(block.start) === 'client') return { ...INERT, withhold: 'call' }
  if (text === '') return INERT
  if (!isText(block.start)) return UNREADABLE
  return { ...INERT, texts: [{ place: block.place, choice: 0, kind: 'text', text }] }
}
