import type { Overview } from '../../src/dashboard/data.ts'
import { addressOf } from '../route.ts'
import { momentOf } from '../words.ts'

/** Recorded sessions, the most recently active first. */
export function Sessions({ overview }: { readonly overview: Overview }) {
  const { sessions } = overview
  if (sessions.length === 0)
    return (
      <p class="quiet">No sessions are recorded. The proxy, the SDK, hooks and the MCP guard write them.</p>
    )
  return (
    <>
      <h1>Sessions</h1>
      <table>
        <thead>
          <tr>
            <th scope="col">session</th>
            <th scope="col" class="number">
              events
            </th>
            <th scope="col">first</th>
            <th scope="col">last</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ id, records, firstAtMs, lastAtMs }) => (
            <tr key={id}>
              <td>
                <a href={addressOf({ view: 'session', id })}>{id}</a>
              </td>
              <td class="number">{records.toLocaleString('en')}</td>
              <td>{momentOf(firstAtMs)}</td>
              <td>{momentOf(lastAtMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
