// Makes a fresh clone ready: installs what package-lock.json names, and builds when asked to. Does nothing twice.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const stamp = join(root, 'node_modules', '.holdfast-setup')
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`holdfast needs Node 20.19 or newer, this is ${process.version}`)
  process.exit(2)
}

const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.error('installing dependencies …')
  // not `npm ci`: it refuses a lock file whose optional binaries for other platforms a registry does not serve
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stamp, wanted)
}
if (process.argv.includes('--build') && isStale()) {
  console.error('building …')
  run(process.execPath, [join(root, 'scripts', 'build.mjs')])
}

function run(command, args) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}

function isStale() {
  const built = join(root, 'dist', 'cli', 'bin.js')
  return !existsSync(built) || newest(join(root, 'src')) > statSync(built).mtimeMs
}

function newest(folder) {
  return Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? newest(path) : statSync(path).mtimeMs
    }),
  )
}
