export { openTarget, type TargetWorld } from './open-target.ts'
export { planesOf } from './planes-of.ts'
