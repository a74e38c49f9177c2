import type { ChaosPlan } from '../../chaos/plan.ts'
import type { Scenario } from '../../chaos/read/chaos-shape.ts'
import type { ClauseSource, Contract } from '../../contract/index.ts'
import type { ShapeValue } from '../../kit/shape/index.ts'
import type { SourceText } from '../../kit/source/index.ts'
import type { modelShape, MutationsSection } from '../../mutations/index.ts'
import type { AgentConfig } from './agent-shape.ts'
import type { ConfigWords } from './config-words.ts'
import type { Budget, Gate } from './run-shapes.ts'
import type { ScoringWeights } from './scoring-shape.ts'
import type { outputShape, replaysShape } from './sections.ts'

/** A test configuration, read and complete. */
export interface LabConfig {
  readonly file: string
  /** Changes with the text of the file and with the contract; not with the environment. */
  readonly hash: string
  readonly version: '1.0' | '2.0'
  readonly agent?: AgentConfig
  readonly prompts: readonly string[]
  /** The top-level invariants of `holdfast run`. */
  readonly invariants: readonly ClauseSource[]
  readonly contract?: Contract
  /** The chaos matrix, wherever it stands. */
  readonly scenarios: readonly Scenario[]
  /** The top-level chaos: applied only when asked for. */
  readonly chaos?: ChaosPlan
  readonly mutations?: MutationsSection
  readonly model?: ShapeValue<typeof modelShape>
  readonly replays?: ShapeValue<typeof replaysShape>
  readonly output?: ShapeValue<typeof outputShape>
  readonly scoring: ScoringWeights
  readonly trials?: number
  readonly concurrency?: number
  readonly isolation: 'cell' | 'shared'
  readonly seed: number | string
  readonly budget: Budget
  readonly gate: Gate
  readonly sources: readonly SourceText[]
  /** The words it was read with; what it says is carried out with the same. */
  readonly words: ConfigWords
}
