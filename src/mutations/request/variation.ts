/**
 * How a request differs from the one the HTTP target would send. Plain data: it can be kept in a report and sent
 * again. Every part that is absent stays as the target has it; the prompt itself goes where it always goes.
 */
export interface RequestVariation {
  readonly method?: string
  readonly headers?: readonly HeaderChange[]
  readonly query?: QueryVariation
  readonly body?: BodyVariation
  readonly framing?: Framing
  readonly timing?: Timing
  readonly copies?: Copies
}

/** `add` writes one more line even when the name is there; `set` replaces all of them; `remove` takes them away. */
export type HeaderChange =
  | { readonly change: 'add' | 'set'; readonly name: string; readonly value: string }
  | { readonly change: 'remove'; readonly name: string }

export interface QueryVariation {
  /** Put behind the target's own parameters, in this order. */
  readonly add?: readonly { readonly name: string; readonly value: string }[]
  /** Every parameter of the target comes once more with this value. */
  readonly repeatOwnAs?: string
}

export interface BodyVariation {
  /**
   * The same fields written in another format, with that format's content type unless a header change sets another.
   * A body that is not an object of fields is sent as it is.
   */
  readonly format?: 'form' | 'multipart' | 'xml'
  /** White space around the body, which JSON allows. */
  readonly whitespace?: { readonly bytes: number; readonly where: 'before' | 'after' }
  /** A further field of this size, shape and name. */
  readonly extraField?: ExtraField
  /** The bytes that carry the text. */
  readonly encoding?: 'utf-8-bom' | 'utf-16le' | 'latin-1' | 'gzip'
  /** Nothing is sent at all. */
  readonly empty?: boolean
}

export type ExtraField =
  | { readonly name: string; readonly shape: 'text'; readonly bytes: number }
  | { readonly name: string; readonly shape: 'nested' | 'entries'; readonly count: number }

/** How the bytes of one request are laid out on the connection. */
export interface Framing {
  /** `Transfer-Encoding: chunked` with chunks of these sizes, over and over. */
  readonly chunkBytes?: readonly number[]
  /** `absent`: no length; `short`, `long`: not the true one; `beside-chunked`: a length next to chunks. */
  readonly contentLength?: 'absent' | 'short' | 'long' | 'beside-chunked'
  readonly version?: '1.0' | '1.1'
  readonly headerCase?: 'upper' | 'lower' | 'mixed'
  /** The whole URL in the request line, as proxies get it. */
  readonly absoluteTarget?: boolean
  readonly lineEnding?: 'crlf' | 'lf'
  /** A blank in front of the colon of this header. */
  readonly blankBeforeColon?: string
  /** `Expect: 100-continue`, and the body only after the answer to it. */
  readonly expectContinue?: boolean
  /** A second request written behind the first before its answer has come. */
  readonly pipelined?: boolean
}

export interface Timing {
  /** Between the connection and the request line. */
  readonly beforeHeadMs?: number
  /** Between head and body. */
  readonly beforeBodyMs?: number
  /** The body in pieces of this size with this pause in between. */
  readonly pieces?: { readonly bytes: number; readonly pauseMs: number }
  /** The answer is read in small pieces with pauses. */
  readonly slowReader?: { readonly bytes: number; readonly pauseMs: number }
  /** The client goes away after so long. */
  readonly hangUpAfterMs?: number
}

/** The same request several times; every answer is judged as if it were the only one. */
export interface Copies {
  readonly count: number
  /** Between the starts of two copies; 0 is all at once. */
  readonly apartMs: number
  readonly connection: 'shared' | 'each'
  /** The first copy is given up after so long, the others must not notice. */
  readonly abandonFirstAfterMs?: number
}
