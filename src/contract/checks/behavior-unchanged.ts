import { defaulted, number, text } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { notJudged } from './outcome.ts'
import { compareTexts, differsWording } from './text-comparison.ts'

const AUTO = 'auto'

export const behaviorUnchanged = defineCheck({
  name: 'behavior_unchanged',
  summary: 'The answer says about the same as it does when nothing is broken.',
  fields: {
    baseline: defaulted(
      text({ nonEmpty: true }),
      AUTO,
      '`auto` asks the same prompt once without chaos; anything else is the text to compare with.',
    ),
    similarity_threshold: defaulted(number({ atLeast: 0, atMost: 1 }), 0.75, 'How alike they must be.'),
  },
  needsBaseline: ({ baseline }) => baseline === AUTO,
  wording: differsWording('the baseline'),
  compile({ baseline, similarity_threshold: threshold }, { similarity: measure }) {
    return (subject) => {
      const other = baseline === AUTO ? subject.baseline : baseline
      if (other === undefined) return notJudged('there is no answer without chaos to compare with')
      return compareTexts(measure, subject.output, other, threshold)
    }
  },
})
