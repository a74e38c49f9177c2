import { behave, registry, reset as forget } from './behave.mjs'

interface Context {
  readonly tools: Readonly<Record<string, (args: { readonly key: string }) => unknown>>
}

export function agent(prompt: string, { tools }: Context): Promise<string> {
  return behave(prompt, tools)
}

/** Holds its registry itself, and knows nothing of the lab. */
export const selfContained = { invoke: (prompt: string): Promise<string> => behave(prompt, registry) }

export function reset(): void {
  forget()
}

let late: Promise<number> | undefined

/** Asks its model too late, and tells in the next answer what came of it. */
export async function tardy(
  prompt: string,
  { baseUrls }: { readonly baseUrls: { readonly openai: string } },
) {
  if (prompt === 'tell') return String(await late)
  late = new Promise((settle) => {
    setTimeout(() => {
      void fetch(`${baseUrls.openai}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"model": "m", "messages": [{"role": "user", "content": "late"}]}',
      }).then(({ status }) => settle(status))
    }, 300)
  })
  return 'later'
}

/** Its tool is behind an address. */
export async function fetching(
  _prompt: string,
  { toolUrls }: { readonly toolUrls: Readonly<Record<string, string>> },
): Promise<string> {
  const response = await fetch(`${toolUrls['market']}/quote?symbol=ACME`)
  return `${response.status} ${await response.text()}`
}

export const wrong = (): unknown => ({ text: 'not where it belongs' })
export const telling = () => ({
  output: 'told',
  calls: [{ tool: 'hidden', args: { a: 1 }, ok: true }],
  usage: { input: 3, output: 4 },
})
export async function* streaming(prompt: string): AsyncGenerator<string> {
  yield 'piece by '
  yield `piece ${prompt}`
}
