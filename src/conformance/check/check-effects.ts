import type { DenialCheck, Expected, FileCheck, RequestCheck } from '../model.ts'
import type { Observation } from '../trial/observation.ts'
import { textFaults } from './check-text.ts'

/** What the run did to the world, and what it was kept from doing. */
export function checkEffects(expected: Expected, seen: Observation): readonly string[] {
  const { files, writes, requests, noRequestsTo, denials } = expected
  return [
    ...files.flatMap((check) => checkFile(check, seen)),
    ...(writes === undefined ? [] : checkWrites(writes, seen.changes)),
    ...requests.flatMap((check) => checkRequest(check, seen)),
    ...noRequestsTo.flatMap((name) => checkSilence(name, seen)),
    ...denials.flatMap((check) => checkDenial(check, seen)),
  ]
}

function checkFile(check: FileCheck, { files }: Observation): readonly string[] {
  const text = files.get(check.path)
  const name = `files \`${check.path}\``
  if (check.absent) return text === undefined ? [] : [`${name}: it must not be there, and it is`]
  return text === undefined
    ? [`${name}: it is not there`]
    : textFaults(text, check).map((fault) => `${name}: ${fault}`)
}

function checkWrites(wanted: readonly string[], changes: Observation['changes']): readonly string[] {
  if (changes === undefined) return ['writes: nobody looked at the folder of the trial']
  const surplus = changes.filter((path) => !wanted.includes(path))
  const missing = wanted.filter((path) => !changes.includes(path))
  return [
    ...surplus.map((path) => `writes: \`${path}\` was touched and must not be`),
    ...missing.map((path) => `writes: \`${path}\` is as it was`),
  ]
}

function checkRequest(check: RequestCheck, { requests }: Observation): readonly string[] {
  const { to, method, path, bodyContains, times } = check
  const count = requests.filter(
    (request) =>
      (to === undefined || request.to === to) &&
      (method === undefined || request.method === method) &&
      (path === undefined || request.path === path) &&
      (bodyContains === undefined || request.body.includes(bodyContains)),
  ).length
  const name = [method, path, to === undefined ? undefined : `to ${to}`].filter(Boolean).join(' ')
  if (times === undefined ? count > 0 : count === times) return []
  const made = requests.map((request) => `${request.method} ${request.path} to ${request.to}`).join(', ')
  return [
    `requests: \`${name}\` expected ${times ?? 'at least 1'}, got ${count}${made === '' ? '' : ` (made: ${made})`}`,
  ]
}

function checkSilence(name: string, { connections }: Observation): readonly string[] {
  const count = connections.get(name) ?? 0
  return count === 0 ? [] : [`no_requests_to \`${name}\`: ${count} connections`]
}

function checkDenial(check: DenialCheck, { denials }: Observation): readonly string[] {
  const { tool, family, code, resourceContains } = check
  const isThere = denials.some(
    (denial) =>
      (tool === undefined || denial.tool === tool) &&
      (family === undefined || denial.family === family) &&
      (code === undefined || denial.code === code) &&
      (resourceContains === undefined || denial.resource.includes(resourceContains)),
  )
  const recorded = denials.map((denial) => `${denial.tool} ${denial.code} ${denial.resource}`).join(', ')
  return isThere
    ? []
    : [`denials: none is ${JSON.stringify(check)} (recorded: ${recorded === '' ? 'none' : recorded})`]
}
