import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { SCHEMAS } from '../../src/cli/schemas.ts'
import { findScenarioFiles } from '../../src/conformance/index.ts'
import { CORPUS } from './support.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const fitsScenario = ajv.compile(SCHEMAS['scenario']!.build())
const fitsWorkflow = ajv.compile(SCHEMAS['workflow']!.build())
const files = findScenarioFiles(CORPUS)

test('every scenario of the corpus and every workflow in it fit their schemas', () => {
  for (const file of files) {
    const value = parse(readFileSync(file, 'utf8')) as { nodes?: unknown; workflow?: { inline?: string } }
    const isWorkflow = value.nodes !== undefined
    expect([file, isWorkflow ? fitsWorkflow(value) : fitsScenario(value), fitsScenario.errors]).toEqual([
      file,
      true,
      null,
    ])
    const { inline } = value.workflow ?? {}
    if (inline !== undefined)
      expect([file, fitsWorkflow(parse(inline)), fitsWorkflow.errors]).toEqual([file, true, null])
  }
})

test('what the reader refuses the schema refuses too', () => {
  const workflow = { name: 'x', nodes: [{ id: 'a', type: 'terminate' }] }
  expect(fitsWorkflow(workflow)).toBe(true)
  expect(fitsWorkflow({ workflows: [workflow] })).toBe(true)
  for (const nodes of [
    [{ id: 'a', type: 'terminat' }],
    [{ id: 'a', type: 'merge', extra: 1 }],
    [{ id: 'a', type: 'switch' }],
  ])
    expect(fitsWorkflow({ ...workflow, nodes })).toBe(false)
  expect(fitsWorkflow({ workflows: [workflow, workflow] })).toBe(false)
  expect(fitsScenario({ name: 'x', expected: { status: 'complete' } })).toBe(false)
  expect(fitsScenario({ name: 'x', trails: 3 })).toBe(false)
})
