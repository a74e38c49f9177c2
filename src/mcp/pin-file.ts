import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { HoldfastError } from '../kit/errors.ts'
import { reasonOf } from './log.ts'
import type { PinKeeper, Pins } from './pins.ts'

const FORMAT = 'holdfast.pins/1'

interface Written {
  readonly format: typeof FORMAT
  readonly servers: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Pins in a JSON file made to be read in a review; several servers share one when each has a name. */
export function pinFile(file: string, server: string): PinKeeper {
  return {
    file,
    read: () => pinsOf(readWritten(file), server),
    save(added) {
      // read again, because the guard of another server may have written since
      const written = readWritten(file)
      const tools = Object.fromEntries(
        [...pinsOf(written, server), ...added].sort(([left], [right]) => (left < right ? -1 : 1)),
      )
      write(file, { format: FORMAT, servers: { ...written.servers, [server]: tools } })
    },
  }
}

function pinsOf({ servers }: Written, server: string): Pins {
  return new Map(Object.hasOwn(servers, server) ? Object.entries(servers[server]!) : [])
}

function readWritten(file: string): Written {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { format: FORMAT, servers: {} }
    throw new HoldfastError('HF_FILE', `cannot read the pins in \`${file}\`: ${reasonOf(error)}`)
  }
  const value = parsed(text)
  if (!isWritten(value))
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `\`${file}\` holds no pins`,
      'name another file, or remove it to approve anew',
    )
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isWritten(value: unknown): value is Written {
  if (!isRecord(value) || value['format'] !== FORMAT || !isRecord(value['servers'])) return false
  return Object.values(value['servers']).every(
    (tools) => isRecord(tools) && Object.values(tools).every((pin) => typeof pin === 'string'),
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Renamed into place, so that a reader never meets half a file. */
function write(file: string, written: Written): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.tmp`
  writeFileSync(draft, `${JSON.stringify(written, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(draft, file)
}
