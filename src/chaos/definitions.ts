import { HoldfastError } from '../kit/errors.ts'
import { ATTACKS } from './attacks/index.ts'
import type { AnyAttack } from './define-attack.ts'
import type { AnyFault, LlmFaultDefinition, ToolFaultDefinition } from './define-fault.ts'
import { FAULTS } from './faults/index.ts'

const FAULT_BY_NAME: ReadonlyMap<string, AnyFault> = new Map(
  FAULTS.map((fault) => [`${fault.strikes}.${fault.name}`, fault]),
)
const ATTACK_BY_NAME: ReadonlyMap<string, AnyAttack> = new Map(ATTACKS.map((attack) => [attack.name, attack]))

export function faultDefinition(kind: 'tool', name: string): ToolFaultDefinition
export function faultDefinition(kind: 'llm', name: string): LlmFaultDefinition
export function faultDefinition(kind: 'tool' | 'llm', name: string): AnyFault
export function faultDefinition(kind: 'tool' | 'llm', name: string): AnyFault {
  return FAULT_BY_NAME.get(`${kind}.${name}`) ?? unknownName(`${kind} fault`, name)
}

export function attackDefinition(name: string): AnyAttack {
  return ATTACK_BY_NAME.get(name) ?? unknownName('context attack', name)
}

function unknownName(noun: string, name: string): never {
  throw new HoldfastError('HF_UNKNOWN_NAME', `unknown ${noun} \`${name}\``)
}
