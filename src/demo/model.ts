import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMockModel, loadScript, type MockModel } from '../mock/index.ts'

/** The scripted model of the example, on a port of this machine. */
export function startExampleModel(folder: string): Promise<MockModel> {
  const { script, problems } = loadScript('model.yaml', readFileSync(join(folder, 'model.yaml'), 'utf8'))
  if (script === undefined) throw new Error(problems.map(({ message }) => message).join('; '))
  return createMockModel({ script })
}
