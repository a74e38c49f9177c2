import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, nat, property, uniqueArray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../model/index.ts'
import type { WireFormat } from './format.ts'
import { wireFormats } from './formats/index.ts'
import type { Framing } from './frame.ts'
import { jsonArrayFraming } from './json-array.ts'
import { objectOf } from './loose-json.ts'
import type { DecodedCall, DecodedReply, ReplyEdit } from './reply.ts'
import { createStreamGate, type StreamGateOptions } from './stream-gate.ts'
import type { TextFilter } from './text-filter.ts'
import { decodeUtf8, joinBytes } from './utf8.ts'

const CORPUS = join(import.meta.dirname, '../../corpus/wire')
const EMAIL = /[\w.]+@[\w.]*\w/gu

interface Fixture {
  readonly name: string
  readonly bytes: Uint8Array
  readonly framing: Framing
  readonly expected: JsonObject
}

function fixturesOf(format: WireFormat, kinds: readonly string[]): readonly Fixture[] {
  const folder = join(CORPUS, format.name)
  return readdirSync(folder)
    .filter((file) => kinds.some((kind) => file.endsWith(kind)) && !file.endsWith('.reply.json'))
    .map((file) => ({
      name: file,
      bytes: new Uint8Array(readFileSync(join(folder, file))),
      framing: file.endsWith('.array') ? jsonArrayFraming : format.framing,
      expected: JSON.parse(
        readFileSync(join(folder, file.replace(/\.\w+$/u, '.reply.json')), 'utf8'),
      ) as JsonObject,
    }))
}

interface Passage {
  readonly released: string
  readonly replies: readonly DecodedReply[]
}

function pass(
  format: WireFormat,
  fixture: Fixture,
  cuts: readonly number[] = [],
  options: Partial<StreamGateOptions> = {},
): Passage {
  const replies: DecodedReply[] = []
  const gate = createStreamGate({
    format,
    framing: fixture.framing,
    ...options,
    judgeReply(reply) {
      replies.push(reply)
      return options.judgeReply?.(reply) ?? []
    },
  })
  const ends = [...cuts, fixture.bytes.length]
  const out = ends.flatMap((end, at) => gate.push(fixture.bytes.slice(ends[at - 1] ?? 0, end)))
  out.push(...gate.end())
  return { released: Buffer.from(joinBytes(out)).toString('latin1'), replies }
}

/** What a client makes of released bytes. */
function bodyOf(format: WireFormat, framing: Framing, released: string): JsonObject {
  const splitter = framing.createSplitter()
  const reader = format.stream.createReader()
  const bytes = new Uint8Array(Buffer.from(released, 'latin1'))
  for (const frame of [...splitter.push(bytes), ...splitter.end()]) reader.read(frame)
  return reader.body()
}

/** Lets whole words go, with every address in them replaced. */
function redactEmails(): TextFilter {
  let kept = ''
  const release = (consumed: number) => {
    const released = kept.slice(0, consumed).replaceAll(EMAIL, '[REDACTED_EMAIL]')
    kept = kept.slice(consumed)
    return { released, consumed }
  }
  return {
    push(text) {
      kept += text
      return release(kept.lastIndexOf(' ') + 1)
    },
    flush: () => release(kept.length),
  }
}

const denyCall = (call: number): ReplyEdit => ({ kind: 'deny-call', call, message: 'Not allowed here.' })
const isComplete = ({ expected }: Fixture): boolean => expected['ending'] === 'complete'

/** Neighbouring texts of one candidate are one text to a reader, however many parts they come in. */
function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, held: unknown) => {
    if (key !== 'parts' || !Array.isArray(held)) return held
    return (held as JsonObject[]).reduce<JsonObject[]>((parts, part) => {
      const { text: last, thought } = parts.at(-1) ?? {}
      const { text } = part
      if (typeof last !== 'string' || typeof text !== 'string' || thought === true) return [...parts, part]
      return [...parts.slice(0, -1), { text: last + text }]
    }, [])
  })
}

