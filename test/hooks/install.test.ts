import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { fakeIo } from '../fake-io.ts'
import { contractWith, hookFile, NO_DESTRUCTION } from './hook-process.ts'

function project(settings?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-install-'))
  const home = join(folder, 'home')
  const cwd = join(folder, 'project')
  const file = join(cwd, '.claude/settings.json')
  mkdirSync(home)
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'contract.yaml'), contractWith(NO_DESTRUCTION))
  if (settings !== undefined) {
    mkdirSync(dirname(file))
    writeFileSync(file, settings)
  }
  return {
    cwd,
    home,
    file,
    text: () => readFileSync(file, 'utf8'),
    async run(...argv: readonly string[]) {
      const io = fakeIo()
      const env = { PATH: process.env['PATH'], HOME: home, HOLDFAST_HOOK: hookFile() }
      const exit = await main(argv, { ...io, cwd, env, nowMs: () => Date.now() })
      return { exit, stdout: io.stdout(), stderr: io.stderr() }
    },
  }
}

const INSTALL = ['claude-code', 'install', '--contract', 'contract.yaml']

const SETTINGS: Readonly<Record<string, string>> = {
  'four spaces, comments, trailing commas': `{
    // mine
    "permissions": { "allow": ["Bash(git *)"] }, /* kept */
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "echo" }] }, // first
        ],
    },
}
`,
  'one line': `{"model":"opus","hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}`,
  tabs: `{\n\t"env": {\n\t\t"A": "1"\n\t}\n}`,
  'windows line ends and a mark of byte order': '\uFEFF{\r\n  "a": 1,\r\n  "b": []\r\n}\r\n',
  'an empty object': '{}',
  'an empty object with a comment': '{\n  // nothing yet\n}\n',
  'an empty file': '',
  'a remark behind the last key': `{\n  "a": 1 // the only one\n}\n`,
}

