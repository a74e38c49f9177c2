// Written by `npm run gen`; do not edit.
import type { MutationDefinition } from '../define-mutation.ts'
import { advancedJailbreak } from './advanced-jailbreak.ts'
import { concurrentRequestPattern } from './concurrent-request-pattern.ts'
import { contentTypeConfusion } from './content-type-confusion.ts'
import { contextManipulation } from './context-manipulation.ts'
import { custom } from './custom.ts'
import { encodingAttacks } from './encoding-attacks.ts'
import { formatPoisoning } from './format-poisoning.ts'
import { httpHeaderInjection } from './http-header-injection.ts'
import { languageMixing } from './language-mixing.ts'
import { lengthExtremes } from './length-extremes.ts'
import { multiTurnAttack } from './multi-turn-attack.ts'
import { noise } from './noise.ts'
import { paraphrase } from './paraphrase.ts'
import { payloadSizeAttack } from './payload-size-attack.ts'
import { promptInjection } from './prompt-injection.ts'
import { protocolLevelAttack } from './protocol-level-attack.ts'
import { queryParameterPoisoning } from './query-parameter-poisoning.ts'
import { requestMethodAttack } from './request-method-attack.ts'
import { resourceExhaustion } from './resource-exhaustion.ts'
import { semanticSimilarityAttack } from './semantic-similarity-attack.ts'
import { temporalAttack } from './temporal-attack.ts'
import { timeoutManipulation } from './timeout-manipulation.ts'
import { tokenManipulation } from './token-manipulation.ts'
import { toneShift } from './tone-shift.ts'

export const MUTATIONS: readonly MutationDefinition[] = [
  advancedJailbreak,
  concurrentRequestPattern,
  contentTypeConfusion,
  contextManipulation,
  custom,
  encodingAttacks,
  formatPoisoning,
  httpHeaderInjection,
  languageMixing,
  lengthExtremes,
  multiTurnAttack,
  noise,
  paraphrase,
  payloadSizeAttack,
  promptInjection,
  protocolLevelAttack,
  queryParameterPoisoning,
  requestMethodAttack,
  resourceExhaustion,
  semanticSimilarityAttack,
  temporalAttack,
  timeoutManipulation,
  tokenManipulation,
  toneShift,
]
