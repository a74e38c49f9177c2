export { createMockModel, type MockModel, type MockModelOptions, type ReceivedRequest } from './mock-model.ts'
export { SESSION_HEADER, type Sleep } from './model-exchange.ts'
export { loadScript, MAX_SCRIPT_CHARS, scriptSchema, type ScriptResult } from './script/read-script.ts'
export type { MockScript, Rule, Saying, ScriptedError, Turn, TurnOrder } from './script/script.ts'
export type { Exchange, ExchangeRequest, ExchangeResponse } from './exchange.ts'
export {
  CASSETTE_FORMAT,
  createRecorder,
  createReplayer,
  recordingFetch,
  replayingFetch,
  upstreamExchange,
  type CassetteEntry,
  type Recorder,
  type RecorderOptions,
  type Replayer,
  type ReplayerOptions,
  type SecretScanner,
} from './cassette.ts'
