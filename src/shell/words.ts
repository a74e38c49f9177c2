import {
  forEachChild,
  type CommandExpansionPart,
  parse,
  type HereDocBody,
  type ParsedScript,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash'
import { expandBraces } from './braces.ts'
import { DEFAULT_SEPARATORS, Fields } from './fields.ts'
import { expandParameter, valueOf, type Variables } from './parameters.ts'
import { ANY_WORDS, GLOB_ONE, GLOB_STAR, isSymbolic, plainText, SOME_NAME } from './symbols.ts'
import { EMPTY, text, type Span, type Text } from './text.ts'

/** What expanding words needs from the walk that meets them. */
export interface Expansion extends Variables {
  /** The same for text that was put together anew, whose own positions mean nothing; it stands at `span`. */
  rewritten(span: Span): Expansion
  /** Follows the names in arithmetic, whose values are read as arithmetic again. */
  runNames(expression: string): void
  /** The output of `$(…)`. */
  substitute(script: ParsedScript | undefined): Text
  /** The path that `<(…)` stands for. */
  openInput(script: ParsedScript | undefined): Text
  /** The path that `>(…)` stands for. */
  openOutput(script: ParsedScript | undefined): Text
}

const PLAIN_WORD = /^[\w\-./:=,+@%^]*$/u

/** The words a list of shell words becomes after every expansion. */
export function expandWords(words: readonly Word[], expansion: Expansion): readonly Text[] {
  const out: Text[] = []
  for (const word of words) {
    if (PLAIN_WORD.test(word.text)) out.push({ value: word.text, from: EMPTY.from })
    else out.push(...expandOne(word, expansion))
  }
  return out
}

function expandOne(word: Word, expansion: Expansion): readonly Text[] {
  if (word.parts?.some((part) => part.type === 'BraceExpansion')) return expandBraced(word, expansion)
  const fields = new Fields(true, valueOf('IFS', expansion)[0]?.value ?? DEFAULT_SEPARATORS)
  addWord(word, fields, expansion)
  return fields.all()
}

/** Braces are expanded in the written text, before anything else, so each result is read again as a word. */
function expandBraced(word: Word, expansion: Expansion): readonly Text[] {
  const sources = expandBraces(word.text)
  if (sources === undefined) return [text(ANY_WORDS)]
  return sources.flatMap((source) => {
    const command = parse(`: ${source}`).commands[0]?.command
    const read = command?.type === 'Command' ? command.args[0] : undefined
    if (read?.type !== 'Word') return source === '' ? [] : [text(source)]
    const fields = new Fields(true, valueOf('IFS', expansion)[0]?.value ?? DEFAULT_SEPARATORS)
    addWord(read, fields, expansion.rewritten(spanOf(word)))
    return fields.all()
  })
}

/** A word that stays one word: an assigned value, a here-string, the target of a redirection. */
export function expandToText(word: Word, expansion: Expansion): Text {
  if (PLAIN_WORD.test(word.text)) return text(word.text)
  const fields = new Fields(false)
  addWord(word, fields, expansion)
  return fields.all()[0] ?? EMPTY
}

/** The content of a here-document. */
export function expandHereDoc(body: HereDocBody, isQuoted: boolean, expansion: Expansion): Text {
  if (isQuoted || body.parts === undefined)
    return text(isQuoted ? body.text : body.text.replaceAll(/\\([$`\\])/gu, '$1'))
  const fields = new Fields(false)
  for (const part of body.parts) addPart(part, fields, true, expansion)
  return fields.all()[0] ?? EMPTY
}

function addWord(word: Word, fields: Fields, expansion: Expansion): void {
  const parts = word.parts
  if (parts === undefined) {
    addLiteral(word.value, word.text.startsWith('~'), fields, expansion)
    return
  }
  for (const [index, part] of parts.entries()) {
    if (part.type === 'Literal')
      addLiteral(part.value, index === 0 && part.text.startsWith('~'), fields, expansion)
    else addPart(part, fields, false, expansion)
  }
}

function addLiteral(value: string, isTilde: boolean, fields: Fields, expansion: Expansion): void {
  if (!isTilde) {
    fields.literal(value)
    return
  }
  const slash = value.indexOf('/')
  const user = value.slice(1, slash < 0 ? undefined : slash)
  fields.quoted(homeOf(user, expansion))
  fields.literal(slash < 0 ? '' : value.slice(slash))
}

function homeOf(user: string, expansion: Expansion): Text {
  if (user === '') return valueOf('HOME', expansion)[0] ?? EMPTY
  if (user === '+') return valueOf('PWD', expansion)[0] ?? EMPTY
  if (user === '-') return valueOf('OLDPWD', expansion)[0] ?? EMPTY
  return text(user === 'root' ? '/root' : `/home/${user}`)
}

function addPart(part: WordPart, fields: Fields, isQuoted: boolean, expansion: Expansion): void {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
      fields.literal(part.value)
      return
    case 'AnsiCQuoted':
      fields.literal(isSymbolic(part.text) ? part.value : plainText(part.value))
      return
    case 'Glob':
      fields.literal(!fields.splits ? part.text : part.kind === 'star' ? GLOB_STAR : GLOB_ONE)
      return
    case 'ExtendedGlob':
      fields.literal(fields.splits ? GLOB_STAR : part.text)
      return
    case 'BraceExpansion':
      fields.literal(part.text)
      return
    case 'DoubleQuoted':
    case 'LocaleString':
      if (part.parts.length === 0) fields.literal('')
      for (const child of part.parts) addPart(child, fields, true, expansion)
      return
    case 'ProcessSubstitution':
      fields.quoted(
        part.operator === '<' ? expansion.openInput(part.script) : expansion.openOutput(part.script),
      )
      return
    case 'SimpleExpansion':
      addVariable(part.text.slice(1), fields, isQuoted, expansion)
      return
    case 'ParameterExpansion':
      fields.list(orEmpty(expandParameter(part, expansion), isQuoted), isQuoted)
      return
    case 'CommandExpansion':
      // escaped backquotes are read from a text of their own
      if (part.script?.source !== undefined)
        addSubstitution(part, fields, isQuoted, expansion.rewritten(spanOf(part)))
      else addSubstitution(part, fields, isQuoted, expansion)
      return
    case 'ArithmeticExpansion':
      for (const script of substitutionsIn(part)) expansion.substitute(script)
      expansion.runNames(part.text)
      addOne(
        text(/^\$\(\(\s*\d+\s*\)\)$/u.test(part.text) ? part.text.slice(3, -2).trim() : SOME_NAME),
        fields,
        isQuoted,
      )
  }
}

/** The scripts of every `$(…)` below a node that starts nothing itself, such as arithmetic. */
export function substitutionsIn(node: SyntaxNode): readonly ParsedScript[] {
  const found: ParsedScript[] = []
  const visit = (child: SyntaxNode): void => {
    const isScript = child.type === 'CommandExpansion' || child.type === 'ArithmeticCommandExpansion'
    if (isScript || child.type === 'ProcessSubstitution') {
      if (child.script !== undefined) found.push(child.script)
    } else forEachChild(child, visit)
  }
  forEachChild(node, visit)
  return found
}

/** The words below a node, such as the operands of `[[ … ]]`. */
export function wordsIn(node: SyntaxNode): readonly Word[] {
  const found: Word[] = []
  const visit = (child: SyntaxNode): void => {
    if (child.type === 'Word') found.push(child)
    else forEachChild(child, visit)
  }
  forEachChild(node, visit)
  return found
}

function addSubstitution(
  part: CommandExpansionPart,
  fields: Fields,
  isQuoted: boolean,
  expansion: Expansion,
): void {
  addOne(withoutLastNewlines(expansion.substitute(part.script)), fields, isQuoted)
}

function spanOf(node: Pick<Word, 'pos' | 'end'>): Span {
  return { start: node.pos, end: node.end }
}

function addVariable(name: string, fields: Fields, isQuoted: boolean, expansion: Expansion): void {
  const values = valueOf(name, expansion)
  const isList = name === '@' || name === '*'
  fields.list(isList ? values : orEmpty(values.slice(0, 1), isQuoted), isQuoted)
}

/** Quoted, even nothing makes a word. */
function orEmpty(values: readonly Text[], isQuoted: boolean): readonly Text[] {
  return isQuoted && values.length === 0 ? [EMPTY] : values
}

function addOne(value: Text, fields: Fields, isQuoted: boolean): void {
  if (isQuoted) fields.quoted(value)
  else fields.unquoted(value)
}

function withoutLastNewlines(output: Text): Text {
  let end = output.value.length
  while (end > 0 && output.value[end - 1] === '\n') end -= 1
  return end === output.value.length ? output : text(output.value.slice(0, end), output.from)
}
