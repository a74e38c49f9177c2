export { drawnContract } from './contract.ts'
export { drawnSession, placed, type DrawnEvent } from './session.ts'
