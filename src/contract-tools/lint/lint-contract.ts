import type { Contract } from '../../contract/index.ts'
import type { Problem, SourceText } from '../../kit/source/index.ts'
import type { LintSubject, Rule } from './define-rule.ts'
import { placesIn } from '../places.ts'
import { RULES } from './rules/index.ts'

/** A problem of a contract that loads, with the clause it is about. */
export interface LintFinding extends Problem {
  readonly clause?: string
}

export interface LintOptions extends Pick<LintSubject, 'scenarios' | 'models'> {
  readonly rules?: readonly Rule[]
}

/** Everything the rules have to say, rule by rule. `sources` are the texts the contract came from. */
export function lintContract(
  contract: Contract,
  sources: readonly SourceText[],
  { rules = RULES, ...world }: LintOptions = {},
): readonly LintFinding[] {
  const places = placesIn(sources)
  const isWritten = (setting: string): boolean => places.ofSetting(setting.split('.')) !== undefined
  return rules.flatMap(({ code, level, check }) =>
    check({ contract, isWritten, ...world }).map(
      ({ clause, at = [], message, hint, ...own }): LintFinding => {
        const spot = clause === undefined ? places.ofSetting(at) : places.ofClause(clause, at)
        const { path, file, line, column } = spot ?? {
          path: at.join('.'),
          file: contract.files[0]!,
          line: 1,
          column: 1,
        }
        return {
          level: own.level ?? level,
          code,
          ...(clause === undefined ? {} : { clause: clause.id }),
          path,
          file,
          line,
          column,
          message,
          ...(hint === undefined ? {} : { hint }),
        }
      },
    ),
  )
}
