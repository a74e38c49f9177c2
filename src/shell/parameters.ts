import type { ParameterExpansionPart, Word } from 'unbash'
import { LEFT_UNSET, type Remembered } from './memory.ts'
import { globMatcher } from '../kit/glob.ts'
import { ANY_TEXT, ANY_WORDS, HOME_FOLDER, isSymbolic, SOME_NAME } from './symbols.ts'
import { EMPTY, join, text, type Text } from './text.ts'

/** What expanding a word needs from the shell around it. */
export interface Variables {
  /** What was assigned earlier in the same text, or `undefined`. */
  assigned(name: string): Remembered | undefined
  assign(name: string, value: Text): void
  /** The folder in force, empty when it is not known. */
  folder(): string
  /** Expands a value as a prompt, which runs the substitutions in it. */
  expandPrompt(value: Text): Text
  /** Expands a word without splitting it. */
  textOf(word: Word): Text
}

/**
 * What conventional environment variables hold when the line itself does not set them. Everything else that
 * was not assigned in the line is unknown.
 */
const CONVENTIONAL: Readonly<Record<string, string>> = {
  HOME: HOME_FOLDER,
  IFS: ' \t\n',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  SHELL: '/bin/bash',
  BASH: '/bin/bash',
  '0': 'bash',
  EDITOR: 'vi',
  VISUAL: 'vi',
  PAGER: 'less',
  BROWSER: 'xdg-open',
  PYTHON: 'python3',
  NODE: 'node',
  CC: 'cc',
  CXX: 'c++',
  MAKE: 'make',
  MACHTYPE: 'x86_64-pc-linux-gnu',
  OSTYPE: 'linux-gnu',
  TERM: 'xterm-256color',
}

const NAMES = new Set(
  'USER LOGNAME UID EUID PPID BASHPID HOSTNAME HOST RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS COLUMNS LINES SHLVL $ ! ? # - HOSTTYPE BASH_VERSION LANG'.split(
    ' ',
  ),
)

/** The words a variable holds; an unset variable is unknown, positions at the top of a line are empty. */
export function valueOf(name: string, variables: Variables): readonly Text[] {
  const assigned = variables.assigned(name)
  const conventional = CONVENTIONAL[name]
  if (assigned !== undefined && (assigned !== LEFT_UNSET || conventional === undefined)) return assigned.words
  if (conventional !== undefined) return [text(conventional)]
  if (NAMES.has(name)) return [text(SOME_NAME)]
  if (name === 'PWD') return [text(variables.folder() || `${HOME_FOLDER}/${SOME_NAME}`)]
  if (/^(?:[@*_]|\d+)$/u.test(name)) return []
  return [text(ANY_WORDS)]
}

/** What `${…}` gives: one text, or the items of an array. */
export function expandParameter(part: ParameterExpansionPart, variables: Variables): readonly Text[] {
  const name = nameOf(part, variables)
  const all = name === undefined ? [text(ANY_TEXT)] : valueOf(name, variables)
  if (part.prefix === '#') return [text(isSymbolic(all[0]?.value ?? '') ? SOME_NAME : lengthOf(part, all))]
  const isList = part.index?.text === '@' || part.index?.text === '*' || name === '@' || name === '*'
  const chosen = isList ? all : [elementOf(part, all, variables)]
  const { operation } = part
  if (operation === undefined) return chosen
  if (operation.type === 'Default') return withDefault(part, name, chosen, variables)
  if (operation.type === 'Slice' && isList) return [text(ANY_WORDS, join(all, '').from)]
  return chosen.map((one) => transform(part, one, variables))
}

function nameOf(part: ParameterExpansionPart, variables: Variables): string | undefined {
  if (part.prefix !== '!') return part.parameter
  const target = valueOf(part.parameter, variables)[0]?.value ?? ''
  return /^\w+$/u.test(target) ? target : undefined
}

function lengthOf(part: ParameterExpansionPart, all: readonly Text[]): string {
  return String(part.index === undefined ? (all[0]?.value.length ?? 0) : all.length)
}

function elementOf(part: ParameterExpansionPart, all: readonly Text[], variables: Variables): Text {
  if (part.index === undefined) return all[0] ?? EMPTY
  const index = variables.textOf(part.index).value
  if (!/^-?\d{1,6}$/u.test(index)) return text(ANY_TEXT, join(all, '').from)
  return all.at(Number(index)) ?? EMPTY
}

