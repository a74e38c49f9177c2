import { createPiiScanner } from '../../pii/index.ts'
import { entryOf, type Located, type RawProblem } from '../../kit/source/index.ts'

const REFERENCE_ONLY = /^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/u

/** Providers that need no key; whatever stands there is not one. */
const KEYLESS = new Set(['ollama'])

/**
 * Keys belong in the environment and not in a file that is committed. Looks at the file as written, before variables
 * are filled in: `api_key` must be a reference and nothing else, and nothing that is plainly a key may stand elsewhere
 * in `agent` and `model`. Prompts may hold made-up ones.
 */
export function literalKeys(root: Located): readonly RawProblem[] {
  const problems: RawProblem[] = []
  const scanner = createPiiScanner({ groups: ['api_key'] })
  for (const section of ['agent', 'model'] as const) {
    const node = entryOf(root, section)?.value
    if (node === undefined) continue
    const provider = entryOf(node, 'provider')?.value
    const isKeyless =
      section === 'model' &&
      (provider === undefined || (provider.kind === 'scalar' && KEYLESS.has(provider.written.toLowerCase())))
    walk(node, section, (text, path, offset) => {
      const isKeyField = path === `${section}.api_key` && !isKeyless && !REFERENCE_ONLY.test(text)
      if (isKeyField || scanner.has(text)) problems.push(refused(path, offset))
    })
  }
  return problems
}

function walk(
  node: Located,
  path: string,
  visit: (text: string, path: string, offset: number) => void,
): void {
  if (node.kind === 'list') node.items.forEach((item, index) => walk(item, `${path}[${index}]`, visit))
  else if (node.kind === 'map')
    for (const { key, value } of node.entries) walk(value, `${path}.${key}`, visit)
  else if (typeof node.value === 'string') visit(node.value, path, node.start)
}

function refused(path: string, offset: number): RawProblem {
  const isField = path.endsWith('.api_key')
  return {
    code: 'literal-key',
    path,
    offset,
    message: isField
      ? `${path} must be a reference to an environment variable, not a key`
      : `${path} holds an API key`,
    hint: 'put the key into the environment and write ${NAME}',
  }
}
