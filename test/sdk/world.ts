import { expect, onTestFinished } from 'vitest'
import { createMockModel, loadScript, type MockModel } from '../../src/mock/index.ts'
import type { SessionRecord } from '../../src/model/index.ts'
import type { WrapOptions } from '../../src/sdk/index.ts'

/** A contract whose process section is this text, indented by four. */
export function contractOf(process: string, rest = ''): { readonly text: string } {
  return {
    text: `dsl_version: "0.4"
contractspec: "1.0"
kind: agent
name: test-contract
description: "For tests."
version: "1.0"
invariants:
  process:
${process.replaceAll(/^(?=.)/gmu, '    ')}
${rest}`,
  }
}

export const NO_RM = contractOf(`
- tool_blocklist:
    id: no-destruction
    tools: ["rm -rf /*", "delete_*"]
`)

export const NO_MAIL = (action: string) =>
  contractOf(`
- pii_filter:
    id: no-mail
    patterns: [email]
    action: ${action}
`)

/** A model that says these turns, in every wire format. */
export async function mockModel(turns: string): Promise<MockModel> {
  const { script, problems } = loadScript('turns.yaml', turns)
  expect(problems).toEqual([])
  const model = await createMockModel({ script: script! })
  onTestFinished(() => model.close())
  return model
}

export const BAD_CALL = `
turns:
  - text: Let me tidy up.
    tool_calls: [{ tool: bash, args: { command: "sudo rm -rf /" } }]
  - "Then not."
`

export const GOOD_CALL = `
turns:
  - text: Let me look.
    tool_calls: [{ tool: bash, args: { command: ls } }]
  - "Done."
`

/** Options that collect what is recorded. */
export function recording(): { readonly options: WrapOptions; readonly records: SessionRecord[] } {
  const records: SessionRecord[] = []
  return { records, options: { onRecord: (record) => void records.push(record) } }
}

export function kinds(records: readonly SessionRecord[]): readonly string[] {
  return records.map(
    ({ event, decision, folded }) =>
      `${event.kind}${decision.verdict === 'allow' ? '' : ` ${decision.verdict}`}${folded ? ' folded' : ''}`,
  )
}

export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('it did not reject')
}

export async function collect<Item>(stream: AsyncIterable<Item>): Promise<{ items: Item[]; error: unknown }> {
  const items: Item[] = []
  try {
    for await (const item of stream) items.push(item)
    return { items, error: undefined }
  } catch (error) {
    return { items, error }
  }
}