function withDefault(
  part: ParameterExpansionPart,
  name: string | undefined,
  chosen: readonly Text[],
  variables: Variables,
): readonly Text[] {
  if (part.operation?.type !== 'Default') return chosen
  const { operator, operand } = part.operation
  const isEmpty = chosen.every((one) => one.value === '')
  // an unset variable is taken at the writer's word: its default is what it is expected to hold
  const isUnset =
    isEmpty || (name !== undefined && variables.assigned(name) === undefined && !(name in CONVENTIONAL))
  if (operator.endsWith('+')) return [isEmpty ? EMPTY : variables.textOf(operand)]
  if (operator.endsWith('?') || !isUnset) return chosen
  const value = variables.textOf(operand)
  if (operator.endsWith('=') && name !== undefined) variables.assign(name, value)
  return [value]
}

function transform(part: ParameterExpansionPart, value: Text, variables: Variables): Text {
  const { operation } = part
  if (operation === undefined || operation.type === 'Default') return value
  if (operation.type === 'Slice') {
    const offset = variables.textOf(operation.offset).value.trim()
    const length = operation.length && variables.textOf(operation.length).value.trim()
    return slice(value, offset, length)
  }
  if (operation.type === 'Transform' && operation.operand.text === 'P') return variables.expandPrompt(value)
  if (operation.type === 'Transform' && /^[QEKAa]?$/u.test(operation.operand.text)) return value
  if (isSymbolic(value.value)) return text(ANY_TEXT, value.from)
  if (operation.type === 'CaseModification')
    return text(changeCase(value.value, operation.operator), value.from)
  if (operation.type === 'Remove') {
    const pattern = variables.textOf(operation.operand).value
    return text(isSymbolic(pattern) ? ANY_TEXT : remove(value.value, pattern, operation.operator), value.from)
  }
  if (operation.type === 'Replace') {
    const pattern = variables.textOf(operation.pattern).value
    const replacement = variables.textOf(operation.replacement)
    if (
      isSymbolic(pattern) ||
      /[*?[]/u.test(pattern) ||
      (operation.operator.length === 2 && operation.operator !== '//')
    )
      return text(ANY_TEXT, value.from)
    const replaced =
      operation.operator === '//'
        ? value.value.split(pattern || '\0').join(replacement.value)
        : value.value.replace(pattern, () => replacement.value)
    return text(replaced, value.from)
  }
  return text(ANY_TEXT, value.from)
}

/** The start of a symbolic text may be known even when its end is not (`${HOME:0:1}`). */
function slice(value: Text, offset: string, length: string | undefined): Text {
  if (!/^-?\d{1,6}$/u.test(offset) || (length !== undefined && !/^-?\d{1,6}$/u.test(length)))
    return text(ANY_TEXT, value.from)
  const size = value.value.length
  const start = Number(offset) < 0 ? size + Number(offset) : Number(offset)
  const end =
    length === undefined ? size : Number(length) < 0 ? size + Number(length) : start + Number(length)
  const isPlain = !isSymbolic(value.value.slice(0, Math.max(0, end))) && Number(offset) >= 0
  return text(
    isPlain || !isSymbolic(value.value) ? value.value.slice(Math.max(0, start), end) : ANY_TEXT,
    value.from,
  )
}

function changeCase(value: string, operator: string): string {
  const change = (part: string) => (operator.startsWith('^') ? part.toUpperCase() : part.toLowerCase())
  return operator.length === 2 ? change(value) : change(value.slice(0, 1)) + value.slice(1)
}

// trying every cut of a long value against a glob is quadratic; such values are left unknown
const LONGEST_CUT = 512

function remove(value: string, pattern: string, operator: '#' | '##' | '%' | '%%'): string {
  if (value.length > LONGEST_CUT || pattern.includes('[')) return ANY_TEXT
  const matches = globMatcher(pattern)
  const cuts = Array.from({ length: value.length + 1 }, (_, index) => index)
  const isPrefix = operator.startsWith('#')
  const takesShortest = operator.length === 1
  if (isPrefix !== takesShortest) cuts.reverse()
  for (const cut of cuts) {
    if (isPrefix && matches(value.slice(0, cut))) return value.slice(cut)
    if (!isPrefix && matches(value.slice(cut))) return value.slice(0, cut)
  }
  return value
}
