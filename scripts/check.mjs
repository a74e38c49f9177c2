// The developer's one command: everything that must hold before a commit, cheapest first.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const bin = (name) => resolve(root, 'node_modules', '.bin', name)

const steps = [
  ['generated files are fresh', bin('tsx'), ['scripts/gen.ts', '--check']],
  ['types', bin('tsc'), ['-p', 'tsconfig.json']],
  ['types of the page', bin('tsc'), ['-p', 'dashboard/tsconfig.json']],
  ['types of its tests', bin('tsc'), ['-p', 'test/dashboard/tsconfig.json']],
  ['pure layers need no platform', bin('tsc'), ['-p', 'tsconfig.pure.json']],
  ['layers', process.execPath, ['scripts/layers.mjs']],
  ['lint', bin('oxlint'), ['--type-aware', '--quiet']],
  ['format', bin('oxfmt'), ['--check', 'src', 'dashboard', 'test', 'bench', 'scripts']],
  ['build', process.execPath, ['scripts/build.mjs']],
  ['package', process.execPath, ['scripts/pack-check.mjs']],
  // .ci/run has just run them
  ...(process.env.HOLDFAST_SKIP_TESTS ? [] : [['tests', bin('vitest'), ['run']]]),
]

for (const [name, command, args] of steps) {
  const started = performance.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok' : 'FAILED'}  ${name}  ${seconds} s`)
  if (status !== 0) process.exit(1)
}
