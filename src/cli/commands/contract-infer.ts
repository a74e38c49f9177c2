import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { inferContract } from '../../infer/index.ts'
import { HoldfastError } from '../../kit/errors.ts'
import { defineCommand } from '../command.ts'
import { counted } from '../counted.ts'
import type { ExitCode } from '../io.ts'
import { RECORDED_OPTIONS, withRecordedSessions } from '../recorded-sessions.ts'

export const contractInfer = defineCommand({
  name: 'contract infer',
  summary: 'Mine a contract from recorded sessions; each clause cites what it was mined from.',
  options: [
    ...RECORDED_OPTIONS,
    { flags: '--name <name>', summary: 'what the contract is called (inferred)' },
    { flags: '-o, --output <file>', summary: 'a new file instead of standard output' },
  ],
  examples: [
    {
      line: 'holdfast contract infer --store .holdfast/proxy.db -o contract.yaml',
      explains: 'tools, limits with head room, orders of tools, kinds of personal data that never occur',
    },
  ],
  run: (_args, options, io) =>
    withRecordedSessions<ExitCode>(options, io, async (sessions) => {
      const { name = 'inferred', output } = options
      const { text, clauses } = await inferContract((doing) => sessions.read(doing), String(name))
      if (typeof output !== 'string') io.out(text)
      else {
        writeNew(resolve(io.cwd, output), output, text)
        io.err(
          `${counted(clauses.length, 'clause')} from ${counted(sessions.count, 'session')} in ${output}; read it before you trust it\n`,
        )
      }
      return 0
    }),
})

/** A contract somebody wrote by hand is not to be lost to a guess. */
function writeNew(path: string, shown: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' })
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST'
    throw new HoldfastError(
      'HF_FILE',
      exists ? `\`${shown}\` is there already` : `cannot write \`${shown}\`: ${(error as Error).message}`,
      exists ? 'name a new file, or remove that one first' : undefined,
    )
  }
}
