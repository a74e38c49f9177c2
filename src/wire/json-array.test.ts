import { expect, test } from 'vitest'
import { createJsonArraySplitter, jsonArrayFraming } from './json-array.ts'
import { decodeUtf8, encodeUtf8 } from './utf8.ts'

function framesOf(text: string) {
  const splitter = createJsonArraySplitter()
  return [...splitter.push(encodeUtf8(text)), ...splitter.end()]
}

const TEXT = '[{"a":"}],{\\""}\n,\r\n{"b":[1,{"c":2}]}\n]\n'

test('elements are frames, whatever their texts and lists contain', () => {
  expect(framesOf(TEXT).map(({ data }) => data)).toEqual([
    '{"a":"}],{\\""}',
    '{"b":[1,{"c":2}]}',
    undefined,
    undefined,
  ])
  expect(framesOf(TEXT)[2]?.closing).toBe(true)
})

test('frames keep every byte', () => {
  expect(
    framesOf(TEXT)
      .map(({ bytes }) => decodeUtf8(bytes))
      .join(''),
  ).toBe(TEXT)
  expect(framesOf('[]').map(({ bytes, closing }) => [decodeUtf8(bytes), closing])).toEqual([['[]', true]])
})

test('what is written instead is still one array', () => {
  const [first, second, last] = framesOf(TEXT)
  if (first === undefined || second === undefined || last === undefined)
    throw new Error('three frames expected')
  const fresh = () => jsonArrayFraming.createWriter()
  const keeping = fresh()
  expect([first, second, last].map((frame) => decodeUtf8(keeping.pass(frame))).join('')).toBe(TEXT.trimEnd())
  const dropping = fresh()
  expect(JSON.parse([second, last].map((frame) => decodeUtf8(dropping.pass(frame))).join(''))).toEqual([
    { b: [1, { c: 2 }] },
  ])
  const rewriting = fresh()
  const rewritten = [
    rewriting.write('{"x":1}'),
    rewriting.pass(second),
    rewriting.write('{"y":2}'),
    rewriting.close(),
  ]
  expect(JSON.parse(rewritten.map((bytes) => decodeUtf8(bytes as Uint8Array)).join(''))).toHaveLength(3)
  const emptied = fresh()
  expect(JSON.parse(decodeUtf8(emptied.pass(last)))).toEqual([])
  expect(JSON.parse(decodeUtf8(fresh().close() as Uint8Array))).toEqual([])
})
