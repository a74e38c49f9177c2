import { expect, test } from 'vitest'
import 'holdfast/testing/vitest'
import { toolCall, turnEnd, turnStart } from 'holdfast/testing'
import { findFiles } from './agent.mjs'

const contract = new URL('./contract.yaml', import.meta.url)
const tools = { list_files: () => ['a.txt', 'b.txt'] }

test('the agent keeps its contract', async () => {
  await expect(findFiles).toHonour(contract, { prompts: ['downloads'], tools })
})

test('the agent keeps it when the disk is away', async () => {
  await expect(findFiles).toHonour(contract, {
    prompts: ['downloads'],
    tools,
    chaos: { tool_faults: [{ tool: 'list_files', mode: 'error', error_code: 503 }] },
  })
})

test('a session in which a file is deleted breaks it', () => {
  expect([turnStart('Tidy up.'), toolCall('delete_file', { name: 'a.txt' }), turnEnd('Done.')]).not.toHonour(
    contract,
  )
})
