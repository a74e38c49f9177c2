import { expect, test } from 'vitest'
import { commandWords } from './command-words.ts'
import { createTail } from './tail.ts'

test('a log is cut into lines wherever the pipe was cut, and keeps the newest', () => {
  const tail = createTail()
  const heard: string[] = []
  tail.follow((line) => heard.push(line))
  for (const byte of Buffer.from('one\r\ntwö\nthree')) tail.push(Buffer.from([byte]))
  expect(heard).toEqual(['one', 'twö'])
  expect(tail.text()).toBe('one\ntwö\nthree')
  expect(tail.lastLine()).toBe('three')
})

test('a log cannot paint the terminal of whoever reads it', () => {
  const tail = createTail()
  tail.push(Buffer.from('\u001b[31mred\u001b[0m \u001b]0;title\u0007\n\u0000end'))
  expect(tail.text()).toBe('red ]0;title\nend')
})

test('whoever comes late hears what is still kept', () => {
  const tail = createTail()
  tail.push(Buffer.from('early\n'))
  const heard: string[] = []
  const stop = tail.follow((line) => heard.push(line))
  stop()
  tail.push(Buffer.from('late\n'))
  expect(heard).toEqual(['early'])
})

test.each([
  ['node agent.mjs --port {port}', ['node', 'agent.mjs', '--port', '{port}']],
  [`python3 -c 'print("a b")'`, ['python3', '-c', 'print("a b")']],
  ['run "two words" a\\ b ""', ['run', 'two words', 'a b', '']],
  ['  spaced   out  ', ['spaced', 'out']],
])('%s is split as a shell would', (line, words) => {
  expect(commandWords(line)).toEqual(words)
})

test('nothing of a shell but its quotes is understood', () => {
  expect(commandWords('echo $HOME; rm -rf * | cat')).toEqual(['echo', '$HOME;', 'rm', '-rf', '*', '|', 'cat'])
  expect(() => commandWords('echo "open')).toThrow('never closed')
})
