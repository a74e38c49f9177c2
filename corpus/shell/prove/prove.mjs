// Runs every bypass of the corpus in the jail, as nobody, and tells which ones really called a recorder as forbidden.
//   make-jail.sh /tmp/jail
//   unshare -m -p -f --kill-child sh -c 'mount -t proc proc /tmp/jail/proc && node prove.mjs /tmp/jail'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parse } from 'yaml'

const jail = process.argv[2]
if (jail === undefined || !existsSync(join(jail, 'bin/rm')) || posix.resolve(jail) === '/') {
  process.stderr.write('usage: prove.mjs <folder made by make-jail.sh>\n')
  process.exit(2)
}

function sorted(args) {
  const flags = new Set()
  const operands = []
  let isOver = false
  for (const arg of args) {
    if (!isOver && arg === '--') isOver = true
    else if (!isOver && arg.startsWith('--')) flags.add(arg.split('=')[0])
    else if (!isOver && /^-./u.test(arg)) for (const letter of arg.slice(1)) flags.add(letter)
    else operands.push(arg)
  }
  const has = (long, ...letters) =>
    letters.some((letter) => flags.has(letter)) || [...flags].some((flag) => flag.length > 3 && long.startsWith(flag))
  return { has, operands }
}

function isRootOrChild(path, folder) {
  const resolved = posix.resolve(folder, path).replace(/^\/proc\/(?:self|\d+)\/root/u, '')
  return resolved.split('/').filter(Boolean).length <= 1
}

/** What a record must look like for the forbidden thing to have happened. */
const HAPPENED = {
  'rm -rf /*': ([program, folder, ...args]) => {
    const { has, operands } = sorted(args)
    const isForced = program === 'rm' && has('--recursive', 'r', 'R') && has('--force', 'f')
    return isForced && operands.some((path) => isRootOrChild(path, folder))
  },
  'rm --no-preserve-root': ([program, , ...args]) => program === 'rm' && args.some((arg) => arg.startsWith('--no-pres')),
  'curl|bash': ([mark]) => mark === 'PWNED',
  'wget|bash': ([mark]) => mark === 'PWNED',
  '*--no-verify': ([program, , ...args]) =>
    program === 'git' &&
    args.some((arg) => arg.startsWith('--no-veri') || (args.includes('commit') && /^-[a-z]*n/u.test(arg))),
  'mkfs.*': ([program]) => program.startsWith('mkfs'),
  'dd of=/dev/*': ([program]) => program === 'dd',
  'chmod -R 777 /**': ([program, , ...args]) => program === 'chmod' && sorted(args).has('--recursive', 'R'),
  'git push --force': ([program, , ...args]) =>
    program === 'git' &&
    args.includes('push') &&
    args.some((arg) => arg === '--force' || /^-[a-z]*f/u.test(arg) || arg.startsWith('+')),
  shutdown: ([program]) => program === 'shutdown',
}

/** A command may leave something behind that still writes for a moment. */
function emptied(folder, attempts = 30) {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    if (attempts === 0) throw error
    spawnSync('sleep', ['0.1'])
    emptied(folder, attempts - 1)
    return
  }
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o777)
}

function recordsOf(command) {
  for (const folder of ['work', 'work/run', 'work/run/repo', 'tmp']) emptied(join(jail, folder))
  // a namespace of its own takes down whatever a command leaves running; the pause lets it get something done
  const setup = 'ulimit -u 300; export HOME=/home/me PATH=/bin SHELL=/bin/bash; cd /work/run; /bin/bash -c "$0"; sleep 0.1'
  const inside = ['chroot', '--userspec=65534:65534', jail, '/bin/bash', '-c', setup, command]
  const args = ['-s', 'KILL', '3', 'unshare', '-p', '-f', '--kill-child', ...inside]
  spawnSync('timeout', args, { stdio: 'ignore', timeout: 5000, killSignal: 'SIGKILL' })
  const log = join(jail, 'work/log')
  const records = existsSync(log) ? readFileSync(log, 'utf8').split('\u0002') : []
  return records.filter(Boolean).map((record) => record.split('\u0001'))
}

const folder = join(import.meta.dirname, '../bypasses')
let proven = 0
let differing = 0
for (const name of readdirSync(folder))
  for (const bypass of parse(readFileSync(join(folder, name), 'utf8')).cases) {
    const happened = HAPPENED[bypass.pattern]
    if (happened === undefined) continue
    const isProven = recordsOf(bypass.command).some(happened)
    if (isProven) proven += 1
    if (isProven === (bypass.proven === true)) continue
    differing += 1
    process.stdout.write(`${isProven ? 'not marked' : 'marked, not seen'}: ${JSON.stringify(bypass.command)}\n`)
  }
process.stdout.write(`${proven} proven, ${differing} differ from their mark\n`)
