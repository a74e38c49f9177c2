import fc from 'fast-check'
import { expect, test } from 'vitest'
import { push, startWindow } from '../kit/divergence.ts'
import { pushTool, startToolWindow } from './tool-window.ts'

const tools = fc.array(fc.constantFrom('Read', 'Write', 'Bash'), { maxLength: 40 })

test('a shared window goes the way of one that is not', () => {
  fc.assert(
    fc.property(tools, fc.integer({ min: 1, max: 6 }), (called, size) => {
      let [shared, own] = [startToolWindow(size), startWindow(size)]
      for (const tool of called) {
        shared = pushTool(shared, tool)
        own = push(own, tool)
        expect(shared).toEqual(own)
      }
    }),
  )
})

test('windows of the same size are one object for as long as they hold the same', () => {
  const [left, right] = [startToolWindow(2), startToolWindow(2)]
  expect(pushTool(left, 'Read')).toBe(pushTool(right, 'Read'))
  expect(pushTool(left, 'Write')).not.toBe(pushTool(right, 'Read'))
})

test('a window is never changed in place', () => {
  let window = startToolWindow(3)
  for (const tool of ['Read', 'Read', 'Write', 'Read', 'Bash']) {
    const before = structuredClone(window)
    const next = pushTool(window, tool)
    expect(window).toEqual(before)
    window = next
  }
})
