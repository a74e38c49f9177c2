import { expect, test } from 'vitest'
import * as metrics from './index.ts'

test('the public names are these and no others', () => {
  expect(Object.keys(metrics).toSorted().join(' ')).toMatchInlineSnapshot(
    `"DEFAULT_METRICS_CONFIG NO_MOMENTS NO_SESSIONS addRecord addSession addValue betaQuantile betaUpperQuantile clopperPearson compareProportions exactLowerBound exactUpperBound expectedSprtTrials expectedTrialsToAccept finish finishSessions fisherExact foldSession foldSessions frechetBound hoeffdingTrials holm mantelHaenszel meanOf newcombe noiseFloor normalUpperQuantile normalUpperTail passHatK pipelineBounds quantile reliability shareOf sprtBounds startSession startSprt strictPassHatK trialsNeeded turnCompliance twoProportionTest updateSprt varianceOf wilson zOfConfidence"`,
  )
})
