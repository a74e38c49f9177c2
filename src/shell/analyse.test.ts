import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { analyseArgv, analyseCommandLine, compileCommandPattern, type CommandPattern } from './index.ts'

const corpus = join(import.meta.dirname, '../../corpus/shell')
const commands: readonly string[] = ['bypasses', 'benign'].flatMap((folder) =>
  readdirSync(join(corpus, folder)).flatMap((name) => {
    const file = parse(readFileSync(join(corpus, folder, name), 'utf8')) as {
      cases?: { command: string }[]
      commands?: string[]
    }
    return file.commands ?? file.cases?.map((one) => one.command) ?? []
  }),
)
const patterns = [
  'rm -rf /*',
  'curl|bash',
  '*--no-verify',
  'mkfs.*',
  'dd of=/dev/*',
  'chmod -R 777 /**',
  'a|b|c',
].map((source) => compileCommandPattern(source) as CommandPattern)

function judge(line: string): void {
  const analysis = analyseCommandLine(line)
  for (const pattern of patterns) {
    const found = pattern.match(analysis)
    if (found === undefined) continue
    expect(found.span.start).toBeLessThanOrEqual(found.span.end)
    expect(found.span.end).toBeLessThanOrEqual(line.length)
  }
}

const PIECES = [
  '$(',
  ')',
  '`',
  '"',
  "'",
  '\\',
  '{',
  '}',
  ';',
  '|',
  '&',
  '&&',
  '<(',
  '<<<',
  '<<E\n',
  '\nE\n',
  '${',
  ' ',
  '\n',
  '\uE000',
  '\uE005',
  '=',
  '*',
  '(',
  '[[',
  ']]',
  'x',
  'rm',
  '-rf',
  '/',
  'eval',
  'sh -c',
  'xargs',
  'f(){',
  'for i in',
  'do',
  'done',
  'if',
  'then',
  'fi',
  'case',
  'esac',
  '%s',
  'base64 -d',
  'echo',
  '$x',
  '${x:-',
  '${!x}',
  '$((',
]

test('no text makes the analysis throw or point outside the line', () => {
  fc.assert(fc.property(fc.string({ maxLength: 200, unit: 'binary' }), judge), { numRuns: 2000 })
  const soup = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''))
  fc.assert(fc.property(soup, judge), { numRuns: 4000 })
})

test('no damaged command of the corpus makes it throw', () => {
  const damaged = fc
    .tuple(fc.constantFrom(...commands), fc.nat(), fc.nat(), fc.constantFrom(...PIECES, ...commands))
    .map(([command, at, length, piece]) => {
      const from = at % (command.length + 1)
      return command.slice(0, from) + piece + command.slice(from + (length % 5))
    })
  fc.assert(fc.property(damaged, judge), { numRuns: 4000 })
})

test('no list of words makes it throw', () => {
  const words = fc.array(fc.oneof(fc.string(), fc.constantFrom(...PIECES)), { maxLength: 12 })
  fc.assert(
    fc.property(words, (argv) => {
      const analysis = analyseArgv(argv)
      for (const pattern of patterns) pattern.match(analysis)
    }),
    { numRuns: 2000 },
  )
})

const GROWING: Readonly<Record<string, (size: number) => string>> = {
  'many commands': (size) => 'ls;'.repeat(size / 3),
  'a chain of conditions': (size) => `a${'&&a'.repeat(size / 3)}`,
  'a long pipe': (size) => `a${'|a'.repeat(size / 2)}`,
  'many assignments': (size) => Array.from({ length: size / 10 }, (_, index) => `v${index}=1`).join(';'),
  'one variable assigned again and again': (size) => 'x=$x;'.repeat(size / 5),
  'many arguments': (size) => `rm ${'-rf '.repeat(size / 4)}`,
  'a long word': (size) => `rm -rf ${'a'.repeat(size)}`,
  'a long path': (size) => `rm -rf ${'/..'.repeat(size / 3)}`,
  'many globs': (size) => `rm -rf ${'*a'.repeat(size / 2)}`,
  'many quotes': (size) => `echo ${"''".repeat(size / 2)}`,
  'open parentheses': (size) => '('.repeat(size),
  'open substitutions': (size) => '$('.repeat(size / 2),
  'open braces': (size) => `echo ${'{a,'.repeat(size / 3)}`,
  'closed braces': (size) => `echo ${'{a,b}'.repeat(size / 5)}`,
  'a long here-document': (size) => `sh <<E\n${'ls\n'.repeat(size / 3)}E`,
  'a long format': (size) => `printf '${'%0'.repeat(size / 2)}' | sh`,
  'a long python script': (size) => `python3 -c '${'system('.repeat(size / 7)}'`,
  'long code of strings': (size) => `python3 -c 'subprocess ${'"a b" '.repeat(size / 6)}'`,
  'a long base64 text': (size) => `echo ${'cm0g'.repeat(size / 4)} | base64 -d | sh`,
  'many conditions on one variable': (size) => 'a && x=1 || x=2;'.repeat(size / 16),
  'many sed commands': (size) => `echo a | sed '${'s/a/b/;'.repeat(size / 7)}' | sh`,
  'long crontab lines': (size) => `echo '${'* '.repeat(size / 2)}' | crontab -`,
  'many words for a loop': (size) => `for i in ${'a '.repeat(size / 2)}; do $i; done`,
}

