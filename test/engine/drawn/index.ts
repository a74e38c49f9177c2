export { drawnContract } from './contract.ts'
export { drawnEvent, drawnSession, placed, type DrawnEvent } from './session.ts'
