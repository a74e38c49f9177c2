type AnyFunction = (...args: never[]) => unknown

/** Words that only stand in functions that wait for something. */
const WAITS = /\bPromise\b|\.then\s*\(|\bfetch\s*\(|__awaiter/u

/**
 * Whether a function answers by a promise, before it has been called: a fault must reject where the real failure would
 * reject, and throw where it would throw. What is not declared `async` is guessed from its source.
 */
export function returnsPromise(tool: AnyFunction): boolean {
  return tool.constructor.name === 'AsyncFunction' || WAITS.test(Function.prototype.toString.call(tool))
}
