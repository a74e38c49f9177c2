// Runs every benchmark and prints its figures next to their bars. `--quick` takes fewer rounds; `--only <name>` one of them.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const here = import.meta.dirname
const tsx = resolve(here, '../node_modules/.bin/tsx')
const wanted = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
const quick = process.argv.includes('--quick') ? ['--quick'] : []

const files = readdirSync(here).filter((file) => file.endsWith('.bench.ts') && (wanted === undefined || file.startsWith(`${wanted}.`)))
if (files.length === 0) {
  console.error(`there is no benchmark \`${wanted}\``)
  process.exit(2)
}
console.log(`Node ${process.version}, ${files.length} benchmarks; figures are medians of interleaved rounds, compare them by their ratios`)
for (const file of files) {
  const { status } = spawnSync(tsx, [join(here, file), ...quick], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
