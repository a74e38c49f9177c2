/** Which of the three request shapes an endpoint speaks. */
export type JudgeApi = 'chat' | 'messages' | 'gemini'

/** An endpoint as a user configures it. */
export interface EndpointOptions {
  readonly api: JudgeApi
  /** Up to and including the version for `chat` and `gemini`, without it for `messages`. */
  readonly baseUrl: string
  readonly model: string
  /** The environment variable that holds the key; without it none is sent. */
  readonly apiKeyEnv?: string
  /** Costs nothing, so it may be asked without a budget. */
  readonly free?: boolean
}

/** A judge that can be asked. */
export interface Endpoint {
  /** `provider:model`, as reports show it. */
  readonly label: string
  readonly api: JudgeApi
  readonly baseUrl: string
  readonly provider: string
  /** Whose price list counts; any that knows the model when absent. */
  readonly pricedBy?: string
  readonly model: string
  readonly apiKey: string | undefined
  readonly free: boolean
}

export type Environment = Readonly<Record<string, string | undefined>>
