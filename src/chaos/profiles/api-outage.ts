import { defineProfile } from '../define-profile.ts'

export const apiOutage = defineProfile({
  name: 'api_outage',
  summary: 'Every tool is down, and the model often does not answer.',
  section: {
    tool_faults: [{ tool: '*', mode: 'error', error_code: 503, message: 'Service Unavailable' }],
    llm_faults: [{ mode: 'timeout', probability: 0.5 }],
  },
})
