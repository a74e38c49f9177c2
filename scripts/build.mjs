// Compiles src/ to dist/ from scratch, so that nothing deleted lives on there.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, rmSync, utimesSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundleDashboard } from './bundle-dashboard.mjs'
import { bundleHook } from './bundle-hook.mjs'

const root = resolve(import.meta.dirname, '..')
rmSync(join(root, 'dist'), { recursive: true, force: true })
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)
const bin = join(root, 'dist', 'cli', 'bin.js')
chmodSync(bin, 0o755)
utimesSync(bin, new Date(), new Date())
// the helpers that hold agents in other processes are no modules of ours, so the compiler leaves them behind
for (const name of ['agent_host.py', 'agent-host.mjs'])
  cpSync(
    join(root, 'src', 'lab', 'targets', 'hosts', name),
    join(root, 'dist', 'lab', 'targets', 'hosts', name),
  )
await bundleHook(join(root, 'dist'))
await bundleDashboard(join(root, 'dist', 'dashboard', 'client'))
