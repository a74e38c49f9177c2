import { required } from '../../kit/shape/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { NodeError, reasonOf, toolError } from '../node-error.ts'
import { contextPath } from '../read/field-shapes.ts'
import { textIn } from '../tools/judged.ts'
import { neededText } from '../tools/needed.ts'

export const createDir = defineNode({
  name: 'create_dir',
  summary: 'Makes a folder and the folders above it.',
  fields: { path_from: required(contextPath(), 'leads to the path of the folder') },
  effects: 'writes',
  output: ['path', 'created'],
  run: async ({ path_from }, call) => {
    const path = neededText(call, 'create_dir', path_from)
    return goOn(
      await call.guarded('create_dir', { path }, async (judged) => {
        const real = await call.gate.file('write', 'create_dir', textIn(judged, 'path', path))
        if (call.dryRun) return { path, dry_run: true }
        try {
          await call.world.files.makeFolder(real)
        } catch (error) {
          throw error instanceof NodeError
            ? error
            : toolError('create_dir', `create ${path}: ${reasonOf(error)}`)
        }
        return { path, created: true }
      }),
    )
  },
})
