import {
  anything,
  defaulted,
  eitherOf,
  flag,
  list,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../../kit/shape/index.ts'
import { absentIfNull } from './absent-if-null.ts'

export const outputShape = absentIfNull(
  object({
    format: defaulted(oneOf('html', 'json', 'terminal'), 'html', 'The report written to `path`.'),
    path: defaulted(text({ nonEmpty: true }), './reports', 'The folder for reports.'),
    filename_template: optional(text({ nonEmpty: true }), 'Read for files of older versions; not used.'),
  }),
)

export const seedShape = eitherOf(number({ whole: true }), text({ nonEmpty: true }))

export const advancedShape = absentIfNull(
  object({
    concurrency: optional(
      number({ whole: true, atLeast: 1, atMost: 100 }),
      'Another place for `concurrency`.',
    ),
    retries: optional(number({ whole: true, atLeast: 0, atMost: 5 }), 'Another place for `agent.retries`.'),
    seed: optional(seedShape, 'Another place for `seed`.'),
  }),
)

const SESSION_SOURCES = object({
  type: optional(oneOf('langsmith', 'langsmith_run'), 'Where recorded sessions come from.'),
  project: optional(text({ nonEmpty: true }), 'The project.'),
  run_id: optional(text({ nonEmpty: true }), 'The run.'),
  filter: optional(anything('a mapping'), 'Which of them.'),
  auto_import: defaulted(flag(), false, 'Fetched without being asked for.'),
})

/** Recorded incidents; each is read when it is replayed. */
export const replaysShape = absentIfNull(
  object({
    sessions: defaulted(list(mapOf(anything())), [], 'Recorded incidents, inline or by `file`.'),
    sources: defaulted(list(absentIfNull(SESSION_SOURCES)), [], 'Where more of them are.'),
  }),
)
