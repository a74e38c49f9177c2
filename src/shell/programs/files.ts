import type { Call, ProgramHandler, ProgramTable, Shell } from '../call.ts'
import { baseName, resolvePath } from '../paths.ts'
import { EMPTY, text, unknownText, type Text } from '../text.ts'
import { readOptions } from './option-words.ts'

const CURL_VALUES = 'AbBcCdDeEFhHKmoPQrtTuUwxXyYz'
const CURL_LONG = [
  'output',
  'output-dir',
  'user-agent',
  'cookie',
  'data',
  'data-raw',
  'data-binary',
  'header',
  'request',
  'user',
  'url',
  'max-time',
  'connect-timeout',
  'retry',
  'retry-delay',
  'proxy',
  'form',
  'cacert',
  'cert',
  'key',
  'resolve',
  'write-out',
  'referer',
  'range',
  'upload-file',
  'json',
  'oauth2-bearer',
]
const WGET_VALUES = 'aoOePtTUwQlARDXIBi'
const WGET_LONG = [
  'output-document',
  'directory-prefix',
  'header',
  'user-agent',
  'tries',
  'timeout',
  'post-data',
  'user',
  'password',
]

/** All option values and operands, wherever they stand. */
function readAll(args: readonly Text[], values: string, longValues: readonly string[]) {
  const operands: Text[] = []
  const found = new Map<string, Text>()
  const flags = new Set<string>()
  for (let rest = args; rest.length > 0;) {
    const read = readOptions(rest, { values, longValues })
    for (const [name, value] of read.values) found.set(name, value)
    for (const flag of read.flags) flags.add(flag)
    if (read.rest[0] !== undefined) operands.push(read.rest[0])
    rest = read.rest.slice(1)
  }
  return { operands, values: found, flags }
}

const STANDARD_OUTPUT = new Set(['-', '/dev/stdout', '/dev/fd/1'])

/** Writes what was fetched to the file it is saved in, or gives it as output. */
function deliver(file: string | undefined, call: Call, shell: Shell): Text {
  const fetched = unknownText([call.id])
  if (call.scope.stdin !== undefined) shell.flow(call.scope.stdin.from, call.id, 'data')
  if (file === undefined || STANDARD_OUTPUT.has(file)) return fetched
  shell.writeFile(file, fetched)
  return EMPTY
}

function nameInUrl(url: string | undefined): string {
  const path = (url ?? '').split(/[?#]/u)[0]!
  return baseName(path.replace(/^\w+:\/\//u, '')) || 'index.html'
}

const curl: ProgramHandler = (call, shell) => {
  const { operands, values, flags } = readAll(call.args, CURL_VALUES, CURL_LONG)
  const folder = values.get('output-dir')
  const saved = values.get('o') ?? values.get('output')
  const url = (values.get('url') ?? operands[0])?.value
  const isNamedByUrl = flags.has('O') || flags.has('remote-name') || flags.has('remote-name-all')
  const name = saved?.value ?? (isNamedByUrl ? nameInUrl(url) : undefined)
  return deliver(name !== undefined && folder !== undefined ? `${folder.value}/${name}` : name, call, shell)
}

const wget: ProgramHandler = (call, shell) => {
  const { operands, values } = readAll(call.args, WGET_VALUES, WGET_LONG)
  const saved = values.get('O') ?? values.get('output-document')
  const folder = values.get('P') ?? values.get('directory-prefix')
  const name = saved?.value ?? nameInUrl(operands[0]?.value)
  return deliver(folder !== undefined && saved === undefined ? `${folder.value}/${name}` : name, call, shell)
}

/** PowerShell's own downloaders stand for both of the names people block. */
const webRequest: ProgramHandler = (call, shell) => {
  const ids = ['curl', 'wget'].map((name) => shell.runsLike(name, call.args, call.scope))
  const at = call.args.findIndex((arg) => /^-out(?:file)?$/iu.test(arg.value))
  const fetched = unknownText([call.id, ...ids])
  const file = at < 0 ? undefined : call.args[at + 1]
  if (file === undefined) return fetched
  shell.writeFile(file.value, fetched)
  return EMPTY
}

/** A program under another name is still that program. */
function rememberProgram(name: string, original: Text, shell: Shell): void {
  for (const key of [resolvePath(name, shell.folder()), baseName(name)])
    shell.memory.set(`@${key}`, [{ words: [original] }])
}

/** `hash -p /bin/rm ls` makes one name stand for another program. */
const hash: ProgramHandler = (call, shell) => {
  const { values, rest } = readOptions(call.args, { values: 'p' })
  const path = values.get('p')
  if (path !== undefined && rest[0] !== undefined) rememberProgram(rest[0].value, path, shell)
  return EMPTY
}

/** What is copied or moved within the line is still known under its new name. */
const copy: ProgramHandler = (call, shell) => {
  const { operands, values } = readAll(call.args, 'tSmgo', ['target-directory', 'suffix', 'mode'])
  const target = values.get('t') ?? values.get('target-directory') ?? operands.at(-1)
  for (const source of operands) {
    if (source === target || target === undefined) continue
    rememberProgram(target.value, source, shell)
    const content = source.value === '/dev/stdin' ? call.scope.stdin : shell.readFile(source.value)
    if (content === undefined) continue
    shell.writeFile(target.value, content)
    shell.writeFile(`${target.value}/${baseName(source.value)}`, content)
  }
  return EMPTY
}

/** `mkfs -t ext4` starts `mkfs.ext4`. */
const makeFileSystem: ProgramHandler = (call, shell) => {
  const { values } = readOptions(call.args, { values: 't', longValues: ['type'] })
  const type = (values.get('t') ?? values.get('type'))?.value ?? 'ext2'
  shell.runsLike(`mkfs.${type}`, call.args, call.scope)
  return text('', [call.id])
}

/** Programs that fetch, copy or make files. */
export const files: ProgramTable = {
  curl,
  wget,
  wget2: wget,
  iwr: webRequest,
  irm: webRequest,
  'invoke-webrequest': webRequest,
  'invoke-restmethod': webRequest,
  hash,
  cp: copy,
  mv: copy,
  ln: copy,
  sln: copy,
  link: copy,
  install: copy,
  mkfs: makeFileSystem,
  mke2fs: makeFileSystem,
}
