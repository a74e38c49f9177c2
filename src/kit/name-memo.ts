const MOST_NAMES_KEPT = 1000

/**
 * Remembers the answers of a pure question about names. Agents call few tools many times, so a lookup replaces
 * the matching; bounded, because the names are theirs.
 */
export function byName<T>(ask: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  let lastName: string | undefined
  let lastAnswer: T | undefined
  return (name) => {
    if (name === lastName) return lastAnswer as T
    let answer = known.get(name)
    if (answer === undefined) {
      answer = ask(name)
      if (known.size >= MOST_NAMES_KEPT) known.clear()
      known.set(name, answer)
    }
    lastName = name
    lastAnswer = answer
    return answer
  }
}
