import { chaosVocabulary, type ChaosVocabulary } from '../chaos/index.ts'
import type { Place } from '../kit/shape/index.ts'
import {
  hasErrors,
  parseYaml,
  problemIn,
  sourceText,
  type Located,
  type Problem,
  type RawProblem,
  type SourceText,
} from '../kit/source/index.ts'
import type { JsonObject, JsonValue } from '../model/index.ts'
import type { ReplaySession } from './replay-session.ts'
import { replayShape, type WrittenReplay } from './replay-shape.ts'

export interface ReplayResult {
  /** Absent when there is any error, and when the session stands in another file. */
  readonly session?: ReplaySession
  /** The file the whole session stands in. */
  readonly elsewhere?: string
  readonly problems: readonly Problem[]
  readonly source: SourceText
}

/** Reads a replay file, YAML or JSON. Never throws; every problem is told in one go. */
export function readReplay(
  file: string,
  text: string,
  vocabulary: ChaosVocabulary = chaosVocabulary(),
): ReplayResult {
  const source = sourceText(file, text)
  const { root, problems } = parseYaml(source)
  return root === undefined ? { problems, source } : readLocatedReplay(source, root, vocabulary)
}

/** Reads a session that stands in another document, such as a test configuration. */
export function readLocatedReplay(
  source: SourceText,
  root: Located,
  vocabulary: ChaosVocabulary = chaosVocabulary(),
): ReplayResult {
  const raw: RawProblem[] = []
  const place: Place = {
    path: '',
    subject: 'the replay',
    lenient: false,
    report: (problem) => raw.push(problem),
  }
  const written = replayShape(vocabulary).read(root, place)
  const problems = raw.map((problem) => problemIn(source, problem))
  if (written === undefined || hasErrors(problems)) return { problems, source }
  return written.file === undefined
    ? { session: sessionOf(written), problems, source }
    : { elsewhere: written.file, problems, source }
}

function sessionOf(written: WrittenReplay): ReplaySession {
  const {
    id = '',
    name,
    source,
    captured_at: capturedAt,
    input = '',
    context,
    expected_failure: expectedFailure,
  } = written
  const { contract, chaos, draw, invariants } = written
  return {
    id,
    name: name ?? id,
    source,
    ...(capturedAt === undefined ? {} : { capturedAt }),
    input,
    context: context as readonly JsonObject[],
    toolResponses: written.tool_responses.map(({ tool, response, status, latency_ms: latencyMs }) => ({
      tool,
      ...(response === undefined ? {} : { response: response as JsonValue }),
      ...(status === undefined ? {} : { status }),
      ...(latencyMs === undefined ? {} : { latencyMs }),
    })),
    ...(expectedFailure === undefined ? {} : { expectedFailure }),
    ...(contract === undefined ? {} : { contract }),
    ...(chaos === undefined ? {} : { chaos }),
    ...(draw === undefined ? {} : { draw }),
    ...(invariants === undefined ? {} : { invariants }),
  }
}
