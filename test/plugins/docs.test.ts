import { expect, onTestFinished, test } from 'vitest'
import { filesShown } from '../docs/pages.ts'
import { openProject } from './project.ts'

test(
  'the files of docs/plugins.md are a project in which the plugin speaks',
  { timeout: 120_000 },
  async () => {
    const project = await openProject(filesShown('docs/plugins.md'))
    onTestFinished(() => project.close())
    const { output } = await project.type('holdfast contract validate contract.yaml holdfast.yaml')
    expect(output).toBe('valid  contract.yaml\nvalid  holdfast.yaml\n')
    const run = await project.type('holdfast contract run --no-save')
    expect(run.exit).toBe(1)
    expect(run.output).toContain('one-call @ search-puts-off')
    expect(run.output).toContain('more than 1 calls in this session')
  },
)
