import { didYouMean } from '../../kit/nearest-name.ts'
import type { Place } from '../../kit/shape/index.ts'
import {
  entryOf,
  hasErrors,
  parseYaml,
  problemIn,
  sourceText,
  type Located,
  type Problem,
  type RawProblem,
  type SourceText,
} from '../../kit/source/index.ts'
import type { Contract } from '../contract.ts'
import { TEMPLATES } from '../templates/index.ts'
import { builtInVocabulary, type Vocabulary } from '../vocabulary.ts'
import { assemble, missingKeys } from './assemble.ts'
import {
  clausesOf,
  contractDocument,
  inlineContract,
  isTestConfiguration,
  withoutProcess,
} from './document.ts'
import { placed, type Layer } from './layer.ts'
import { findContradictions, strategyNames } from './whole-contract.ts'

/** Contracts are written by people; anything larger is not one. */
export const MAX_CONTRACT_CHARS = 1_048_576

const MAX_EXTENDS_DEPTH = 8

export type FileText =
  | { readonly ok: true; readonly file: string; readonly text: string }
  | { readonly ok: false; readonly reason: string }

/** Reads a file named in a contract, relative to the file that names it. */
export type ReadFile = (path: string, from: string) => FileText

export interface LoadOptions {
  readonly vocabulary?: Vocabulary
  /** Unknown keys and operators become warnings. */
  readonly lenient?: boolean
  /** Without it, `extends` can only name templates. */
  readonly readFile?: ReadFile
  /** What a test configuration goes through before it is read; it may report problems of its own. */
  readonly prepare?: (root: Located, report: (problem: RawProblem) => void) => Located
}

export interface LoadResult {
  /** Absent when there is any error. */
  readonly contract?: Contract
  readonly problems: readonly Problem[]
  readonly sources: readonly SourceText[]
}

/** Reads a contract of any dialect. Never throws; every problem is told in one go. */
export function loadContract(file: string, text: string, options: LoadOptions = {}): LoadResult {
  const loading = new Loading(options)
  const [own, ...bases] = loading.read(sourceText(file, text), [])
  const { sources, problems } = loading
  if (own !== undefined) problems.push(...missingKeys([own, ...bases]))
  const told = inFileOrder(problems)
  return own === undefined || hasErrors(told)
    ? { problems: told, sources }
    : { contract: assemble([own, ...bases]), problems: told, sources }
}

class Loading {
  readonly problems: Problem[] = []
  readonly sources: SourceText[] = []
  readonly #vocabulary: Vocabulary
  readonly #lenient: boolean
  readonly #readFile: ReadFile | undefined
  readonly #prepare: NonNullable<LoadOptions['prepare']>

  constructor({
    vocabulary = builtInVocabulary(),
    lenient = false,
    readFile,
    prepare = (root) => root,
  }: LoadOptions) {
    this.#vocabulary = vocabulary
    this.#lenient = lenient
    this.#readFile = readFile
    this.#prepare = prepare
  }

