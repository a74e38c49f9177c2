import { defaulted, required, text } from '../../kit/shape/index.ts'
import { defineCheck } from '../define-check.ts'
import { inWords } from '../in-words.ts'
import { broken, held, notJudged } from './outcome.ts'

export const judge = defineCheck({
  name: 'judge',
  summary: 'A model judges the answer by a rubric.',
  fields: {
    rubric: required(text({ nonEmpty: true }), 'What a good answer does, in plain words.'),
    model: defaulted(
      text({ nonEmpty: true }),
      'ds-flash-free',
      '`ds-flash-free`, `haiku`, or `provider:model`; a judge that cannot answer falls through to the next.',
    ),
  },
  needsJudge: ({ rubric, model }) => ({ rubric, model }),
  wording: {
    'judged-failed': {
      says: ({ rubric, reason }) => `a judge found this broken: ${inWords(rubric)}${because(reason)}`,
    },
    negated: {
      says: ({ rubric, reason }) => `a judge found this true: ${inWords(rubric)}${because(reason)}`,
    },
  },
  compile({ rubric }, { clauseId }) {
    return ({ judgements }) => {
      const judgement =
        judgements !== undefined && Object.hasOwn(judgements, clauseId) ? judgements[clauseId] : undefined
      if (judgement === undefined) return notJudged('no judge was asked')
      const { verdict, reason = '' } = judgement
      if (verdict === 'skip') return notJudged(reason === '' ? 'no judge could answer' : reason)
      return verdict === 'pass' ? held({ rubric, reason }) : broken('judged-failed', { rubric, reason })
    }
  },
})

function because(reason: unknown): string {
  return typeof reason === 'string' && reason !== '' ? ` (${reason})` : ''
}
