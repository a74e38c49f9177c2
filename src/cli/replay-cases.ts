import { readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisesOf, RUN_INVARIANTS, runInvariantsOf, type Promises, type ReplayCase } from '../ci/index.ts'
import { loadContract, type Contract } from '../contract/index.ts'
import { HoldfastError } from '../kit/errors.ts'
import { hasErrors, parseYaml, sourceText } from '../kit/source/index.ts'
import type { LabConfig } from '../lab/config/config.ts'
import { commandLine } from '../lab/repeat-command.ts'
import { readLocatedReplay, readReplay, type ReplayResult, type ReplaySession } from '../replay/index.ts'
import type { CliIo } from './io.ts'
import { printProblems } from './problems.ts'

const MOST_BYTES = 64 * 1024 * 1024

/** The incidents that a configuration names, inline or by file. */
export function configuredReplays(config: LabConfig, io: CliIo): readonly ReplayCase[] {
  const { sessions = [], sources = [] } = config.replays ?? {}
  if (sources.length > 0)
    io.err(
      `${config.file}: replays.sources are not fetched, because nothing here goes to the network by itself; \`holdfast replay import\` reads exported runs\n`,
    )
  return sessions.flatMap((written, index) => {
    // what stands in the configuration was read there; its own places are told from its own text
    const source = sourceText(
      `${config.file} replays.sessions[${index}]`,
      JSON.stringify(written, undefined, 2),
    )
    const read = readLocatedReplay(source, parseYaml(source).root!, config.words.chaos)
    return casesOf(read, config.file, config, io)
  })
}

/** The incidents in a file, or in every file of a folder. */
export function replaysAt(path: string, config: LabConfig, io: CliIo): readonly ReplayCase[] {
  const files = filesAt(path, io)
  if (files.length === 0)
    throw new HoldfastError(
      'HF_FILE',
      `there is no replay in \`${path}\``,
      'replays end in .yaml, .yml or .json',
    )
  return files.flatMap((file) => casesOf(readReplayFile(file, config, io), file, config, io))
}

function filesAt(path: string, io: CliIo): readonly string[] {
  const whole = resolve(io.cwd, path)
  if (!statSync(whole, { throwIfNoEntry: false })?.isDirectory()) return [path]
  const names = readdirSync(whole).sort()
  return ['.yaml', '.yml', '.json'].flatMap((ending) =>
    names.filter((name) => name.endsWith(ending)).map((name) => join(path, name)),
  )
}

function readReplayFile(file: string, { words }: LabConfig, io: CliIo, from?: string): ReplayResult {
  const read = io.readText(file, MOST_BYTES, from)
  if (!read.ok) throw new HoldfastError('HF_FILE', `cannot read \`${file}\`: ${read.reason}`)
  return readReplay(read.file, read.text, words.chaos)
}

function casesOf(result: ReplayResult, file: string, config: LabConfig, io: CliIo): readonly ReplayCase[] {
  const { session, elsewhere, problems, source } = result
  printProblems(io, problems, [source])
  if (elsewhere !== undefined)
    return casesOf(readReplayFile(elsewhere, config, io, file), elsewhere, config, io)
  if (session === undefined) throw new HoldfastError('HF_INVALID_FILE', `\`${source.file}\` is not a replay`)
  return [
    {
      session,
      judgedBy: judgedBy(session, file, config, io),
      repeat: commandLine(['holdfast', 'replay', 'run', file, '-c', config.file]),
    },
  ]
}

/** By name, or by file beside the replay or beside the configuration. What is not found is never a pass. */
function judgedBy(
  { id, contract: wanted }: ReplaySession,
  file: string,
  config: LabConfig,
  io: CliIo,
): Promises {
  const own = config.contract
  if (own !== undefined && (wanted === undefined || wanted === own.name || wanted === 'default'))
    return promisesOf(own)
  if (wanted === RUN_INVARIANTS && config.invariants.length > 0) return runInvariantsOf(config)
  if (wanted === undefined)
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `replay \`${id}\` names no contract, and \`${config.file}\` has none either`,
      'without a contract there is nothing to judge it by: write contract: <name or file>',
    )
  for (const base of [file, config.file]) {
    const read = io.readText(join(dirname(base), wanted), MOST_BYTES)
    if (read.ok) return promisesOf(loadedContract(read.file, read.text, config, io))
  }
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `replay \`${id}\` is judged by \`${wanted}\`, which is neither a file nor the name of the contract`,
    own === undefined
      ? `\`${config.file}\` has no contract`
      : `the contract of \`${config.file}\` is \`${own.name}\``,
  )
}

function loadedContract(file: string, text: string, { words }: LabConfig, io: CliIo): Contract {
  const { contract, problems, sources } = loadContract(file, text, {
    vocabulary: words.contract,
    readFile: (name, from) => io.readText(name, MOST_BYTES, from),
  })
  printProblems(io, problems, sources)
  if (contract === undefined || hasErrors(problems))
    throw new HoldfastError('HF_INVALID_FILE', `\`${file}\` is not a contract`)
  return contract
}
