import { expect, test } from 'vitest'
import { describeReporter, everyOutcome } from '../reporter.suite.ts'
import { reporterFor, reporterNamed } from '../find-reporter.ts'
import { REPORTERS } from './index.ts'
import { jsonReporter } from './json.ts'
import { junitReporter } from './junit.ts'
import { terminalReporter } from './terminal.ts'

/** Annotations at a place in a file; whatever did not fail has no place. */
const SHOWS_FAILURES = new Set(['sarif', 'github'])

for (const reporter of REPORTERS)
  describeReporter(reporter, { shows: SHOWS_FAILURES.has(reporter.name) ? 'failures' : 'everything' })

test('the terminal report fits eighty columns, except the commands that are there to be copied', () => {
  const text = terminalReporter.render({ result: everyOutcome() }, { colour: false, columns: 80 })
  const wide = text.split('\n').filter((line) => line.length > 80 && !line.includes('again'))
  expect(wide).toEqual([])
})

test('the terminal report says the failures before the matrix and the verdict last', () => {
  const text = terminalReporter.render({ result: everyOutcome() }, { colour: false, columns: 80 })
  expect(text.indexOf('again')).toBeLessThan(text.indexOf('flaky 1/4'))
  expect(text.indexOf('flaky 1/4')).toBeLessThan(text.indexOf('BROKEN'))
  expect(text).toContain('BROKEN: 3 critical cells failed, 1 cell could not be decided  (score 25.00)')
  expect(text).toContain('injected around the whole agent')
})

test('colours appear only where they are wanted', () => {
  const render = (colour: boolean) =>
    terminalReporter.render({ result: everyOutcome() }, { colour, columns: 80 })
  expect(render(true)).toContain('\u001b[31m')
  expect(render(false)).not.toContain('\u001b')
})

test('the JSON report is the result, without anything of the clock', () => {
  const timing = {
    format: 'holdfast.timing/1',
    startedAtMs: 1,
    durationMs: 2,
    concurrency: 3,
    calls: 4,
  } as const
  const text = jsonReporter.render({ result: everyOutcome(), timing, id: 'x' })
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(everyOutcome())))
})

test('JUnit counts what failed, what could not be judged and what was skipped', () => {
  const text = junitReporter.render({ result: everyOutcome() })
  expect(text).toContain('<testsuites name="Finance" tests="7" failures="2" errors="2" skipped="2">')
  expect(text).toContain('&lt;/failure&gt;&lt;script&gt;')
  expect(text.match(/<testcase/gu)).toHaveLength(7)
})

test('a report is chosen by the ending of its file', () => {
  expect(reporterFor('out/Matrix.XML').name).toBe('junit')
  expect(() => reporterFor('matrix.doc')).toThrow('no report is written to a file such as `matrix.doc`')
  expect(() => reporterNamed('jnuit')).toThrow('there is no reporter `jnuit`')
})
