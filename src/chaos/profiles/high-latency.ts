import { defineProfile } from '../define-profile.ts'

export const highLatency = defineProfile({
  name: 'high_latency',
  summary: 'Every tool is slow, and the model sometimes does not answer.',
  section: {
    tool_faults: [{ tool: '*', mode: 'slow', delay_ms: 20_000, probability: 1 }],
    llm_faults: [{ mode: 'timeout', delay_ms: 15_000, probability: 0.3 }],
  },
})
