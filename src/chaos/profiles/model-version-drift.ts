import { defineProfile } from '../define-profile.ts'

export const modelVersionDrift = defineProfile({
  name: 'model_version_drift',
  summary: 'Replies are shaped as a newer version of the model would shape them.',
  section: {
    llm_faults: [
      { mode: 'response_drift', drift_type: 'json_field_rename', severity: 'subtle', probability: 0.3 },
      { mode: 'response_drift', drift_type: 'format_change', probability: 0.2 },
    ],
  },
})
