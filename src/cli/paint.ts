import pico from 'picocolors'
import type { Verdict } from '../model/index.ts'
import type { CliIo } from './io.ts'

type Colours = ReturnType<typeof pico.createColors>

/** Colours as the terminal takes them: plain words where it does not. */
export function paintFor(io: CliIo): Colours {
  return pico.createColors(io.colour)
}

const COLOUR = {
  allow: 'dim',
  warn: 'yellow',
  rewrite: 'cyan',
  ask: 'magenta',
  deny: 'red',
} as const satisfies Record<Verdict, keyof Colours>

export function paintVerdict(paint: Colours, verdict: Verdict, width = 0): string {
  return paint[COLOUR[verdict]](verdict.padEnd(width))
}

// oxlint-disable no-control-regex -- control characters are what must not get through
/** Agent text on a terminal: one line, no control characters, bounded. */
export function shown(text: string, width = 160): string {
  const flat = text
    .replace(/\s+/gu, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\u00b7')
  return flat.length > width ? `${flat.slice(0, width - 1)}…` : flat
}
