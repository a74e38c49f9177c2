export { minimiseList } from './minimise-list.ts'
export { shrinkFailure, type FailingCase, type ShrinkOptions, type Shrunk } from './shrink-failure.ts'
