import { HoldfastError } from '../../kit/errors.ts'

/** Splits a command line as a shell would, without a shell: quotes and backslashes, no variables, no pipes. */
export function commandWords(command: string | readonly string[]): readonly string[] {
  if (typeof command !== 'string') return command
  const words: string[] = []
  let word: string | undefined
  let quote: string | undefined
  for (let at = 0; at < command.length; at++) {
    const char = command[at]!
    if (char === '\\' && quote !== "'" && at + 1 < command.length) word = (word ?? '') + command[++at]!
    else if (quote !== undefined) {
      if (char === quote) quote = undefined
      else word += char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (/\s/u.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + char
  }
  if (quote !== undefined)
    throw new HoldfastError(
      'HF_INVALID_FILE',
      `agent.command \`${command}\` has a ${quote} that is never closed`,
      'write it as a list of words: ["node", "agent.mjs"]',
    )
  if (word !== undefined) words.push(word)
  return words
}
