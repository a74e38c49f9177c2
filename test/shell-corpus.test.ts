import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { analyseCommandLine, compileCommandPattern, type CommandPattern } from '../src/shell/index.ts'

const root = join(import.meta.dirname, '../corpus/shell')

interface Bypass {
  readonly command: string
  readonly pattern: string
  readonly outcome?: 'undecidable'
  readonly proven?: true
}

interface CorpusFile {
  readonly cases?: readonly Bypass[]
  readonly commands?: readonly string[]
}

function readFolder(folder: string): readonly (readonly [string, CorpusFile])[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => [
      name.replace('.yaml', ''),
      parse(readFileSync(join(root, folder, name), 'utf8')) as CorpusFile,
    ])
}

function compiled(source: string): CommandPattern {
  const pattern = compileCommandPattern(source)
  if (pattern.kind === 'problem') throw new Error(`${source}: ${pattern.reason}`)
  return pattern
}

const { patterns } = parse(readFileSync(join(root, 'contract.yaml'), 'utf8')) as { patterns: string[] }
const contract = new Map(patterns.map((source) => [source, compiled(source)]))
const bypasses = readFolder('bypasses').map(([theme, file]) => [theme, file.cases ?? []] as const)
const benign = readFolder('benign').map(([theme, file]) => [theme, file.commands ?? []] as const)

describe('every bypass is caught by the pattern it tries to get around', () => {
  for (const [theme, cases] of bypasses)
    test(theme, () => {
      const outcomes = cases.map(({ command, pattern }) => [
        command,
        contract.get(pattern)?.match(analyseCommandLine(command))?.outcome ?? 'missed',
      ])
      expect(outcomes).toEqual(cases.map(({ command, outcome = 'match' }) => [command, outcome]))
    })
})

describe('everyday commands are neither matched nor left undecided', () => {
  for (const [theme, commands] of benign)
    test(theme, () => {
      expect(commands.flatMap((command) => alarms(command))).toEqual([])
    })
})

function alarms(command: string): readonly string[] {
  const analysis = analyseCommandLine(command)
  return [...contract.values()].flatMap((pattern) => {
    const found = pattern.match(analysis)
    return found === undefined ? [] : [`${command} — ${pattern.source}: ${found.outcome}, ${found.evidence}`]
  })
}

test('the corpus is large enough to mean something, and its figures are these', ({ annotate }) => {
  const cases = bypasses.flatMap(([, all]) => all)
  const commands = benign.flatMap(([, all]) => all)
  const undecidable = cases.filter((one) => one.outcome === 'undecidable').length
  const proven = cases.filter((one) => one.proven === true).length
  const denied = commands.filter((command) => alarms(command).length > 0).length
  expect(new Set(cases.map((one) => one.command)).size).toBe(cases.length)
  expect(new Set(commands).size).toBe(commands.length)
  expect(cases.length).toBeGreaterThanOrEqual(300)
  expect(commands.length).toBeGreaterThanOrEqual(300)
  expect(denied / commands.length).toBeLessThanOrEqual(0.01)
  const figures =
    `${cases.length} bypasses: 0 missed, ${undecidable} undecidable and refused by default, ` +
    `${proven} seen in a real bash; ${commands.length} everyday commands: ${denied} refused`
  process.stdout.write(`shell corpus: ${figures}\n`)
  return annotate(figures)
})
