import { number, optional, required, text } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { compareTexts, differsWording } from './text-comparison.ts'

const DEFAULT_THRESHOLD = 0.8

export const similarity = defineCheck({
  name: 'similarity',
  summary: 'The answer says about the same as this text.',
  fields: {
    expected: required(text({ nonEmpty: true }), 'The text to compare with.'),
    threshold: optional(number({ atLeast: 0, atMost: 1 }), 'How alike they must be; 0.8 when absent.'),
    similarity_threshold: optional(number({ atLeast: 0, atMost: 1 }), 'Another name for `threshold`.'),
  },
  wording: differsWording('the expected text'),
  inspect: ({ threshold, similarity_threshold: other }) =>
    threshold === undefined || other === undefined || threshold === other
      ? []
      : [
          {
            field: 'similarity_threshold',
            code: 'two-thresholds',
            complaint: `says ${other} and \`threshold\` says ${threshold}`,
            hint: 'they mean the same; keep one',
          },
        ],
  compile({ expected, threshold, similarity_threshold: other }, { similarity: measure }) {
    const limit = threshold ?? other ?? DEFAULT_THRESHOLD
    return ({ output }) => compareTexts(measure, output, expected, limit)
  },
})
