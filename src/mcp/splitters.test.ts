import { describe, expect, test } from 'vitest'
import { createFrameSplitter, frameText, withData } from './http/sse-frames.ts'
import { createLineSplitter } from './line-splitter.ts'

describe('lines', () => {
  const bytes = Buffer.from('{"a":1}\n\n{"é":"\\n"}\r\nlast')
  const whole = ['{"a":1}', '', '{"é":"\\n"}\r', 'last']

  test('are the same however the network cuts them', () => {
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const splitter = createLineSplitter(1000)
      const lines = [
        ...splitter.push(bytes.subarray(0, cut)),
        ...splitter.push(bytes.subarray(cut)),
        ...splitter.end(),
      ]
      expect(
        lines.map((line) => (line.kind === 'line' ? line.bytes.toString() : line)),
        `cut at ${cut}`,
      ).toEqual(whole)
    }
  })

  test('beyond the limit are let go, and the next one is whole', () => {
    const splitter = createLineSplitter(4)
    const lines = ['12', '34', '5\nab', 'c\n'].flatMap((part) => splitter.push(Buffer.from(part)))
    expect(lines).toEqual([
      { kind: 'too-long', bytes: 5 },
      { kind: 'line', bytes: Buffer.from('abc') },
    ])
  })
})

describe('events', () => {
  const text = ': hello\n\nid: 1\r\ndata: {"a":\r\ndata: 1}\r\n\r\nevent: x\rdata\rdata:y\r\r\n\n'
  const whole = [
    { lines: [': hello'], data: undefined },
    { lines: ['id: 1', 'data: {"a":', 'data: 1}'], data: '{"a":\n1}' },
    { lines: ['event: x', 'data', 'data:y'], data: '\ny' },
  ]

  test('are the same however the network cuts them', () => {
    for (let cut = 0; cut <= text.length; cut += 1) {
      const splitter = createFrameSplitter(1000)
      expect(
        [...splitter.push(text.slice(0, cut)), ...splitter.push(text.slice(cut))],
        `cut at ${cut}`,
      ).toEqual(whole)
    }
  })

  test('keep their id and type when their data is changed', () => {
    expect(frameText(whole[2]!)).toBe('event: x\ndata\ndata:y\n\n')
    expect(withData(whole[1]!, '{}')).toBe('id: 1\ndata: {}\n\n')
  })

  test('beyond the limit end the stream', () => {
    const splitter = createFrameSplitter(10)
    splitter.push('data: 1234')
    expect(() => splitter.push('5')).toThrow('larger than 10')
  })
})
