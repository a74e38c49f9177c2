// Written by `npm run gen`; do not edit.
import type { Profile } from '../define-profile.ts'
import { apiOutage } from './api-outage.ts'
import { cascadingFailure } from './cascading-failure.ts'
import { degradedLlm } from './degraded-llm.ts'
import { highLatency } from './high-latency.ts'
import { hostileTools } from './hostile-tools.ts'
import { indirectInjectionProfile } from './indirect-injection.ts'
import { modelVersionDrift } from './model-version-drift.ts'

export const PROFILES: readonly Profile[] = [
  apiOutage,
  cascadingFailure,
  degradedLlm,
  highLatency,
  hostileTools,
  indirectInjectionProfile,
  modelVersionDrift,
]