describe.each(wireFormats.map((format) => [format.name, format] as const))('%s', (_, format) => {
  const streams = fixturesOf(format, ['.sse', '.array'])

  test.each(streams.map((fixture) => [fixture.name, fixture] as const))('reads %s', (_name, fixture) => {
    const { replies } = pass(format, fixture)
    expect(replies).toHaveLength(1)
    expect(replies[0]).toMatchObject(fixture.expected)
  })

  test.each(fixturesOf(format, ['.json']).map((fixture) => [fixture.name, fixture] as const))(
    'reads the whole reply %s',
    (_name, fixture) => {
      const body = JSON.parse(decodeUtf8(fixture.bytes)) as JsonObject
      expect(format.decodeReply(body)).toMatchObject(fixture.expected)
      expect(format.editReply(body, [])).toEqual({ body, changed: false })
    },
  )

  test.each(streams.map((fixture) => [fixture.name, fixture] as const))(
    '%s means the same wherever the network cuts it',
    (_name, fixture) => {
      const redacted = pass(format, fixture, [], { filterFor: redactEmails })
      // every byte of a short stream; a long one only here and there, since its frames are compared at every byte
      const step = fixture.bytes.length <= 1200 ? 1 : Math.ceil(fixture.bytes.length / 300)
      for (let cut = 0; cut <= fixture.bytes.length; cut += step)
        expectSame(pass(format, fixture, [cut], { filterFor: redactEmails }), redacted, cut)
      const everywhere = [...fixture.bytes.keys()]
      for (const options of [{}, { hold: 'reply' as const }])
        expectSame(
          pass(format, fixture, everywhere, options),
          pass(format, fixture, [], options),
          'every byte',
        )
    },
  )

  test.each(streams.map((fixture) => [fixture.name, fixture] as const))(
    '%s falls into the same frames at every cut',
    (_name, fixture) => {
      const whole = framesOf(fixture, fixture.bytes.length)
      expect(whole.split('|').length).toBeGreaterThan(1)
      for (let cut = 0; cut < fixture.bytes.length; cut += 1)
        if (framesOf(fixture, cut) !== whole) expect(framesOf(fixture, cut), `cut at ${cut}`).toBe(whole)
    },
  )

  test.each(streams.map((fixture) => [fixture.name, fixture] as const))(
    '%s means the same in random pieces, edited or not',
    (_name, fixture) => {
      const cutList = uniqueArray(nat(fixture.bytes.length), { maxLength: 60 }).map((cuts) =>
        cuts.sort((a, b) => a - b),
      )
      const variants: readonly Partial<StreamGateOptions>[] = [
        {},
        { judgeReply: ({ calls }) => calls.map((_call, at) => denyCall(at)) },
        {
          judgeReply: ({ calls }) =>
            calls.map((_call, at) => ({ kind: 'replace-args', call: at, args: { safe: true } })),
        },
        { judgeReply: () => [{ kind: 'refuse', message: 'No.' }], filterFor: redactEmails },
      ]
      for (const options of variants) {
        const whole = pass(format, fixture, [], options)
        assert(
          property(cutList, (cuts) => expectSame(pass(format, fixture, cuts, options), whole, cuts)),
          { numRuns: 10 },
        )
      }
    },
  )

  test.each(streams.filter(isComplete).map((fixture) => [fixture.name, fixture] as const))(
    '%s leaves byte for byte when nothing is edited',
    (_name, fixture) => {
      const original = Buffer.from(fixture.bytes).toString('latin1')
      expect(pass(format, fixture).released).toBe(original)
      expect(pass(format, fixture, [], { hold: 'reply' }).released).toBe(original)
      const cautious = { push: () => ({ released: '', consumed: 0 }) }
      const lettingGo = () => {
        let kept = ''
        return {
          push(text: string) {
            kept += text
            return cautious.push()
          },
          flush: () => ({ released: kept, consumed: kept.length }),
        }
      }
      expect(pass(format, fixture, [], { filterFor: lettingGo }).released).toBe(original)
    },
  )

  test.each(streams.map((fixture) => [fixture.name, fixture] as const))(
    'a denied call of %s never leaves, streamed or not',
    (_name, fixture) => {
      const { calls } = pass(format, fixture).replies[0] as DecodedReply
      const original = bodyOf(format, fixture.framing, Buffer.from(fixture.bytes).toString('latin1'))
      for (const [at, call] of calls.entries()) {
        if (call.hosted) continue
        const judgeReply = () => [denyCall(at)]
        const { released } = pass(format, fixture, [], { judgeReply })
        const seen = bodyOf(format, fixture.framing, released)
        const edited = objectOf(format.editReply(original, judgeReply()).body) as JsonObject
        for (const secret of secretsOf(call, calls)) {
          expect(released).not.toContain(secret)
          expect(JSON.stringify(edited)).not.toContain(secret)
        }
        expect(format.decodeReply(seen).calls).toHaveLength(calls.length - 1)
        expect(comparable(seen)).toEqual(comparable(edited))
      }
    },
  )

  test.each(streams.filter(isComplete).map((fixture) => [fixture.name, fixture] as const))(
    'rewritten arguments of %s arrive, streamed or not',
    (_name, fixture) => {
      const { calls } = pass(format, fixture).replies[0] as DecodedReply
      const original = bodyOf(format, fixture.framing, Buffer.from(fixture.bytes).toString('latin1'))
      for (const [at, call] of calls.entries()) {
        if (call.hosted) continue
        const judgeReply = (): ReplyEdit[] => [{ kind: 'replace-args', call: at, args: { input: 'safe' } }]
        const { released } = pass(format, fixture, [], { judgeReply })
        const seen = bodyOf(format, fixture.framing, released)
        expect(format.decodeReply(seen).calls[at]?.args).toEqual({ input: 'safe' })
        expect(comparable(seen)).toEqual(comparable(format.editReply(original, judgeReply()).body))
      }
    },
  )

  test.each(streams.map((fixture) => [fixture.name, fixture] as const))(
    'no address leaves through a redacting filter: %s',
    (_name, fixture) => {
      const { released } = pass(format, fixture, [], { filterFor: redactEmails })
      const { text } = format.decodeReply(bodyOf(format, fixture.framing, released))
      expect(text).not.toMatch(EMAIL)
      expect(text).toBe((fixture.expected['text'] as string).replaceAll(EMAIL, '[REDACTED_EMAIL]'))
      if (text.includes('REDACTED')) expect(released).not.toContain('example.com')
    },
  )

  test.each(streams.map((fixture) => [fixture.name, fixture] as const))(
    'a filter that blocks ends %s with a refusal and lets no call through',
    (_name, fixture) => {
      const filterFor = (): TextFilter => ({
        push: () => ({ released: '', consumed: 0, blocked: { message: 'Stopped.', style: 'refusal' } }),
        flush: () => ({ released: '', consumed: 0 }),
      })
      const { released, replies } = pass(format, fixture, [], { filterFor })
      expect(replies).toHaveLength(1)
      if (fixture.expected['text'] === '') return
      const seen = format.decodeReply(bodyOf(format, fixture.framing, released))
      expect(seen.text).toMatch(/^(Stopped\.\n?)+$/u)
      expect(seen.calls.filter(({ hosted }) => !hosted)).toEqual([])
      expect(replies[0]?.ending).toBe('blocked')
    },
  )

  test.each(streams.filter(isComplete).map((fixture) => [fixture.name, fixture] as const))(
    'a refused %s ends with the refusal, and held back as a whole it is nothing else',
    (_name, fixture) => {
      const judgeReply = (): ReplyEdit[] => [{ kind: 'refuse', message: 'Refused.' }]
      const live = format.decodeReply(
        bodyOf(format, fixture.framing, pass(format, fixture, [], { judgeReply }).released),
      )
      expect(live.text).toContain('Refused.')
      expect(live.calls.filter(({ hosted }) => !hosted)).toEqual([])
      const held = pass(format, fixture, [], { judgeReply, hold: 'reply' }).released
      expect(format.decodeReply(bodyOf(format, fixture.framing, held)).text).toMatch(/^(Refused\.\n?)+$/u)
    },
  )
})

function framesOf({ bytes, framing }: Fixture, cut: number): string {
  const splitter = framing.createSplitter()
  const frames = [
    ...splitter.push(bytes.slice(0, cut)),
    ...splitter.push(bytes.slice(cut)),
    ...splitter.end(),
  ]
  return frames.map(({ bytes: { length }, data }) => `${length}|${data ?? ''}`).join('|')
}

/** The comparison is cheap, because it is made at every byte of every fixture. */
function expectSame(actual: Passage, wanted: Passage, cut: unknown): void {
  if (actual.released === wanted.released && JSON.stringify(actual) === JSON.stringify(wanted)) return
  expect(actual, `cut at ${String(cut)}`).toEqual(wanted)
}

/** What must not be seen of a denied call, unless another call says the same. */
function secretsOf(call: DecodedCall, calls: readonly DecodedCall[]): readonly string[] {
  const { callId, tool, args } = call
  const values = Object.values(args).filter(
    (value) => typeof value === 'string' && value.length > 3,
  ) as string[]
  const others = JSON.stringify(calls.filter((other) => other !== call))
  return [tool, callId, ...values].filter((secret) => secret !== '' && !others.includes(secret))
}
