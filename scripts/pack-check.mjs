// Packs what was built, installs it in an empty folder as a stranger would, and tries the first five minutes there.
// Prints sizes and counts, and fails when they grow past what anybody has agreed to.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const LIMITS = { packedBytes: 2_200_000, unpackedBytes: 7_500_000, dependencies: 14, installedPackages: 26 }

/** Files without which something only breaks later, in somebody's project. */
const NEEDED = [
  'dist/cli/bin.js',
  'dist/hook.cjs',
  'dist/lab/targets/hosts/agent_host.py',
  'dist/lab/targets/hosts/agent-host.mjs',
  'dist/dashboard/client/client.js',
  'examples/trading-desk/agent.mjs',
  'schemas/contract.schema.json',
  'schemas/test-configuration.schema.json',
  'corpus/parity',
]

/** These load the test runner they are for, which an empty folder does not have. */
const NEEDS_PEER = { './testing/vitest': 'vitest', './testing/jest': '@jest/globals' }

const root = resolve(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'holdfast-pack-'))
const project = join(folder, 'project')
const installed = join(project, 'node_modules', 'holdfast')
const entries = Object.keys(manifest.exports).filter((name) => name !== './package.json')
const env = { ...process.env, CI: 'true', NO_COLOR: '1', npm_config_loglevel: 'error' }

function run(command, args, { cwd = project, expect = 0 } = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  if (status !== expect)
    throw new Error(`\`${command} ${args.join(' ')}\` ended with ${status}\n${stdout}\n${stderr}`)
  return stdout
}

function within(name, value, limit) {
  console.log(`  ${name.padEnd(20)} ${String(value).padStart(9)}  of at most ${limit}`)
  if (value > limit) throw new Error(`${name}: ${value} is more than ${limit}`)
}

function packAndInstall() {
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: root }),
  )
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"name": "empty", "private": true, "type": "module"}')
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', join(folder, packed.filename)])
  for (const name of NEEDED)
    if (!existsSync(join(installed, name))) throw new Error(`the package lacks ${name}`)
  const lock = JSON.parse(readFileSync(join(project, 'node_modules', '.package-lock.json'), 'utf8'))
  within('packed bytes', packed.size, LIMITS.packedBytes)
  within('unpacked bytes', packed.unpackedSize, LIMITS.unpackedBytes)
  within('dependencies', Object.keys(manifest.dependencies).length, LIMITS.dependencies)
  within('installed packages', Object.keys(lock.packages).length, LIMITS.installedPackages)
}

/** Every export resolves with types under both ways of resolving, and nothing becomes `any`. */
function typesResolve() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  for (const [at, name] of entries.entries())
    writeFileSync(
      join(project, `export-${at}.ts`),
      `import * as all from '${name.replace('.', 'holdfast')}'
type IsAny<T> = 0 extends 1 & T ? true : false
export const isTyped: IsAny<typeof all> = false
export const values: readonly unknown[] = Object.values(all)
`,
    )
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])
    run(process.execPath, [
      tsc,
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--ignoreConfig',
      '--target',
      'es2023',
      '--module',
      module,
      '--moduleResolution',
      resolution,
      ...readdirSync(project).filter((file) => file.endsWith('.ts')),
    ])
  console.log(`  types of ${entries.length} exports resolve under nodenext and bundler`)
}

function everyExportLoads() {
  const names = entries.filter((name) => !(name in NEEDS_PEER)).map((name) => name.replace('.', 'holdfast'))
  const source = `for (const name of ${JSON.stringify(names)}) if (Object.keys(await import(name)).length === 0) throw new Error(name)`
  run(process.execPath, ['--input-type=module', '-e', source])
  console.log(
    `  ${names.length} exports load; ${Object.keys(NEEDS_PEER).join(' and ')} wait for their runner`,
  )
}

function firstMinutes() {
  const bin = join(project, 'node_modules', '.bin', 'holdfast')
  const version = run('npx', ['holdfast', '--version']).trim()
  if (version !== manifest.version) throw new Error(`--version says ${version}`)
  run(bin, ['init', '--yes'])
  run(bin, ['ci'])
  run(bin, ['demo'])
  if (!existsSync(join(project, 'holdfast-demo', 'report.html'))) throw new Error('the demo left no report')
  console.log('  `--version`, `init --yes && ci` and `demo` work in an empty folder')
}

try {
  packAndInstall()
  typesResolve()
  everyExportLoads()
  firstMinutes()
} catch (error) {
  console.error(`pack-check: ${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
