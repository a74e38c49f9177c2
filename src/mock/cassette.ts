export {
  CASSETTE_FORMAT,
  type CassetteEntry,
  type RecordedFrame,
  type RecordedResponse,
} from './cassette/entry.ts'
export { recordingFetch, replayingFetch, type Fetch } from './cassette/fetch.ts'
export {
  fingerprintOf,
  recordableRequest,
  VOLATILE_KEYS,
  type RecordedRequest,
} from './cassette/fingerprint.ts'
export { createRecorder, type Recorder, type RecorderOptions } from './cassette/recorder.ts'
export { createReplayer, type Replayer, type ReplayerOptions } from './cassette/replayer.ts'
export type { SecretScanner } from './cassette/secrets.ts'
export { upstreamExchange } from './cassette/upstream.ts'
