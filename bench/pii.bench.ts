// Speed of the scan for personal data and secrets, next to what one would write first. Run: npm run bench -- --only pii
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PII_GROUPS, createPiiScanner } from '../src/pii/index.ts'

export interface BenchRow {
  readonly name: string
  readonly scanMBPerS: number
  readonly streamMBPerS: number
  /** Ten native regexes, one after the other; on hostile text over its first 8 KB only, because they are not linear. */
  readonly regexesMBPerS: number
  /** One `indexOf` over the text for something that is not there: the cost of merely reading it. */
  readonly indexOfMBPerS: number
  readonly timesRegexes: number
}

const TEXT_CHARS = 1_000_000
const HOSTILE_CONTROL_CHARS = 8_000
const ROUNDS = 9
/** What a scan must reach on every input. */
const BAR_MB_PER_S = 50
/** What a model's stream looks like when it is fast. */
const CHUNK_CHARS = 64

const CONTROL = [
  /[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}/g,
  /(?:\+?1[-. ]?)?\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}/g,
  /\b\d{3}-\d{2}-\d{4}\b/g,
  /\b(?:\d[ -]*?){13,19}\b/g,
  /\b(?:\d{1,3}\.){3}\d{1,3}\b/g,
  /\b(?:[0-9a-f]{1,4}:){2,7}[0-9a-f]{1,4}\b/gi,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{36,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g,
]

const benignFolder = join(import.meta.dirname, '../corpus/pii/benign')
const benign = (name: string): string => readFileSync(join(benignFolder, `${name}.txt`), 'utf8')

const VALUES = [
  'bob@example.com',
  '415-555-2671',
  '4111 1111 1111 1111',
  '10.1.2.3',
  'ghp_F4k3K3yF0rT3stsOn1yN0tR3alAtA11Z9x8W7',
  'password=Tr0ub4dor&3',
]

/** Flat in memory, as text from a socket is. */
function repeated(unit: string): string {
  const text = unit.repeat(Math.ceil(TEXT_CHARS / unit.length))
  return Buffer.from(text).toString('utf8')
}

const HONEST: Record<string, string> = {
  prose: benign('prose'),
  code: benign('source-code'),
  'json with hashes': benign('lockfile'),
  logs: benign('logs'),
  'hashes, uuids, times': benign('hashes-and-times'),
  'dirty: a value a line': benign('prose')
    .split('\n')
    .map((line, index) => `${line} ${VALUES[index % VALUES.length]}.`)
    .join('\n'),
  'dense: values only': `${VALUES.join(', ')}. `,
  ...Object.fromEntries(VALUES.map((value) => [`only ${value.slice(0, 14)}`, `${value}, `])),
  'other scripts: german':
    'Übermäßig größere Füße müssen öfter gewaschen werden, sagte Jürgen um 12:30 Uhr.\n',
  'other scripts: russian': 'Съешь ещё этих мягких французских булок, да выпей чаю в 12:30.\n',
  'other scripts: chinese': '我能吞下玻璃而不伤身体。会议将于12:30开始,共有25人参加。\n',
  'emoji in prose': 'Nice work 😀👍🏽, see you at 12:30 — or call Bob 📞 later.\n',
  'columns of numbers': '4111 5500 12 378 6011 2221 1000 99\n',
  'dates and times': '2024-01-15 12:30:05 08:15 2024-02-28\n',
}

const HOSTILE = [
  '7',
  '@',
  'a',
  'sk-',
  '1.',
  'a@',
  ':',
  'eyJ',
  '1 ',
  '4111 ',
  'sk-proj-',
  'password=',
  'token: ',
  '(415) ',
  '-----BEGIN ',
  'a://b:c',
  '@a.b',
  'fe80::1:',
  '12:30 ',
  '+1 ',
  '000 ',
  '123-45-',
  '1.2.3.4 ',
  '4111-1111-1111-1112 ',
]

export async function piiBench(): Promise<BenchRow[]> {
  const scanner = createPiiScanner({ groups: PII_GROUPS })
  const stream = (text: string): void => {
    const pii = scanner.stream()
    for (let at = 0; at < text.length; at += CHUNK_CHARS) pii.push(text.slice(at, at + CHUNK_CHARS))
    pii.flush()
  }
  const regexes = (text: string): void => {
    for (const regex of CONTROL) for (const _ of text.matchAll(regex));
  }
  const sweep = (text: string): void => void text.indexOf('\u0001never')
  const rows: BenchRow[] = []
  const inputs = [
    ...Object.entries(HONEST).map(([name, unit]) => ({
      name,
      text: repeated(unit),
      controlChars: TEXT_CHARS,
    })),
    ...HOSTILE.map((unit) => ({
      name: `${JSON.stringify(unit)} …`,
      text: repeated(unit),
      controlChars: HOSTILE_CONTROL_CHARS,
    })),
  ]
  for (const { name, text, controlChars } of inputs) {
    const control = Buffer.from(text.slice(0, controlChars)).toString('utf8')
    const [scan, streamed, native, read] = interleaved([
      [(all) => void scanner.scan(all), text],
      [stream, text],
      [regexes, control],
      [sweep, text],
    ])
    rows.push({
      name,
      scanMBPerS: scan!,
      streamMBPerS: streamed!,
      regexesMBPerS: native!,
      indexOfMBPerS: read!,
      timesRegexes: scan! / native!,
    })
  }
  return rows
}

/** Median MB/s of each, taken in turns so that a busy moment hits all alike. */
function interleaved(
  contestants: readonly (readonly [work: (text: string) => void, text: string])[],
): number[] {
  const speeds: number[][] = contestants.map(() => [])
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, [work, text]] of contestants.entries()) {
      const bytes = Buffer.byteLength(text)
      // the processor's time and not the clock's: a machine that is busy elsewhere says nothing about the scan
      const before = process.cpuUsage()
      work(text)
      const { user, system } = process.cpuUsage(before)
      speeds[index]!.push(bytes / Math.max(1, user + system))
    }
  return speeds.map((values) => values.sort((a, b) => a - b)[(ROUNDS - 1) / 2]!)
}

function printed(rows: readonly BenchRow[]): string {
  const head = [
    'input',
    'scan',
    'stream',
    'ten regexes',
    'indexOf',
    'scan ÷ regexes',
    `bar ≥ ${BAR_MB_PER_S}`,
  ]
  const body = rows.map((row) => [
    row.name,
    row.scanMBPerS.toFixed(0),
    row.streamMBPerS.toFixed(0),
    row.regexesMBPerS.toFixed(row.regexesMBPerS < 10 ? 1 : 0),
    row.indexOfMBPerS.toFixed(0),
    `${row.timesRegexes.toFixed(1)}×`,
    row.scanMBPerS >= BAR_MB_PER_S ? 'meets' : 'MISSES',
  ])
  return [head, ...body]
    .map(([name, ...numbers]) => name!.padEnd(24) + numbers.map((number) => number.padStart(15)).join(''))
    .join('\n')
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(
    `MB for each second of processor time, median of ${ROUNDS} rounds in turns; streams in chunks of ${CHUNK_CHARS} characters;\nthe ten regexes are not linear, so on hostile text (rows with …) they run over ${HOSTILE_CONTROL_CHARS} characters only,\nand their ratio there depends on that length\n`,
  )
  console.log(printed(await piiBench()))
}