test('100 KB of anything is judged in a time that grows with its length', () => {
  const slow: string[] = []
  for (const [name, grow] of Object.entries(GROWING)) {
    judge(grow(1000))
    const small = timeOf(() => judge(grow(12_500)))
    const large = timeOf(() => judge(grow(100_000)))
    // eight times the text; a quadratic walk would take sixty-four times as long
    if (large > 32 * small && large > 200)
      slow.push(`${name}: ${small.toFixed(1)} ms, then ${large.toFixed(1)} ms`)
  }
  expect(slow).toEqual([])
})

/** The best of three, so that a busy machine does not look like a slow walk. */
function timeOf(work: () => void): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return Math.min(...times)
}

const MULTIPLYING: Readonly<Record<string, string>> = {
  'functions that call each other twice':
    Array.from({ length: 40 }, (_, index) => `f${index}(){ f${index + 1}; f${index + 1}; }`).join(';') +
    ';f0',
  'loops in loops': `${'for i in 1 2 3 4 5 6 7 8; do '.repeat(12)}ls${'; done'.repeat(12)}`,
  'a value that doubles': `x=aaaaaaaa;${'x=$x$x;'.repeat(60)}eval $x`,
  'text that decodes to text that decodes': `x=${'eval '.repeat(300)}ls; eval eval eval eval eval eval $x`,
  'shells in shells': `${'sh -c "'.repeat(60)}ls${'"'.repeat(60)}`,
  'aliases of aliases':
    Array.from({ length: 60 }, (_, index) => `alias a${index}='a${index + 1};a${index + 1}'`).join(';') +
    ';a0',
  'branches on branches':
    Array.from({ length: 30 }, (_, index) => `[ $q ] && v${index}=a || v${index}=b`).join(';') +
    `; echo ${Array.from({ length: 30 }, (_, index) => `$v${index}`).join(' ')}`,
}

test('nesting and repetition stop at a bound, and say so', () => {
  for (const [name, line] of Object.entries(MULTIPLYING)) {
    const analysis = analyseCommandLine(line)
    expect(analysis.commands.length, name).toBeLessThan(20_000)
  }
  const nested = `${'('.repeat(300)}rm -rf /${')'.repeat(300)}`
  expect(patterns[0]!.match(analyseCommandLine(nested))?.outcome).toBeDefined()
  const endless = analyseCommandLine(MULTIPLYING['functions that call each other twice']!)
  expect(endless.undecidable.map((spot) => spot.kind)).toContain('too-complex')
})

test('a match tells the command after unwrapping and where it stands', () => {
  const line = `cd /tmp && sudo sh -c 'rm -r --force "/etc"' && ls`
  const found = patterns[0]!.match(analyseCommandLine(line))
  expect(found).toEqual({ outcome: 'match', evidence: 'rm -r --force /etc', span: { start: 11, end: 44 } })
  expect(line.slice(11, 44)).toBe(`sudo sh -c 'rm -r --force "/etc"'`)
})

test('substitutions in braces and backquotes are found where they stand', () => {
  const braced = 'echo a{b,$(rm -rf /)}'
  expect(patterns[0]!.match(analyseCommandLine(braced))?.span).toEqual({ start: 5, end: 21 })
  const quoted = 'echo `echo \\`rm -rf /\\``'
  expect(patterns[0]!.match(analyseCommandLine(quoted))?.outcome).toBe('match')
  const plain = 'echo x; echo $(rm -rf /)'
  expect(patterns[0]!.match(analyseCommandLine(plain))?.span).toEqual({ start: 15, end: 23 })
})

test('wrappers are listed beside what they start', () => {
  const { commands: found } = analyseCommandLine('sudo env A=1 timeout 5 ls -la')
  expect(found.map(({ program }) => program)).toEqual(['sudo', 'env', 'timeout', 'ls'])
  expect(found.at(-1)?.args.map(({ value }) => value)).toEqual(['-la'])
})

test('data flows are listed with what is executed told apart', () => {
  const { commands: found, flows } = analyseCommandLine('curl x | tee f | bash')
  const named = flows.map(({ from, to, as }) => `${found[from]!.program}→${found[to]!.program} ${as}`)
  expect(named).toEqual(['curl→tee data', 'tee→bash code'])
})

test('a list of words is judged as a line is', () => {
  expect(patterns[0]!.match(analyseArgv(['sudo', 'rm', '-rf', '/']))?.outcome).toBe('match')
  expect(patterns[0]!.match(analyseArgv(['bash', '-lc', 'rm -rf /']))?.outcome).toBe('match')
  expect(patterns[0]!.match(analyseArgv(['echo', '$(rm -rf /)']))).toBeUndefined()
  expect(patterns[0]!.match(analyseArgv([]))).toBeUndefined()
})

test('characters of our own in the line cannot pose as unknown text', () => {
  const { commands: found } = analyseCommandLine('rm -rf \uE005 \uE001')
  expect(found[0]?.args.map(({ value }) => value)).toEqual(['-rf', '\uFFFD', '\uFFFD'])
})
