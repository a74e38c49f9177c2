import { defineProfile } from '../define-profile.ts'

export const degradedLlm = defineProfile({
  name: 'degraded_llm',
  summary: 'Replies are cut short, and after a while the model is rate-limited.',
  section: {
    llm_faults: [
      { mode: 'truncated_response', max_tokens: 20, probability: 0.3 },
      { mode: 'rate_limit', after_calls: 5 },
    ],
  },
})
