import { DIALECTS } from './dialects/index.ts'
import { mockModelFor } from './mock-model-for.ts'
import { foundIn, seenIn, type Seen } from './seen.ts'
import { walk, type Seat } from './seat.ts'
import { engineSeat, FULL_VIEW, type View } from './seats/engine-seat.ts'
import { HOOK_VIEW, hookInProcess, hookSeat, type SendToHook } from './seats/hook-seat.ts'
import { httpSeat, type Speech } from './seats/http-seat.ts'
import { MCP_VIEW, mcpSeat } from './seats/mcp-seat.ts'
import { proxyLine } from './seats/proxy-line.ts'
import { sdkLine } from './seats/sdk-line.ts'
import { PARTIAL_SURFACES, type PartialSurface, type Transcript } from './transcript.ts'

export const SURFACES = ['engine', 'proxy', 'sdk', 'hook', 'mcp'] as const
export type SurfaceName = (typeof SURFACES)[number]

/** `same`: found exactly what the whole conversation holds. `partly`: exactly what the part it sees holds. */
export type Standing = 'same' | 'partly' | 'differs'

export interface Disagreement {
  /** Which surface, and in which format. */
  readonly where: string
  readonly wanted: readonly Seen[]
  readonly got: readonly Seen[]
}

export interface Comparison {
  readonly transcript: Transcript
  readonly standing: Readonly<Record<SurfaceName, Standing>>
  readonly disagreements: readonly Disagreement[]
  /** What a surface that sees only a part does not find. */
  readonly unseen: Readonly<Record<PartialSurface, readonly Seen[]>>
}

const VIEWS: Readonly<Record<PartialSurface, View>> = { hook: HOOK_VIEW, mcp: MCP_VIEW }

const SPEECHES: readonly Speech[] = DIALECTS.flatMap((dialect) => [
  { dialect, stream: false },
  { dialect, stream: true },
])

export interface CompareOptions {
  /** How a payload gets to a hook; without it, without a process. */
  readonly sendToHook?: SendToHook
  /** Where an agent sits behind the MCP guard; without it, without a process. */
  readonly sitBehindMcp?: (transcript: Transcript) => Promise<Seat>
}

/** Judges one conversation on every surface. */
export async function compare(
  transcript: Transcript,
  { sendToHook = hookInProcess, sitBehindMcp = mcpSeat }: CompareOptions = {},
): Promise<Comparison> {
  /** A surface that does not get to the end agrees with nobody. */
  const judged = async (seat: Seat): Promise<readonly Seen[]> => {
    try {
      return seenIn(await walk(transcript, seat))
    } catch (error) {
      await seat.leave().catch(() => undefined)
      return [`did not finish: ${error instanceof Error ? error.message : String(error)}`]
    }
  }
  const disagreements: Disagreement[] = []
  const agree = (where: string, wanted: readonly Seen[], got: readonly Seen[]): boolean => {
    const isSame = wanted.length === got.length && wanted.every((line, at) => line === got[at])
    if (!isSame) disagreements.push({ where, wanted, got })
    return isSame
  }

  const full = await judged(engineSeat(transcript, FULL_VIEW))
  const engine = agree('engine', transcript.expect, foundIn(full)) ? 'same' : 'differs'
  const { proxy, sdk } = await overHttp(transcript, full, judged, agree)
  const unseen: Record<PartialSurface, readonly Seen[]> = { hook: [], mcp: [] }
  const partial = {} as Record<PartialSurface, Standing>
  for (const surface of PARTIAL_SURFACES) {
    const seat = surface === 'hook' ? hookSeat(transcript, sendToHook) : await sitBehindMcp(transcript)
    const part = await judged(engineSeat(transcript, VIEWS[surface]))
    const isSame = agree(surface, part, await judged(seat))
    const seesAll = foundIn(part).join('\n') === foundIn(full).join('\n')
    unseen[surface] = without(foundIn(full), foundIn(part))
    const isDeclared = transcript.blind.includes(surface)
    if (seesAll === isDeclared)
      disagreements.push({
        where: `${surface} ${isDeclared ? 'is declared blind and sees all' : 'sees only a part and is not declared blind'}`,
        wanted: foundIn(full),
        got: foundIn(part),
      })
    partial[surface] = !isSame || seesAll === isDeclared ? 'differs' : seesAll ? 'same' : 'partly'
  }
  return { transcript, standing: { engine, proxy, sdk, ...partial }, disagreements, unseen }
}

async function overHttp(
  transcript: Transcript,
  full: readonly Seen[],
  judged: (seat: Seat) => Promise<readonly Seen[]>,
  agree: (where: string, wanted: readonly Seen[], got: readonly Seen[]) => boolean,
): Promise<Record<'proxy' | 'sdk', Standing>> {
  const standing: Record<'proxy' | 'sdk', Standing> = { proxy: 'same', sdk: 'same' }
  const model = await mockModelFor(transcript)
  try {
    for (const speech of SPEECHES) {
      const { dialect, stream } = speech
      for (const [surface, open] of [
        ['proxy', proxyLine],
        ['sdk', sdkLine],
      ] as const) {
        const line = await open(transcript, speech, model.url)
        const where = `${surface}, ${dialect.format.name}${stream ? ', streamed' : ''}`
        if (!agree(where, full, await judged(httpSeat(transcript, speech, line))))
          standing[surface] = 'differs'
      }
    }
  } finally {
    await model.close()
  }
  return standing
}

function without(all: readonly Seen[], some: readonly Seen[]): readonly Seen[] {
  const left = [...some]
  return all.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
