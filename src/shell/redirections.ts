import type { Redirection } from 'unbash'
import type { Shell } from './call.ts'
import type { ScopedExpansion } from './scoped-expansion.ts'
import { asOneWord } from './symbols.ts'
import { FILE_ON_DISK, text, type Text } from './text.ts'
import { expandHereDoc, expandToText } from './words.ts'

/** What a command reads and where its output goes. */
export interface Redirected {
  readonly stdin: Text | undefined
  readonly outputPath: Text | undefined
}

type Files = Pick<Shell, 'readFile' | 'writeFile' | 'variable' | 'setVariable'>

/** Follows redirections in their order; descriptors above 2 become files that later ones can read. */
export function redirect(
  redirects: readonly Redirection[],
  expansion: ScopedExpansion,
  world: Files,
): Redirected {
  let stdin = expansion.scope.stdin
  let outputPath: Text | undefined
  for (const one of redirects) {
    const descriptor = one.descriptor?.type === 'FileDescriptor' ? one.descriptor.value : undefined
    const feed = (input: Text): void => {
      if (descriptor !== undefined && descriptor > 2) world.writeFile(`/dev/fd/${descriptor}`, input)
      else stdin = input
    }
    if (one.type === 'HereDoc') {
      feed(expandHereDoc(one.body, one.delimiter?.quoted === true, expansion))
      continue
    }
    if (one.target === undefined) continue
    const target = expandToText(one.target, expansion)
    if (one.type === 'HereString') feed(text(`${asOneWord(target.value)}\n`, target.from))
    else if (one.operator === '<' || one.operator === '<>') feed(world.readFile(target.value) ?? FILE_ON_DISK)
    else if (one.operator === '<&') feed(world.readFile(`/dev/fd/${target.value}`) ?? FILE_ON_DISK)
    else if (one.operator === '>&' && /^\d+$/u.test(target.value))
      outputPath = world.variable(`&${target.value}`)?.words[0] ?? outputPath
    else if (target.value === '-') continue
    else if (descriptor === undefined || descriptor === 1) outputPath = target
    else world.setVariable(`&${descriptor}`, [target])
  }
  return { stdin, outputPath }
}
