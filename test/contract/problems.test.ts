import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadContract } from '../../src/contract/index.ts'

interface Case {
  readonly name: string
  readonly contract: string
  readonly lenient?: boolean
  readonly files?: Readonly<Record<string, string>>
  /** `line:column code message-part` for each problem, in order. */
  readonly problems: readonly string[]
  readonly hint?: string
}

const cases = parse(
  readFileSync(new URL('../../corpus/contracts/problems.yaml', import.meta.url), 'utf8'),
) as readonly Case[]

describe('every problem of a contract is told with its place', () => {
  for (const { name, contract, lenient = false, files = {}, problems, hint } of cases)
    test(name, () => {
      const readFile = (path: string) =>
        files[path] === undefined
          ? ({ ok: false, reason: 'no such file' } as const)
          : ({ ok: true, file: path, text: files[path] } as const)
      const result = loadContract('contract.yaml', contract, { lenient, readFile })
      const told = result.problems.map(({ line, column, code, message }) => ({
        at: `${line}:${column} ${code}`,
        message,
      }))
      const wanted = problems.map(
        (line) => /^(?<at>\S+ \S+) ?(?<message>.*)$/u.exec(line)!.groups as { at: string; message: string },
      )
      expect(told.map(({ at }) => at)).toEqual(wanted.map(({ at }) => at))
      for (const [index, { message }] of wanted.entries()) expect(told[index]!.message).toContain(message)
      if (hint !== undefined)
        expect(result.problems.map((problem) => problem.hint).join('\n')).toContain(hint)
      expect(result.contract === undefined).toBe(result.problems.some(({ level }) => level === 'error'))
    })
})
