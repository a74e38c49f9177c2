/** Words in tool names that say nothing about the subject. */
const GENERIC = new Set(
  (
    'get fetch search find lookup look tool tools api data list read query call run exec execute check the mcp service ' +
    'server client request info information details detail by for from with new update create make set put post delete ' +
    'process handle agent function action user internal external system'
  ).split(' '),
)

const IRREGULAR: Readonly<Record<string, string>> = {
  sent: 'send',
  paid: 'pay',
  bought: 'buy',
  made: 'make',
  written: 'write',
  wrote: 'write',
  sold: 'sell',
}

/** What a tool is about, from its name: `process_refund` is about `refund`. */
export function toolWords(tool: string): ReadonlySet<string> {
  const spaced = tool.replaceAll(/([a-z])([A-Z])/gu, '$1 $2').toLowerCase()
  const words = spaced.match(/\p{L}{3,}/gu) ?? []
  return new Set(words.filter((word) => !GENERIC.has(word)).map(stem))
}

export function wordsIn(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map(stem))
}

/** Just enough to see that `booking`, `booked` and `books` are about the same. */
function stem(word: string): string {
  const plain = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word]! : word
  for (const ending of [
    'ations',
    'ation',
    'ings',
    'ing',
    'ions',
    'ion',
    'ies',
    'ied',
    'es',
    'ed',
    's',
    'e',
    'y',
  ])
    if (
      plain.endsWith(ending) &&
      plain.length - ending.length >= 3 &&
      !(ending === 's' && plain.endsWith('ss'))
    )
      return plain.slice(0, -ending.length)
  return plain
}
