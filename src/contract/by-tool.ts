const MOST_TOOLS_KEPT = 1000

// every clause asks about the tool of the same call one after the other, so its number is looked up once
const numbers = new Map<string, number>()
let generation = 0
let lastTool: string | undefined
let lastNumber = 0

/** Agents call few tools many times; bounded, because the names are theirs. */
function numberOf(tool: string): number {
  if (tool === lastTool) return lastNumber
  let number = numbers.get(tool)
  if (number === undefined) {
    if (numbers.size >= MOST_TOOLS_KEPT) {
      numbers.clear()
      generation += 1
    }
    number = numbers.size
    numbers.set(tool, number)
  }
  lastTool = tool
  lastNumber = number
  return number
}

const UNASKED = 0
const NO = 1
const YES = 2

/** Remembers the answers of a pure question about tools, so that an index into a list replaces the matching. */
export function byTool(ask: (tool: string) => boolean): (tool: string) => boolean {
  let answers: number[] = []
  let answersOf = generation
  return (tool) => {
    const number = numberOf(tool)
    if (answersOf !== generation) {
      answers = []
      answersOf = generation
    }
    while (answers.length <= number) answers.push(UNASKED)
    const known = answers[number]!
    if (known !== UNASKED) return known === YES
    const answer = ask(tool)
    answers[number] = answer ? YES : NO
    return answer
  }
}
