import { checkTrial } from './check/check-trial.ts'
import { exercisedBy } from './measure/observed.ts'
import type { TrialOutcome } from './measure/trial-outcome.ts'
import type { Scenario } from './model.ts'
import { filler } from './placeholders.ts'
import { NO_COST, type Observation } from './trial/observation.ts'
import type { PlayedTrial, RunTrial } from './trial/run-trial.ts'

export type Judge = (played: PlayedTrial, trial: number, choice: readonly number[]) => TrialOutcome

/** Compares what a trial did with what is expected of it, and keeps what the numbers need. */
export function judgeOf(
  scenario: Scenario,
  onObservation?: (scenario: Scenario, trial: number, seen: Observation) => void,
): Judge {
  const expectedIn = filler(scenario.expected)
  return ({ observation, placeholders }, trial, choice) => {
    onObservation?.(scenario, trial, observation)
    const { cost, elapsedMs, unusedTurns, faultsFired, denials } = observation
    return {
      trial,
      choice,
      failures: checkTrial(expectedIn(placeholders), observation),
      couldNotRun: false,
      cost,
      elapsedMs,
      ...exercisedBy(observation, scenario),
      visited: observation.path,
      unusedTurns,
      faultsFired: faultsFired.length,
      denials: denials.length,
    }
  }
}

/** Plays a trial and judges it; never throws. */
export async function runOne(
  play: RunTrial,
  judge: Judge,
  trial: number,
  choice: readonly number[],
): Promise<TrialOutcome> {
  try {
    return judge(await play(trial, choice), trial, choice)
  } catch (error) {
    return couldNotRun(trial, choice, error)
  }
}

/** The fail-closed rule of the suite, in one place: a trial that could not be carried out has not passed. */
function couldNotRun(trial: number, choice: readonly number[], error: unknown): TrialOutcome {
  const reason = error instanceof Error ? error.message : String(error)
  return {
    trial,
    choice,
    failures: [`the trial could not be carried out: ${reason}`],
    couldNotRun: true,
    cost: NO_COST,
    elapsedMs: 0,
    done: new Set(),
    begun: new Set(),
    visited: [],
    unusedTurns: 0,
    faultsFired: 0,
    denials: 0,
  }
}
