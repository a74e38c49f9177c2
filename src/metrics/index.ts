export { betaQuantile, betaUpperQuantile } from './beta-quantile.ts'
export { clopperPearson, exactLowerBound, exactUpperBound } from './clopper-pearson.ts'
export { compareProportions, twoProportionTest, type Comparison } from './compare-proportions.ts'
export { frechetBound, pipelineBounds, type PipelineBounds } from './composition.ts'
export { fisherExact } from './fisher-exact.ts'
export { hoeffdingTrials } from './hoeffding.ts'
export { NO_MOMENTS, addValue, meanOf, varianceOf, type Moments } from './moments.ts'
export { newcombe } from './newcombe.ts'
export { noiseFloor } from './noise-floor.ts'
export { normalUpperQuantile, normalUpperTail, zOfConfidence } from './normal.ts'
export { passHatK, strictPassHatK } from './pass-hat-k.ts'
export { shareOf, type Interval, type Proportion } from './proportion.ts'
export { quantile } from './quantile.ts'
export { expectedSprtTrials, expectedTrialsToAccept } from './sprt-duration.ts'
export {
  sprtBounds,
  startSprt,
  updateSprt,
  type Sprt,
  type SprtDecision,
  type SprtParameters,
} from './sprt.ts'
export { trialsNeeded } from './trials-needed.ts'
export { wilson } from './wilson.ts'
