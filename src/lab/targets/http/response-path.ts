import { HoldfastError } from '../../../kit/errors.ts'
import type { JsonValue } from '../../../model/index.ts'

export type PathResult =
  | { readonly found: true; readonly value: JsonValue }
  | { readonly found: false; readonly message: string }

export type ResponsePath = (body: JsonValue) => PathResult

type Step = string | number

/** `$.choices[0].message['content']`, `items.-1.text`: keys, and places in lists counted from either end. */
export function responsePath(written: string): ResponsePath {
  const steps = parseSteps(written)
  return (body) => {
    let value = body
    for (const [index, step] of steps.entries()) {
      const next = stepInto(value, step)
      if (next === undefined)
        return {
          found: false,
          message: `response_path \`${written}\`: ${whereOf(steps.slice(0, index))} has no ${shownStep(step)}; ${contentOf(value)}`,
        }
      value = next
    }
    return { found: true, value }
  }
}

const NAME = /[^.[\]]+/uy
const BRACKET = /\[(?:(-?\d{1,9})|'([^']*)'|"([^"]*)")\]/uy

function parseSteps(written: string): readonly Step[] {
  const text = written.trim().replace(/^\$/u, '')
  const steps: Step[] = []
  let at = 0
  while (at < text.length) {
    const bracket = matchAt(BRACKET, text, at)
    if (bracket !== null) {
      steps.push(bracket[1] === undefined ? (bracket[2] ?? bracket[3] ?? '') : Number(bracket[1]))
      at += bracket[0].length
      continue
    }
    if (text[at] === '.' || (at === 0 && steps.length === 0)) {
      const from = text[at] === '.' ? at + 1 : at
      const name = matchAt(NAME, text, from)
      if (name !== null) {
        steps.push(name[0])
        at = from + name[0].length
        continue
      }
      if (text.length === 1 || text[from] === '[') {
        at = from
        continue
      }
    }
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `response_path \`${written}\` cannot be read at character ${at + written.length - text.length + 1}`,
      "write keys and places such as `choices[0].message.content` or `data['my.key'][-1]`",
    )
  }
  return steps
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function stepInto(value: JsonValue, step: Step): JsonValue | undefined {
  if (Array.isArray(value)) {
    const index = typeof step === 'number' ? step : /^-?\d{1,9}$/u.test(step) ? Number(step) : undefined
    return index === undefined ? undefined : (value as readonly JsonValue[]).at(index)
  }
  if (typeof value !== 'object' || value === null) return undefined
  const key = String(step)
  return Object.hasOwn(value, key) ? (value as Readonly<Record<string, JsonValue>>)[key] : undefined
}

function shownStep(step: Step): string {
  return typeof step === 'number' ? `place ${step}` : `\`${step}\``
}

function whereOf(steps: readonly Step[]): string {
  if (steps.length === 0) return 'the answer'
  const path = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
  return `\`${path.replace(/^\./u, '')}\``
}

const MOST_KEYS = 12

function contentOf(value: JsonValue): string {
  if (Array.isArray(value)) return `it is a list of ${value.length}`
  if (typeof value !== 'object' || value === null)
    return `it is ${value === null ? 'null' : `a ${typeof value}`}`
  const keys = Object.keys(value)
  if (keys.length === 0) return 'it is empty'
  const shown = keys.slice(0, MOST_KEYS).map((key) => `\`${key.slice(0, 60)}\``)
  return `it has ${shown.join(', ')}${keys.length > MOST_KEYS ? ' and more' : ''}`
}