describe('claude-code install', () => {
  for (const [name, settings] of Object.entries(SETTINGS)) {
    test(`${name}: nothing is lost, twice is once, and uninstall gives every byte back`, async () => {
      const world = project(settings)
      expect((await world.run(...INSTALL)).exit).toBe(0)
      const installed = world.text()
      for (const [remark] of settings.matchAll(/\/\/.*|\/\*.*?\*\//gu))
        expect(installed).toContain(remark.trim())
      expect(Object.keys(plain(installed) as object)).toEqual([
        ...new Set([...Object.keys(settings.trim() === '' ? {} : (plain(settings) as object)), 'hooks']),
      ])
      expect((await world.run(...INSTALL)).stdout).toContain('already installed')
      expect(world.text()).toBe(installed)
      expect((await world.run('claude-code', 'uninstall')).exit).toBe(0)
      expect(world.text()).toBe(settings)
    })

    test(`${name}: what somebody else wrote since stays when it is uninstalled`, async () => {
      const world = project(settings)
      await world.run(...INSTALL)
      writeFileSync(world.file, world.text().replace('{', '{ "later": true,'))
      expect((await world.run('claude-code', 'uninstall')).stdout).toContain(
        'other changes to the file were kept',
      )
      expect(world.text()).not.toContain('hook.cjs')
      const before = settings.trim() === '' ? {} : (plain(settings) as object)
      expect(plain(world.text())).toEqual({ later: true, ...before })
    })
  }

  test('a handler that somebody put beside ours stays when ours goes', async () => {
    const world = project('{}')
    await world.run(...INSTALL)
    writeFileSync(
      world.file,
      world.text().replace('"hooks": [', '"hooks": [{"type": "command", "command": "mine"},'),
    )
    await world.run('claude-code', 'uninstall')
    expect(Object.values((plain(world.text()) as { hooks: object }).hooks)).toEqual([
      [{ hooks: [{ type: 'command', command: 'mine' }] }],
    ])
  })

  test('where there was no file there is none afterwards', async () => {
    const world = project()
    await world.run(...INSTALL)
    const entry = (plain(world.text()) as { hooks: Record<string, [{ hooks: [Record<string, unknown>] }]> })
      .hooks
    expect(Object.keys(entry).sort()).toEqual([
      'PostToolUse',
      'PostToolUseFailure',
      'PreCompact',
      'PreToolUse',
      'SessionEnd',
      'SessionStart',
      'Stop',
      'SubagentStart',
      'SubagentStop',
      'UserPromptSubmit',
    ])
    expect(entry['PreToolUse']![0].hooks[0]).toEqual({
      type: 'command',
      command: process.execPath,
      args: [hookFile(), 'claude-code', '--contract', join(world.cwd, 'contract.yaml')],
      timeout: 60,
      onFailure: 'block',
    })
    await world.run('claude-code', 'uninstall')
    expect(existsSync(dirname(world.file))).toBe(false)
  })

  test('says at once whether a call that must be refused is', async () => {
    expect((await project().run(...INSTALL)).stdout).toContain(
      'drill     blocked  Bash {"command":"rm -rf /"}',
    )
    expect((await project().run(...INSTALL, '--shadow')).stdout).toContain('drill     LET THROUGH')
  })

  test('broken JSON is refused with its place and left alone', async () => {
    const world = project('{\n  "a": 1,\n  "b" 2\n}\n')
    const { exit, stderr } = await world.run(...INSTALL)
    expect(exit).toBe(2)
    expect(stderr).toContain('line 3, column 7')
    expect(world.text()).toBe('{\n  "a": 1,\n  "b" 2\n}\n')
  })

  test('`hooks` that is no object, or a list that is none, is refused and left alone', async () => {
    for (const settings of ['{"hooks": []}', '{"hooks": {"PreToolUse": {}}}', '[]']) {
      const world = project(settings)
      expect((await world.run(...INSTALL)).exit).not.toBe(0)
      expect(world.text()).toBe(settings)
    }
  })

  test('a contract that does not load is not installed', async () => {
    const world = project('{}')
    writeFileSync(join(world.cwd, 'contract.yaml'), 'name: [')
    const { exit, stderr } = await world.run(...INSTALL)
    expect(exit).toBe(2)
    expect(stderr).toContain('nothing was installed')
    expect(world.text()).toBe('{}')
  })

  test('another contract takes the place of the first only when forced, and undoing still gives every byte back', async () => {
    const world = project('{"a": 1}')
    await world.run(...INSTALL)
    writeFileSync(join(world.cwd, 'other.yaml'), contractWith(NO_DESTRUCTION))
    const again = ['claude-code', 'install', '--contract', 'other.yaml']
    expect((await world.run(...again)).exit).toBe(2)
    expect((await world.run(...again, '--force')).stdout).toContain('replaced')
    expect(world.text()).not.toContain('contract.yaml')
    await world.run('claude-code', 'uninstall')
    expect(world.text()).toBe('{"a": 1}')
  })

  test('a backup of the file is kept', async () => {
    const world = project('{"precious": 1}')
    await world.run(...INSTALL)
    const backups = join(world.home, '.holdfast/backups')
    expect(readdirSync(backups).map((name) => readFileSync(join(backups, name), 'utf8'))).toEqual([
      '{"precious": 1}',
    ])
  })

  test('a settings file that is a link stays one', async () => {
    const world = project()
    mkdirSync(dirname(world.file))
    const target = join(world.home, 'dotfiles.json')
    writeFileSync(target, '{}')
    symlinkSync(target, world.file)
    await world.run(...INSTALL)
    expect(lstatSync(world.file).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, 'utf8')).toContain('hook.cjs')
  })

  test('--user writes to the home folder, --fail-open is written down, scopes exclude each other', async () => {
    const world = project()
    await world.run(...INSTALL, '--user', '--fail-open')
    const text = readFileSync(join(world.home, '.claude/settings.json'), 'utf8')
    expect(text).toContain('"--fail-open"')
    expect(text).toContain('"onFailure": "continue"')
    expect((await world.run(...INSTALL, '--user', '--project')).exit).toBe(2)
  })
})

describe('doctor', () => {
  test('really starts each installed hook and sees it block', async () => {
    const world = project()
    await world.run(...INSTALL)
    for (const host of ['codex', 'gemini-cli', 'cursor', 'copilot'])
      await world.run('hook', 'install', host, '--contract', 'contract.yaml')
    const { exit, stdout } = await world.run('doctor', '--json')
    const reports = JSON.parse(stdout) as readonly { host: string; outcome: string }[]
    expect(reports.map(({ host, outcome }) => `${host} ${outcome}`)).toEqual([
      'claude-code blocked',
      'codex blocked',
      'gemini-cli blocked',
      'cursor blocked',
      'copilot blocked',
    ])
    expect(exit).toBe(0)
    // a drill is no session
    const sessions = join(world.home, '.holdfast/sessions')
    expect(readdirSync(sessions).flatMap((folder) => readdirSync(join(sessions, folder)))).toEqual([])
  }, 60_000)

  test('tells when the hook lets the call through', async () => {
    const world = project()
    await world.run(...INSTALL, '--shadow')
    const { exit, stdout } = await world.run('doctor')
    expect(exit).toBe(1)
    expect(stdout).toContain('LET THROUGH')
  })

  test('tells when the entry that hears of calls is gone, or all hooks are switched off', async () => {
    const gone = project()
    await gone.run(...INSTALL)
    writeFileSync(gone.file, gone.text().replace('"PreToolUse"', '"PreToolUsed"'))
    expect(await gone.run('doctor')).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('no entry for `PreToolUse`') as string,
    })
    const off = project('{"disableAllHooks": true}')
    await off.run(...INSTALL)
    expect(await off.run('doctor')).toMatchObject({
      exit: 1,
      stdout: expect.stringContaining('disableAllHooks') as string,
    })
  })

  test('tells when the hook blocks only because it cannot judge, or cannot start', async () => {
    const world = project()
    await world.run(...INSTALL)
    rmSync(join(world.home, '.holdfast/sessions'), { recursive: true })
    writeFileSync(join(world.home, '.holdfast/sessions'), 'in the way')
    expect(await world.run('doctor')).toMatchObject({
      exit: 3,
      stdout: expect.stringContaining('cannot judge') as string,
    })
    writeFileSync(world.file, world.text().replaceAll(process.execPath, '/nowhere/node'))
    expect((await world.run('doctor')).exit).toBe(1)
  })

  test('without a hook there is nothing to say, and that is not a pass', async () => {
    expect((await project().run('doctor')).exit).toBe(3)
  })
})

/** What a reader of JSON with comments makes of a text. */
function plain(text: string): unknown {
  const bare = text
    .replace(/^\uFEFF/u, '')
    .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//gu, '$1')
    .replaceAll(/,(\s*[\]}])/gu, '$1')
  return JSON.parse(bare)
}
