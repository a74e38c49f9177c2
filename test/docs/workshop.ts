import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Command } from './blocks.ts'
import { builtPackage, ROOT } from './built-package.ts'

/** Commands that go on until they are stopped, and what they print once they are there. */
const SERVERS = /^(?:\S+=\S+ )*holdfast (?:mock|proxy start|ui|workflow serve|mcp .*--upstream)\b/u
const IS_UP = /https?:\/\/(?:127\.0\.0\.1|localhost):\d+/u
const FILES = { withFileTypes: true, recursive: true } as const
const PATIENCE_MS = 60_000

export interface Done {
  readonly exit: number | null
  readonly output: string
}

/** A folder in which a page's commands are typed, with the package installed, ports that are free and a home of its own. */
export interface Workshop {
  readonly folder: string
  put(files: Readonly<Record<string, string>>): Promise<void>
  /** Copies a folder of the repository here. */
  copy(from: string): Promise<void>
  type(command: Command): Promise<Done>
  close(): Promise<void>
}

export async function openWorkshop(env: Readonly<Record<string, string>> = {}): Promise<Workshop> {
  const outer = mkdtempSync(join(tmpdir(), 'holdfast-docs-'))
  const folder = join(outer, 'project')
  const home = join(outer, 'home')
  const bin = join(outer, 'bin')
  for (const each of [folder, home, bin, join(folder, 'node_modules')]) mkdirSync(each)
  await installInto(folder, bin)
  const ports = new Map<string, number>()
  const servers = new Map<string, Running>()
  const environment = {
    ...plainEnvironment(),
    HOME: home,
    HOLDFAST_HOME: join(home, '.holdfast'),
    PATH: `${bin}:${process.env['PATH']}`,
    NO_COLOR: '1',
    ...env,
  }

  return {
    folder,
    async put(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), await withFreePorts(text, ports))
      }
    },
    async copy(from) {
      cpSync(join(ROOT, from), folder, { recursive: true })
      for (const { name, parentPath } of readdirSync(join(ROOT, from), FILES).filter((each) =>
        each.isFile(),
      )) {
        const file = join(folder, relative(join(ROOT, from), parentPath), name)
        writeFileSync(file, await withFreePorts(readFileSync(file, 'utf8'), ports))
      }
    },
    async type({ line }) {
      const typed = await withFreePorts(withPort(line.replaceAll('npx holdfast', 'holdfast')), ports)
      const isServer = SERVERS.test(typed) || typed.endsWith('&')
      const port = /--port (\d+)/u.exec(typed)?.[1]
      // whoever types this has stopped what was there before
      if (isServer && port !== undefined) await servers.get(port)?.stop()
      const started = start(typed.replace(/&$/u, ''), folder, environment)
      if (!isServer) return started.ended()
      servers.set(port ?? typed, started)
      return started.up()
    },
    async close() {
      await Promise.all([...servers.values()].map((server) => server.stop()))
      rmSync(outer, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Nothing of the machine's own keys and settings. */
function plainEnvironment(): Readonly<Record<string, string>> {
  const kept = new Set(['LANG', 'LC_ALL', 'TMPDIR', 'SYSTEMROOT'])
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => kept.has(entry[0]) && entry[1] !== undefined,
    ),
  )
}

async function installInto(folder: string, bin: string): Promise<void> {
  const built = await builtPackage()
  symlinkSync(built, join(folder, 'node_modules', 'holdfast'))
  // what examples on other people's packages need
  for (const name of ['openai', 'ai', '@ai-sdk', 'zod', 'vitest', 'tsx'])
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  const scripts = {
    holdfast: `exec ${process.execPath} ${join(built, 'dist/cli/bin.js')} "$@"`,
    node: `exec ${process.execPath} "$@"`,
    // version managers look it up in the home folder, which is another one here
    ...(python === '' ? {} : { python3: `exec ${python} "$@"` }),
    vitest: `exec ${process.execPath} ${join(ROOT, 'node_modules/vitest/vitest.mjs')} "$@"`,
    // a server that has nothing to say, for pages that put a guard in front of some server
    'some-mcp-server': 'exec cat',
    npx: 'exec "$@"',
  }
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
}

/** The ports that servers take where a page leaves them out; other programs may hold them here. */
const OWN_PORTS: readonly (readonly [RegExp, number])[] = [
  [/^holdfast proxy start(?!.*--port)/u, 9000],
  [/^holdfast mock(?!.*--port)/u, 9100],
  [/^holdfast ui(?!.*--port)/u, 9090],
  [/^holdfast workflow serve(?!.*--port)/u, 9080],
]

function withPort(line: string): string {
  const own = OWN_PORTS.find(([command]) => command.test(line))?.[1]
  return own === undefined ? line : `${line} --port ${own}`
}

const PORTS = /(?<=:|:-|"|--port |PORT=)(?:3|8|9)\d{3}\b/gu

/** Pages name ports that people can read; here each becomes one that nobody uses, the same one wherever it stands. */
async function withFreePorts(text: string, ports: Map<string, number>): Promise<string> {
  for (const [port] of text.matchAll(PORTS)) if (!ports.has(port)) ports.set(port, await freePort())
  return text.replaceAll(PORTS, (port) => String(ports.get(port)))
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

interface Running {
  ended(): Promise<Done>
  up(): Promise<Done>
  stop(): Promise<void>
}

function start(line: string, cwd: string, env: Readonly<Record<string, string>>): Running {
  const child: ChildProcess = spawn('bash', ['--norc', '-c', line], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  const ended = new Promise<Done>((resolve) => child.on('close', (exit) => resolve({ exit, output })))
  const isUp = new Promise<Done>((resolve) => {
    const hear = (chunk: Buffer): void => {
      output += String(chunk)
      if (IS_UP.test(output)) resolve({ exit: 0, output })
    }
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
  })
  const endGroup = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-child.pid!, signal)
    } catch {
      // it has ended already
    }
  }
  const patience = (): Promise<Done> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        endGroup('SIGKILL')
        resolve({ exit: null, output: `${output}\n(gave up waiting)` })
      }, PATIENCE_MS)
      timer.unref()
    })
  return {
    ended: () => Promise.race([ended, patience()]),
    up: () => Promise.race([isUp, ended, patience()]),
    async stop() {
      endGroup('SIGTERM')
      await Promise.race([ended, patience()])
    },
  }
}

const python =
  spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], {
    encoding: 'utf8',
  }).stdout?.trim() ?? ''

export const hasBash = spawnSync('bash', ['--version']).status === 0
export const hasPython = python !== ''
