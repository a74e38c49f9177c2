import { defineProfile } from '../define-profile.ts'

export const cascadingFailure = defineProfile({
  name: 'cascading_failure',
  summary: 'All is well at first; then the tools fail, and then the model.',
  section: {
    tool_faults: [
      { tool: '*', mode: 'error', error_code: 503, message: 'Service Unavailable', after_calls: 2 },
    ],
    llm_faults: [{ mode: 'truncated_response', max_tokens: 5, after_calls: 3 }],
  },
})
