import type { Window } from '../window.ts'
import { recogniseBasicCredentials, recogniseBearerToken } from './bearer-token.ts'
import { DISCORD_STARTS, recogniseDiscordToken } from './discord-token.ts'
import { KEY_FORMATS } from './formats.ts'
import { recogniseJsonWebToken } from './json-web-token.ts'
import { KeyTrie } from './key-trie.ts'
import { prefixedKeyRecogniser } from './prefixed-key.ts'
import { recogniseSendGridKey } from './sendgrid-key.ts'

const trie = new KeyTrie()
for (const format of KEY_FORMATS) trie.put(format.prefix, prefixedKeyRecogniser(format))
for (const start of DISCORD_STARTS) trie.put(start, recogniseDiscordToken)
trie.put('eyJ', recogniseJsonWebToken)
trie.put('SG.', recogniseSendGridKey)
for (const word of ['Bearer ', 'bearer ']) trie.put(word, recogniseBearerToken)
for (const word of ['Basic ', 'basic ']) trie.put(word, recogniseBasicCredentials)
trie.seal()

/** Letters that start a key of any kind. */
export const KEY_LETTERS = trie.firstCharacters

const KEY_PAIRS = trie.firstPairs()

/** Can no key start with these two characters? Spares most words the walk. */
export function startsNoKey(first: number, second: number): boolean {
  return second >= 128 || KEY_PAIRS[(first << 7) | second] === 0
}

/** Called where a word starts with a letter. */
export function recogniseWordKey(window: Window, position: number): boolean {
  return trie.recognise(window, position)
}
