import { behave } from './behave.mjs'

let prompt = process.argv[2]
if (prompt === undefined) {
  prompt = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) prompt += chunk
}
process.stdout.write(`${await behave(prompt)}\n`)
