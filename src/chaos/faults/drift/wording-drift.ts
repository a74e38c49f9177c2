/** Whole phrases in any case, so that agents that look for one wording meet another. */
const REFUSALS: readonly (readonly [string, string])[] = [
  ["i can't do that", "I'm not able to help with that"],
  ['i can’t do that', "I'm not able to help with that"],
  ["i can't", "I'm unable to"],
  ['i cannot', "I'm unable to"],
  ['not allowed', 'outside what is permitted'],
]

const TONES: readonly (readonly [string, string])[] = [
  ['i would like to', 'I wanna'],
  ['cannot', "can't"],
  ['please', 'pls'],
  ['certainly', 'sure'],
]

export function rephraseRefusal(reply: string): string {
  return replacedAll(reply, REFUSALS)
}

export function shiftTone(reply: string): string {
  return replacedAll(reply, TONES)
}

function replacedAll(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((sofar, [phrase, other]) => replaced(sofar, phrase, other), text)
}

/** Plain search in the lower-cased text; a text whose case changes its length is searched as it is. */
function replaced(text: string, phrase: string, other: string): string {
  const lower = text.toLowerCase()
  const searched = lower.length === text.length ? lower : text
  const parts: string[] = []
  let from = 0
  for (let at = searched.indexOf(phrase); at >= 0; at = searched.indexOf(phrase, from)) {
    parts.push(text.slice(from, at), other)
    from = at + phrase.length
  }
  return from === 0 ? text : parts.join('') + text.slice(from)
}
