import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { main } from '../../src/cli/main.ts'
import { nodeIo } from '../../src/cli/node-io.ts'

test('the demo shows the broken promise, the proxy that stops it, and leaves a project', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'holdfast-demo-'))
  let stdout = ''
  try {
    const io = { ...nodeIo(), cwd, colour: false, columns: 80, live: false }
    const exit = await main(['demo'], { ...io, out: (text) => void (stdout += text), err: () => undefined })
    expect(exit, stdout).toBe(0)
    expect(stdout).toContain('orders-need-a-quote @ market-data-down')
    expect(stdout).toContain('without the proxy: 1 order placed at a price nobody quoted')
    expect(stdout).toContain('through the proxy: no order placed')
    for (const name of ['agent.mjs', 'contract.yaml', 'holdfast.yaml', 'model.yaml'])
      expect(existsSync(join(cwd, 'holdfast-demo', name)), name).toBe(true)
    // nobody has to scroll sideways
    for (const line of stdout.split('\n'))
      if (!line.includes('npx holdfast') && !line.includes('again'))
        expect(line.length, line).toBeLessThanOrEqual(110)
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
})