  /** The file's own layer first, then what it builds on. */
  read(source: SourceText, through: readonly string[]): readonly Layer[] {
    this.sources.push(source)
    if (source.text.length > MAX_CONTRACT_CHARS) {
      this.#report(source, {
        code: 'too-large',
        path: '',
        offset: 0,
        message: `the file is larger than ${MAX_CONTRACT_CHARS / 1_048_576} MiB, which no contract is`,
      })
      return []
    }
    const { root: whole, inSpite: root = whole, problems } = parseYaml(source)
    this.problems.push(...problems)
    if (root === undefined) return []
    if (root.kind !== 'map') {
      this.#report(source, {
        code: 'wrong-type',
        path: '',
        offset: root.start,
        message: 'a contract must be a mapping at the top level',
        hint: 'start from a template: `holdfast template safety-minimal`',
      })
      return []
    }
    return isTestConfiguration(root)
      ? this.#testConfiguration(
          source,
          this.#prepare(root, (raw) => this.#report(source, raw)),
          through,
        )
      : this.#contractFile(source, root, through)
  }

  #contractFile(source: SourceText, whole: Located, through: readonly string[]): readonly Layer[] {
    const place = this.#place(source)
    const extended = entryOf(whole, 'extends')
    const written = entryOf(whole, 'dsl_version')?.value
    const version = written?.kind === 'scalar' ? written.written : undefined
    if (version === undefined && extended === undefined)
      place.report({
        level: 'warning',
        code: 'missing-dsl-version',
        path: 'dsl_version',
        offset: 0,
        message: 'no dsl_version is given; the contract is read as "0.3"',
        hint: 'write dsl_version: "0.4"',
      })
    // a contract that extends another speaks the language of today unless it says otherwise
    const hasProcess = version === undefined ? extended !== undefined : version !== '0.3'
    const root = hasProcess ? whole : withoutProcess(whole, place, version)
    const document = contractDocument(this.#vocabulary).read(root, place)
    const bases =
      document?.extends === undefined
        ? []
        : typeof document.extends === 'string'
          ? [document.extends]
          : document.extends
    const inherited = bases.flatMap((name) => this.#named(name, source, extended!.value.start, through))
    for (const problem of findContradictions(
      root,
      inherited.flatMap((layer) => strategyNames(layer.root)),
    ))
      place.report(problem)
    if (document === undefined) return []
    return [
      {
        dialect: hasProcess ? 'dsl-0.4' : 'dsl-0.3',
        document,
        clauses: placed(clausesOf(document), source),
        source,
        root,
      },
      ...inherited,
    ]
  }

  #testConfiguration(source: SourceText, root: Located, through: readonly string[]): readonly Layer[] {
    const place = this.#place(source)
    const entry = entryOf(root, 'contract')
    if (entry === undefined) {
      place.report({
        code: 'missing-key',
        path: 'contract',
        offset: 0,
        message: 'this test configuration has no contract',
        hint: 'add `contract:` with `name` and `invariants`, or `contract: {file: ./contract.yaml}`',
      })
      return []
    }
    const file = entryOf(entry.value, 'file')
    if (file?.value.kind === 'scalar')
      return this.#named(file.value.written, source, file.value.start, through)
    const document = inlineContract(this.#vocabulary).read(entry.value, {
      ...place,
      path: 'contract',
      subject: 'contract',
    })
    const ids = entryOf(entry.value, 'invariants')
    if (ids !== undefined)
      for (const problem of findContradictions(
        {
          kind: 'map',
          start: 0,
          end: 0,
          entries: [
            {
              key: 'invariants',
              keyStart: 0,
              value: { kind: 'map', start: 0, end: 0, entries: [{ ...ids, key: 'output' }] },
            },
          ],
        },
        [],
      ))
        place.report(problem)
    if (document === undefined) return []
    const { name, description = '', invariants } = document
    return [
      {
        dialect: 'test-configuration',
        document: { contractspec: '1.0', kind: 'agent', name, description, version: '0' },
        clauses: placed(invariants, source),
        source,
        root,
      },
    ]
  }

  /** A template's name, or a path relative to the file that names it. */
  #named(name: string, from: SourceText, offset: number, through: readonly string[]): readonly Layer[] {
    const refuse = (code: string, message: string, hint?: string): readonly Layer[] => {
      this.#report(from, { code, path: 'extends', offset, message, hint })
      return []
    }
    if (/^[a-z]+:\/\//u.test(name))
      return refuse(
        'remote-file',
        `\`${name}\` is not a file; contracts are not fetched from the network`,
        'keep a copy beside this file',
      )
    const template = Object.hasOwn(TEMPLATES, name) ? TEMPLATES[name] : undefined
    if (template === undefined && !/[./\\]/u.test(name))
      return refuse(
        'unknown-template',
        `there is no template \`${name}\``,
        didYouMean(name, Object.keys(TEMPLATES)),
      )
    const read: FileText =
      template === undefined
        ? (this.#readFile?.(name, from.file) ?? { ok: false, reason: 'files cannot be read here' })
        : { ok: true, file: `template:${name}`, text: template }
    if (!read.ok) return refuse('unreadable-file', `cannot read \`${name}\`: ${read.reason}`)
    const chain = [...through, from.file]
    if (chain.includes(read.file))
      return refuse('extends-cycle', `the contract extends itself: ${[...chain, read.file].join(' → ')}`)
    if (chain.length > MAX_EXTENDS_DEPTH)
      return refuse('extends-too-deep', `more than ${MAX_EXTENDS_DEPTH} contracts extend one another`)
    return this.read(sourceText(read.file, read.text), chain)
  }

  #place(source: SourceText): Place {
    return { path: '', subject: '', lenient: this.#lenient, report: (raw) => this.#report(source, raw) }
  }

  #report(source: SourceText, raw: RawProblem): void {
    this.problems.push(problemIn(source, raw))
  }
}

function inFileOrder(problems: readonly Problem[]): readonly Problem[] {
  const files = [...new Set(problems.map(({ file }) => file))]
  return [...problems].sort(
    (left, right) =>
      files.indexOf(left.file) - files.indexOf(right.file) ||
      left.line - right.line ||
      left.column - right.column,
  )
}
