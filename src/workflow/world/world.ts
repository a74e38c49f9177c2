/** What a path really leads to, links followed and `..` gone. */
export interface RealPath {
  readonly real: string
  readonly kind: 'file' | 'folder' | 'other' | 'missing'
  /** How many names the file has; more than one may mean a name outside. */
  readonly links: number
}

export interface Files {
  resolve(path: string): Promise<RealPath>
  /** Reads the file at a path that `resolve` gave; refuses when it is another one by now. */
  read(
    real: string,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly bytes: number }>
  /** Makes the folders above, then writes. */
  write(real: string, text: string, signal: AbortSignal): Promise<void>
  makeFolder(real: string): Promise<void>
}

export interface HttpAsked {
  readonly method: string
  readonly url: URL
  readonly body?: string
  readonly timeoutMs: number
  /** Judges the address a name resolved to, before anything is sent to it. Throws to refuse. */
  readonly vet?: (address: string) => void
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly bytes: number
}

export interface HttpClient {
  /** One request; a redirect is an answer like any other. */
  request(asked: HttpAsked, signal: AbortSignal): Promise<HttpAnswer>
}

export interface ProcessAnswer {
  readonly exitCode: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
  readonly truncated: boolean
  readonly timedOut: boolean
  readonly durationMs: number
}

export interface Processes {
  /** No shell, no lookup in PATH, an empty environment; ended with all its children when time is over. */
  run(
    program: string,
    args: readonly string[],
    options: { readonly timeoutMs: number; readonly cwd: string; readonly calledAs: string },
    signal: AbortSignal,
  ): Promise<ProcessAnswer>
}

export interface McpToolAnswer {
  readonly content: readonly unknown[]
  readonly isError: boolean
  readonly structured: unknown
}

export interface McpSession {
  callTool(name: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<McpToolAnswer>
  readResource(uri: string, signal: AbortSignal): Promise<readonly unknown[]>
  close(): Promise<void>
}

export interface McpConnector {
  connect(name: string, command: readonly string[], signal: AbortSignal): Promise<McpSession>
}

/** Everything outside a run; tests and the lab give it another one. */
export interface World {
  readonly files: Files
  readonly http: HttpClient
  readonly processes: Processes
  readonly mcp: McpConnector
  readonly env: Readonly<Record<string, string | undefined>>
  readonly workdir: string
  /** Only differences count. */
  nowMs(): number
  wallMs(): number
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Of this process, for budgets. */
  usage(): { readonly cpuSecs: number; readonly memoryMb: number }
}
