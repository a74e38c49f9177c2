import type { ComponentChildren } from 'preact'
import type { Loaded } from '../load.ts'

interface LoadingProps<Value> {
  readonly of: Loaded<Value | undefined>
  readonly missing: string
  readonly children: (value: Value) => ComponentChildren
}

/** What is shown while something is on its way, when it is not there, and when it failed. */
export function Loading<Value>({ of, missing, children }: LoadingProps<Value>) {
  if (of.state === 'loading')
    return (
      <p class="quiet" role="status">
        loading …
      </p>
    )
  if (of.state === 'failed')
    return (
      <p class="trouble" role="alert">
        {of.words}
      </p>
    )
  return of.value === undefined ? <p class="quiet">{missing}</p> : <>{children(of.value)}</>
}
