import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HoldfastError } from '../../kit/errors.ts'
import type { Comparison, Standing, Transcript } from '../../parity/index.ts'
import { defineCommand } from '../command.ts'
import type { CliIo, ExitCode } from '../io.ts'
import { paintFor, shown } from '../paint.ts'
import { printProblems } from '../problems.ts'

const OWN_TRANSCRIPTS = fileURLToPath(new URL('../../../corpus/parity/', import.meta.url))
const MAX_TRANSCRIPT_BYTES = 1_048_576

export const parity = defineCommand({
  name: 'parity',
  summary: 'Judge the same conversations on every surface and tell whether they agree.',
  args: '[paths...]',
  options: [{ flags: '--json', summary: 'one JSON object a transcript' }],
  examples: [
    {
      line: 'holdfast parity',
      explains: 'the transcripts of this installation; exit 0 when all surfaces agree, 1 when two do not',
    },
    { line: 'holdfast parity transcripts/', explains: 'transcripts of your own, a folder or files' },
  ],
  async run(args, options, io) {
    const transcripts = await readAll(args, io)
    if (transcripts === undefined) return 2
    const { compare } = await import('../../parity/index.ts')
    const asJson = options['json'] === true
    const comparisons: Comparison[] = []
    if (!asJson) printHead(transcripts, io)
    for (const transcript of transcripts) {
      const comparison = await compare(transcript)
      comparisons.push(comparison)
      if (asJson) io.out(`${JSON.stringify(jsonOf(comparison))}\n`)
      else printRow(comparison, widthOf(transcripts), io)
    }
    if (!asJson) await printRest(comparisons, io)
    return exitOf(comparisons)
  },
})

function exitOf(comparisons: readonly Comparison[]): ExitCode {
  return comparisons.every(({ disagreements }) => disagreements.length === 0) ? 0 : 1
}

async function readAll(paths: readonly string[], io: CliIo): Promise<readonly Transcript[] | undefined> {
  const { readTranscript } = await import('../../parity/index.ts')
  const read = filesIn(paths, io).map((file) => {
    const found = io.readText(file, MAX_TRANSCRIPT_BYTES)
    if (!found.ok) throw new HoldfastError('HF_FILE', `cannot read \`${file}\`: ${found.reason}`)
    return readTranscript(found.file, found.text)
  })
  for (const { problems, sources } of read) printProblems(io, problems, sources)
  const transcripts = read.flatMap(({ transcript }) => (transcript === undefined ? [] : [transcript]))
  return transcripts.length === read.length ? transcripts : undefined
}

function filesIn(paths: readonly string[], io: CliIo): readonly string[] {
  if (paths.length === 0 && !existsSync(OWN_TRANSCRIPTS))
    throw new HoldfastError('HF_FILE', 'the transcripts are not part of this installation', 'name a folder')
  const files = (paths.length === 0 ? [relative(io.cwd, OWN_TRANSCRIPTS)] : paths).flatMap((path) => {
    const whole = resolve(io.cwd, path)
    if (!existsSync(whole)) throw new HoldfastError('HF_FILE', `cannot read \`${path}\`: no such file`)
    if (!statSync(whole).isDirectory()) return [path]
    const names = readdirSync(whole).filter((name) => /\.(?:ya?ml|json)$/u.test(name))
    return names.toSorted().map((name) => join(path, name))
  })
  if (files.length > 0) return files
  throw new HoldfastError('HF_CANNOT_JUDGE', 'there is no transcript, so nothing was compared')
}

const MOST_NAME_CHARS = 64
const COLUMN_CHARS = 9

function widthOf(transcripts: readonly Transcript[]): number {
  return Math.min(MOST_NAME_CHARS, Math.max(...transcripts.map(({ name }) => name.length)))
}

function printHead(transcripts: readonly Transcript[], io: CliIo): void {
  const columns = ['engine', 'proxy', 'sdk', 'hook', 'mcp'].map((name) => name.padEnd(COLUMN_CHARS)).join('')
  io.out(`${''.padEnd(widthOf(transcripts))}  ${paintFor(io).bold(columns.trimEnd())}\n`)
}

function printRow({ transcript, standing }: Comparison, width: number, io: CliIo): void {
  const { green, yellow, red } = paintFor(io)
  const colour = { same: green, partly: yellow, differs: red } satisfies Record<Standing, typeof red>
  const { engine, proxy, sdk, hook, mcp } = standing
  const cells = [engine, proxy, sdk, hook, mcp].map((each) => colour[each](each.padEnd(COLUMN_CHARS)))
  io.out(`${shown(transcript.name, width).padEnd(width)}  ${cells.join('').trimEnd()}\n`)
}

async function printRest(comparisons: readonly Comparison[], io: CliIo): Promise<void> {
  const { UNSEEN, PARTIAL_SURFACES } = await import('../../parity/index.ts')
  const paint = paintFor(io)
  for (const surface of PARTIAL_SURFACES) {
    const count = comparisons.filter(({ standing }) => standing[surface] === 'partly').length
    if (count === 0) continue
    io.out(`\n${paint.yellow('partly')}  ${surface}, ${count} of ${comparisons.length}: it does not see\n`)
    for (const reason of UNSEEN[surface]) io.out(`          ${reason}\n`)
  }
  for (const { transcript, disagreements } of comparisons)
    for (const { where, wanted, got } of disagreements) {
      io.out(`\n${paint.red('differs')}  ${transcript.file}: ${where}\n`)
      io.out(`  wanted  ${wanted.length === 0 ? 'nothing' : wanted.join('\n          ')}\n`)
      io.out(`  got     ${got.length === 0 ? 'nothing' : got.join('\n          ')}\n`)
    }
  const broken = comparisons.filter(({ disagreements }) => disagreements.length > 0).length
  const told =
    broken === 0
      ? paint.green('every surface agrees')
      : paint.red(`surfaces disagree about ${broken} of them`)
  io.out(`\n${comparisons.length} transcripts, in every wire format, whole and streamed: ${told}\n`)
}

function jsonOf({ transcript, standing, disagreements, unseen }: Comparison): object {
  return { file: transcript.file, name: transcript.name, standing, unseen, disagreements }
}
