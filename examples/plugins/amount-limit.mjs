import { defaulted, defineOperator, inWords, number, required, text } from 'holdfast/plugin'

/** Ten small payments are as bad as a large one, so it is their sum that is limited. */
export const amountLimit = defineOperator({
  name: 'amount_limit',
  summary: 'What all calls of a tool in a session add up to stays within a limit.',
  fields: {
    tool: required(text({ nonEmpty: true }), 'The tool by its name.'),
    argument: defaulted(text({ nonEmpty: true }), 'amount', 'The argument that holds the amount.'),
    at_most: required(number({ atLeast: 0 }), 'The largest sum.'),
  },
  listensTo: ['tool-call'],
  level: 'hard',
  wording: {
    'over-the-limit': {
      says: ({ tool, sum, most }) =>
        `\`${inWords(tool)}\` would come to ${inWords(sum)} in this session, the limit is ${inWords(most)}`,
      passes: ({ left }) => `at most ${inWords(left)} more`,
    },
    'no-amount': {
      says: ({ tool, argument }) =>
        `\`${inWords(tool)}\` is called without a number as \`${inWords(argument)}\``,
      passes: ({ argument }) => `\`${inWords(argument)}\` as a number of 0 or more`,
    },
  },
  compile: ({ tool, argument, at_most: most }) => ({
    initial: { sum: 0 },
    step({ sum }, event) {
      if (event.tool !== tool) return undefined
      const amount = event.args[argument]
      const objection = (code, params) => ({
        state: { sum },
        objections: [{ code, verdict: 'deny', params }],
      })
      if (typeof amount !== 'number' || !(amount >= 0)) return objection('no-amount', { tool, argument })
      return sum + amount > most
        ? objection('over-the-limit', { tool, sum: sum + amount, most, left: most - sum })
        : { state: { sum: sum + amount } }
    },
  }),
})
