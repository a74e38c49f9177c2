import { expect, test } from 'vitest'
import { connect, textOf, world, type Connection } from './world.ts'

const ROUNDS = 300

/** Interleaved in one run, so that a busy machine is busy for all of them; printed as it is, never asserted. */
test('what a guarded call costs beside a direct one', async () => {
  const place = world()
  const lanes: Readonly<Record<string, Connection>> = {
    direct: await connect(place, { direct: true }),
    'guarded, kept in a store': await connect(place),
    'guarded, kept nowhere': await connect(place, { options: ['--no-persist'] }),
  }
  const times = new Map<string, number[]>(Object.keys(lanes).map((name) => [name, []]))
  let answered = 0
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, { client }] of Object.entries(lanes)) {
      const start = performance.now()
      const answer = textOf(await client.callTool({ name: 'echo', arguments: { text: `round ${round}` } }))
      times.get(name)!.push(performance.now() - start)
      if (answer === `round ${round}`) answered += 1
    }
  expect(answered).toBe(ROUNDS * 3)
  const base = quantile(times.get('direct')!, 0.5)
  const rows = [...times].map(
    ([name, list]) =>
      `${name}: p50 ${quantile(list, 0.5).toFixed(3)} ms (+${(quantile(list, 0.5) - base).toFixed(3)}), p95 ${quantile(list, 0.95).toFixed(3)} ms`,
  )
  process.stdout.write(`${rows.join('\n')}\n`)
}, 60_000)

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length * share)]!
}
