import { expect, test } from 'vitest'
import * as wire from './index.ts'

test('the wire layer offers these values and no others', () => {
  expect(Object.keys(wire).sort()).toEqual([
    'BLOCKED_CODE',
    'anthropicMessages',
    'countableText',
    'createStreamGate',
    'defineWireFormat',
    'gemini',
    'jsonArrayFraming',
    'openaiChat',
    'openaiResponses',
    'openrouter',
    'parseJson',
    'planCompression',
    'routeRequest',
    'turnsOf',
    'wireFormats',
  ])
})
