export { askThroughProxy, askUnguarded, type Outcome } from './enforced.ts'
export { startExampleModel } from './model.ts'
export { layOutProject } from './project.ts'
