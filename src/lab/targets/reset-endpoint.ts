import { HoldfastError } from '../../kit/errors.ts'
import { excerpt, reasonOf } from './answers.ts'
import { shownUrl } from './http/http-client.ts'

const TIMEOUT_MS = 5_000

/** Posts to the agent's reset; a reset that did not happen must not pass for one. */
export async function resetBy(url: string): Promise<void> {
  let status: number
  let text: string
  try {
    const response = await fetch(url, {
      method: 'POST',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { connection: 'close' },
    })
    status = response.status
    text = await response.text()
  } catch (error) {
    throw cannotReset(url, reasonOf(error))
  }
  if (status < 200 || status > 299) throw cannotReset(url, `HTTP ${status} ${excerpt(text, 200)}`)
}

function cannotReset(url: string, why: string): HoldfastError {
  return new HoldfastError(
    'HF_CANNOT_JUDGE',
    `the agent could not be reset by POST ${shownUrl(url)}: ${why}`,
    'correct agent.reset_endpoint, or take it out',
  )
}
