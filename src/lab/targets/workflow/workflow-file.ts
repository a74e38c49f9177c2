import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { FileText } from '../../../contract/index.ts'
import { HoldfastError } from '../../../kit/errors.ts'
import { loadWorkflow, type Workflow } from '../../../workflow/index.ts'

/** The upstreams its models have in the file, so that the gateway can stand in front of them. */
export function workflowUpstreams(file: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { provider, baseUrl } of readWorkflowFile(file).backends) {
    const name = provider === 'openai-compatible' ? 'openai' : provider
    if (baseUrl === undefined) continue
    if (found[name] !== undefined && found[name] !== baseUrl)
      throw new HoldfastError(
        'HF_INVALID_FILE',
        `\`${file}\` has two backends behind ${name} at different addresses, and the gateway can stand in front of one`,
        'put faults on `plane: boundary`, or test one backend at a time',
      )
    found[name] = baseUrl
  }
  return found
}

const MAX_BYTES = 6_000_000

/** A workflow that loads, or the first problem and where to see all. */
export function readWorkflowFile(file: string): Workflow {
  const read = (name: string, from = ''): FileText => {
    const path = resolve(dirname(from), name)
    try {
      const text = readFileSync(path, 'utf8')
      return text.length > MAX_BYTES
        ? { ok: false, reason: 'it is too large' }
        : { ok: true, file: path, text }
    } catch (error) {
      return { ok: false, reason: (error as Error).message }
    }
  }
  const text = read(file)
  if (!text.ok) throw new HoldfastError('HF_FILE', `cannot read \`${file}\`: ${text.reason}`)
  const { workflow, problems } = loadWorkflow(file, text.text, { readFile: read })
  if (workflow !== undefined) return workflow
  const first = problems.find(({ level }) => level === 'error')
  throw new HoldfastError(
    'HF_INVALID_FILE',
    `${file}: ${first?.message ?? 'it is no workflow'}`,
    'holdfast workflow validate shows all problems',
  )
}
