import { assert, array, constantFrom, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { createSseSplitter } from './sse.ts'
import { decodeUtf8, encodeUtf8, joinBytes } from './utf8.ts'

function dataOf(text: string | Uint8Array): readonly (string | undefined)[] {
  const splitter = createSseSplitter()
  const bytes = typeof text === 'string' ? encodeUtf8(text) : text
  return [...splitter.push(bytes), ...splitter.end()].map(({ data }) => data)
}

test('lines may end with LF, CRLF or CR', () => {
  for (const end of ['\n', '\r\n', '\r'])
    expect(dataOf(`event: a${end}data: 1${end}${end}data: 2${end}${end}`)).toEqual(['1', '2'])
})

test('comments, blank lines and empty data mean nothing', () => {
  expect(dataOf(': hello\n\n\n\ndata:\n\ndata\n\nid: 7\nretry: 3\n\n')).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('several data lines are one text, and only one space is taken off', () => {
  expect(dataOf('data: {\ndata:  "a":\ndata:1}\n\n')).toEqual(['{\n "a":\n1}'])
})

test('a byte order mark and bytes that are not UTF-8 do no harm', () => {
  expect(dataOf('\uFEFFdata: 1\n\n')).toEqual(['1'])
  expect(dataOf(new Uint8Array([...encodeUtf8('data: a'), 0xff, 0xfe, ...encodeUtf8('b\n\n')]))).toEqual([
    'a\uFFFD\uFFFDb',
  ])
})

test('a frame that never ends is handed over when the bytes are over', () => {
  expect(dataOf('data: 1\n\ndata: [DONE]')).toEqual(['1', '[DONE]'])
})

test('an LF that follows a CR stays with its frame wherever the network cuts', () => {
  const splitter = createSseSplitter()
  expect(splitter.push(encodeUtf8('data: 1\r\n\r'))).toEqual([])
  expect(splitter.push(encodeUtf8('\ndata: 2')).map(({ bytes }) => decodeUtf8(bytes))).toEqual([
    'data: 1\r\n\r\n',
  ])
})

test('whatever comes in, no byte is lost and no cut changes the frames', () => {
  const piece = constantFrom('\r', '\n', '\r\n', 'data: x', ':', '\uFEFF', 'é', '')
  assert(
    property(array(piece, { maxLength: 30 }), array(nat(60), { maxLength: 5 }), (pieces, cuts) => {
      const bytes = encodeUtf8(pieces.join(''))
      const framesOf = (ends: readonly number[]) => {
        const splitter = createSseSplitter()
        const frames = ends.flatMap((end, at) => splitter.push(bytes.slice(ends[at - 1] ?? 0, end)))
        return [...frames, ...splitter.end()]
      }
      const whole = framesOf([bytes.length])
      expect(joinBytes(whole.map((frame) => frame.bytes))).toEqual(bytes)
      expect(
        framesOf([...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length]),
      ).toEqual(whole)
    }),
  )
})
