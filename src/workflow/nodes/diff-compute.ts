import { required } from '../../kit/shape/index.ts'
import { defineNode, goOn } from '../define-node.ts'
import { contextPath } from '../read/field-shapes.ts'
import { needed } from '../tools/needed.ts'
import { differenceOf } from '../value/diff.ts'

export const diffCompute = defineNode({
  name: 'diff_compute',
  summary: 'Compares two values and lists what was added, removed and changed.',
  fields: {
    left_from: required(contextPath(), 'leads to the value before'),
    right_from: required(contextPath(), 'leads to the value after'),
  },
  effects: 'none',
  output: ['added', 'removed', 'changed', 'unchanged'],
  run: ({ left_from, right_from }, call) =>
    goOn(differenceOf(needed(call, 'diff_compute', left_from), needed(call, 'diff_compute', right_from))),
})
