// A server made of lines: keeps every line it gets as it came, and says whatever it is told to.
import { appendFileSync } from 'node:fs'

const log = process.env.LINE_LOG
if (process.env.IGNORE_END === '1') setInterval(() => undefined, 1000)
appendFileSync(`${log}.pid`, `${process.pid}\n`)
process.on('SIGTERM', () => {
  appendFileSync(`${log}.signals`, 'SIGTERM\n')
  process.exit(Number(process.env.EXIT_ON_TERM ?? 143))
})

// a carriage return ends a line here, as it does for many readers
let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk) => {
  const parts = (rest + chunk).split('\n')
  rest = parts.pop()
  for (const part of parts) {
    appendFileSync(log, `${JSON.stringify(part)}\n`)
    for (const line of part.split('\r')) answer(line)
  }
})

function answer(line) {
  let message
  try {
    message = JSON.parse(line)
  } catch {
    return
  }
  for (const each of [message].flat()) {
    if (each?.method === 'tools/call') appendFileSync(`${log}.ran`, `${each.params?.name}\n`)
    if (each?.params?.say !== undefined) process.stdout.write(`${each.params.say}\n`)
    const { say, hiddenSay } = each?.params?.arguments ?? {}
    if (say !== undefined) process.stdout.write(`${say}\n`)
    if (hiddenSay !== undefined) process.stdout.write(`${Buffer.from(hiddenSay, 'base64')}\n`)
  }
}
