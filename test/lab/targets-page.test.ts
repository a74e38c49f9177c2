import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { expect, test } from 'vitest'
import { agentOf } from './agents/questions.ts'

const page = readFileSync(new URL('../../docs/targets.md', import.meta.url), 'utf8')
const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/gu)].map(([, text]) => text!)

test('the page has examples', () => expect(examples.length).toBeGreaterThan(5))

test.each(examples.map((text, index) => [index + 1, text] as const))(
  'example %i is an agent section',
  (_index, text) => {
    const { agent } = parse(text) as { agent: Record<string, unknown> }
    expect(agentOf(agent)).toMatchObject({ type: agent['type'] ?? 'http' })
  },
)
