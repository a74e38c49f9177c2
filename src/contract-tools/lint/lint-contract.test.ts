import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { loadContract } from '../../contract/index.ts'
import type { ActiveChaos } from '../../model/index.ts'
import { lintContract } from './lint-contract.ts'
import { RULES } from './rules/index.ts'

const CORPUS = resolve(import.meta.dirname, '../../../corpus/lint')

interface Case {
  readonly name: string
  /** The part that matters; it comes first in the file, so that its lines are those of the case. */
  readonly contract: string
  readonly scenarios?: readonly ActiveChaos[]
  readonly models?: readonly string[]
  /** `level code line`. */
  readonly expect: readonly string[]
}

const REST = `dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: case
description: ""
version: "1"
`

const casesIn = (file: string): readonly Case[] => parse(readFileSync(join(CORPUS, file), 'utf8')) as Case[]
const files = readdirSync(CORPUS)

for (const file of files)
  describe(file, () => {
    for (const each of casesIn(file))
      test(each.name, () => {
        const { contract, problems, sources } = loadContract('case.yaml', `${each.contract}${REST}`)
        expect(problems.filter(({ level }) => level === 'error')).toEqual([])
        const findings = lintContract(contract!, sources, {
          ...(each.scenarios === undefined ? {} : { scenarios: each.scenarios }),
          ...(each.models === undefined ? {} : { models: each.models }),
        })
        const told = findings.toSorted((left, right) => left.line - right.line)
        expect(told.map(({ level, code, line }) => `${level} ${code} ${line}`)).toEqual(each.expect)
      })
  })

test('every rule has a file of cases and is found in two of them', () => {
  expect(files.toSorted()).toEqual(RULES.map(({ code }) => `${code}.yaml`).toSorted())
  for (const { code } of RULES) {
    const found = casesIn(`${code}.yaml`).filter(({ expect: wanted }) =>
      wanted.some((each) => each.includes(` ${code} `)),
    )
    expect([code, found.length >= 2]).toEqual([code, true])
  }
})

test('every file of the folder is in the list of rules', () => {
  const inFolder = readdirSync(join(import.meta.dirname, 'rules')).filter((name) => name !== 'index.ts')
  expect(inFolder.toSorted()).toEqual(RULES.map(({ code }) => `${code}.ts`).toSorted())
})
