import { expect, test } from 'vitest'
import { byTool } from './by-tool.ts'

test('a question about a tool is asked once', () => {
  const asked: string[] = []
  const isLong = byTool((tool) => {
    asked.push(tool)
    return tool.length > 3
  })
  expect(['Read', 'ls', 'Read', 'ls', 'ls'].map(isLong)).toEqual([true, false, true, false, false])
  expect(asked).toEqual(['Read', 'ls'])
})

test('answers stay right for more tools than are remembered', () => {
  const isEven = byTool((tool) => Number(tool.slice(1)) % 2 === 0)
  const isOdd = byTool((tool) => Number(tool.slice(1)) % 2 === 1)
  for (let round = 0; round < 2; round += 1)
    for (let index = 0; index < 2500; index += 1) {
      expect(isEven(`t${index}`)).toBe(index % 2 === 0)
      // asked now and then only, so that it misses whole generations of the other's tools
      if (index % 700 === 0) expect(isOdd(`t${index}`)).toBe(index % 2 === 1)
    }
})
