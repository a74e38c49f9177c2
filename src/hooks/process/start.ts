// The file a host starts, `dist/hook.cjs`. It does nothing but run the program beside it from V8's own code cache:
// reading half a megabyte of JavaScript anew would take longer than judging.
import { mkdirSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import type { hookMain } from './main.ts'
import type { readContract } from './slow-path.ts'
import { holdfastHome } from '../state-folder.ts'

/** Set when the bundle is written; another program never runs from this one's cache. */
declare const PROGRAM_KEY: string

interface Program {
  readonly hookMain: typeof hookMain
}

const argv = process.argv.slice(2)

/** What goes wrong before anything is judged must not pass either. */
function giveUp(error: unknown): never {
  const failsOpen = argv.includes('--fail-open')
  const reason = error instanceof Error ? error.message : String(error)
  writeSync(
    2,
    `holdfast ${failsOpen ? 'could not start, let through (--fail-open)' : 'could not start, so nothing passes'}: ${reason}\n`,
  )
  process.exit(failsOpen ? 0 : 2)
}

function cacheFile(): string {
  // what is worth keeping depends on what the contract makes run, so every command line has its own
  let hash = 0
  for (const unit of argv.join('\0')) hash = (Math.imul(hash, 31) + unit.codePointAt(0)!) | 0
  const name = `${PROGRAM_KEY}-${process.version}-${process.arch}-${(hash >>> 0).toString(36)}.bin`
  return join(holdfastHome(process.env), 'code', name)
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** Only ever a saving of time, so that it may fail. */
function keep(file: string, data: Buffer): void {
  try {
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
    const temporary = `${file}.${process.pid}`
    writeFileSync(temporary, data, { mode: 0o600 })
    renameSync(temporary, file)
  } catch {
    // the next process tries again
  }
}

async function start(): Promise<void> {
  const file = join(__dirname, 'hook-program.js')
  const cache = cacheFile()
  const cachedData = readIfThere(cache)
  const script = new Script(`(function (exports, require, module) {${readFileSync(file, 'latin1')}\n})`, {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  })
  const program = { exports: {} as Program }
  ;(script.runInThisContext() as (...args: unknown[]) => void)(program.exports, require, program)
  let readSlowly = false
  let judgedCall = false
  process.exitCode = await program.exports.hookMain(argv, {
    readContract: (contract, plugins) => {
      readSlowly = true
      const slow = require(join(__dirname, 'hook-contract.cjs')) as { readContract: typeof readContract }
      return slow.readContract(contract, plugins)
    },
    onJudged: (kind) => {
      judgedCall = kind === 'tool-call'
    },
  })
  // the call of a tool is what comes most often, so what it runs is what is kept
  if (judgedCall && !readSlowly && (cachedData === undefined || script.cachedDataRejected === true))
    keep(cache, script.createCachedData())
}

process.on('uncaughtException', giveUp)
start().catch(giveUp)
