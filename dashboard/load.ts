import { useEffect, useState } from 'preact/hooks'

export type Loaded<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly words: string }
  | { readonly state: 'here'; readonly value: Value }

/** Asks once per key; an answer that comes after the reader has gone on is dropped. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading' })
  useEffect(() => {
    let isWanted = true
    setLoaded({ state: 'loading' })
    load().then(
      (value) => isWanted && setLoaded({ state: 'here', value }),
      (error: unknown) => isWanted && setLoaded({ state: 'failed', words: (error as Error).message }),
    )
    return () => {
      isWanted = false
    }
  }, [key])
  return loaded
}
