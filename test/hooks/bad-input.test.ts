import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bash, contractWith, event, hookFile, hookWorld, NO_DESTRUCTION, permission } from './hook-process.ts'
import { spawnSync } from 'node:child_process'

const world = () => hookWorld(contractWith(NO_DESTRUCTION))

describe('what cannot be judged does not pass', () => {
  const cases: Readonly<Record<string, string>> = {
    'half a JSON': '{"session_id": "s", "hook_event_name": "PreTool',
    'nothing at all': '',
    'a list': '[]',
    'a call without a name': JSON.stringify(event('PreToolUse', { tool_use_id: 't', tool_input: {} })),
    'a call without a session': JSON.stringify({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_use_id: 't',
    }),
    'arguments that are a list': JSON.stringify(bash('x', { tool_input: ['rm'] })),
  }
  for (const [name, payload] of Object.entries(cases))
    test(`${name} is blocked with exit 2 and a reason`, () => {
      const { exit, stdout, stderr } = world().send(payload)
      expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
      expect(stderr).toContain('could not judge this, so it does not pass')
    })

  test('only --fail-open lets it through, and says so', () => {
    const { exit, stdout, stderr } = world().send('{"half', ['--fail-open'])
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' })
    expect(stderr).toContain('NOT JUDGED, let through')
  })

  test('an event nobody knows holds nothing to judge: it passes, with a note', () => {
    expect(world().send(event('SomethingNew'))).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'holdfast: `SomethingNew` holds nothing to judge\n',
    })
  })

  test('a missing contract blocks', () => {
    const lost = world()
    rmSync(lost.contractFile)
    const { exit, stderr } = lost.send(bash('git status'))
    expect(exit).toBe(2)
    expect(stderr).toContain('the contract does not load')
  })

  test('a contract that stops loading leaves the last good one in force, loudly', () => {
    const broken = world()
    expect(permission(broken.send(bash('rm -rf /')))).toBe('deny')
    writeFileSync(broken.contractFile, 'invariants: [')
    const after = broken.send(bash('rm -rf /'))
    expect(permission(after)).toBe('deny')
    expect(after.stderr).toContain('THE CONTRACT DOES NOT LOAD; the last good one stays in force')
    rmSync(broken.contractFile)
    expect(permission(broken.send(bash('rm -rf /')))).toBe('deny')
  })

  test('a contract that was edited is in force with the next call', () => {
    const edited = world()
    expect(permission(edited.send(bash('mkfs.ext4 /dev/sda')))).toBe('allow')
    writeFileSync(edited.contractFile, contractWith('tool_blocklist: {tools: ["mkfs.*"]}'))
    expect(permission(edited.send(bash('mkfs.ext4 /dev/sda')))).toBe('deny')
  })

  test('a store that cannot be written blocks, even what no memory is needed for', () => {
    const full = world()
    full.send(bash('git status'))
    rmSync(join(full.env.HOLDFAST_HOME, 'sessions'), { recursive: true })
    writeFileSync(join(full.env.HOLDFAST_HOME, 'sessions'), 'a file where a folder must be')
    const { exit, stderr } = full.send(bash('git status'))
    expect(exit).toBe(2)
    expect(stderr).toContain('could not judge')
    expect(full.send(bash('git status'), ['--fail-open']).exit).toBe(0)
  })

  test('an agent that cannot be judged is sent back to work once, not for ever', () => {
    const full = world()
    mkdirSync(full.env.HOLDFAST_HOME)
    writeFileSync(join(full.env.HOLDFAST_HOME, 'sessions'), 'in the way')
    expect(full.send(event('Stop', { stop_hook_active: false })).exit).toBe(2)
    expect(full.send(event('Stop', { stop_hook_active: true })).exit).toBe(0)
  })

  test('a damaged code cache costs time and nothing else', () => {
    const slow = world()
    const code = join(slow.env.HOLDFAST_HOME, 'code')
    slow.send(bash('git status'))
    slow.send(bash('git status'))
    const { readdirSync } = process.getBuiltinModule('node:fs')
    const caches = readdirSync(code)
    expect(caches).toHaveLength(1)
    writeFileSync(join(code, caches[0]!), 'not a cache')
    expect(permission(slow.send(bash('rm -rf /')))).toBe('deny')
  })

  test('wrong words on the command line are neither an answer nor a block', () => {
    const options = { input: '{}', encoding: 'utf8' } as const
    for (const words of [
      [],
      ['emacs'],
      ['claude-code'],
      ['claude-code', '--contract', 'c.yaml', '--bogus'],
    ]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [hookFile(), ...words], options)
      expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
      expect(stderr).toContain('holdfast hook: ')
    }
  })

  test('a program that is not whole blocks too', () => {
    const part = join(world().folder, 'part')
    mkdirSync(part)
    const copy = join(part, 'hook.cjs')
    const { copyFileSync } = process.getBuiltinModule('node:fs')
    copyFileSync(join(dirname(hookFile()), 'hook.cjs'), copy)
    chmodSync(copy, 0o644)
    const { status, stderr } = spawnSync(process.execPath, [copy, 'claude-code', '--contract', 'c.yaml'], {
      input: '{}',
      encoding: 'utf8',
    })
    expect(status).toBe(2)
    expect(stderr).toContain('could not start, so nothing passes')
  })

  test('an argument nested a hundred thousand levels deep is blocked, not passed', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const payload = JSON.stringify(bash('x')).replace('"description":"a test"', `"deep":${deep}`)
    expect(permission(world().send(payload))).not.toBe('allow')
  })
})
