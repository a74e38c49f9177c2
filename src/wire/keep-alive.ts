import { sseFraming } from './sse.ts'

/** Verified harmless in the official clients. */
export const commentedSse = sseFraming(': holdfast\n\n')
