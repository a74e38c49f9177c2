// Runs every benchmark and prints its figures next to their bars. `--quick` takes fewer rounds; `--only <name>` one of them.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const here = import.meta.dirname
const wanted = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
const quick = process.argv.includes('--quick') ? ['--quick'] : []

const files = readdirSync(here).filter(
  (file) => file.endsWith('.bench.ts') && (wanted === undefined || file.startsWith(`${wanted}.`)),
)
if (files.length === 0) {
  console.error(`there is no benchmark \`${wanted}\``)
  process.exit(2)
}
console.log(
  `Node ${process.version}, ${files.length} benchmark${files.length > 1 ? 's' : ''}; medians of interleaved rounds, compare them by their ratios`,
)
mkdirSync(join(here, '.build'), { recursive: true })
for (const file of files) {
  // compiled as users run it: a loader that keeps function names slows hot loops down several times
  const outfile = join(here, '.build', file.replace('.ts', '.mjs'))
  await build({
    entryPoints: [join(here, file)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
    define: { 'import.meta.dirname': JSON.stringify(here) },
  })
  const { status } = spawnSync(process.execPath, [outfile, ...quick], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
