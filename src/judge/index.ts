export { createJudge, type JudgeOptions } from './create-judge.ts'
export type { EndpointOptions, Environment, JudgeApi } from './endpoint.ts'
export { fakeJudge, type FakeJudge } from './fake-judge.ts'
export { resolveJudge, routeOf, type Resolved } from './resolve.ts'
