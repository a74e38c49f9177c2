import { randomStream, type Random } from '../../kit/random.ts'
import { schemaValidator } from '../../contract/checks/json-schema-validator.ts'
import type { JsonObject, JsonValue } from '../../model/index.ts'
import type { Backend, Backends } from '../backends/backend.ts'
import type { McpServerSpec, TriggerKind } from '../model.ts'
import type { NodeCall } from '../node-call.ts'
import { NodeError, reasonOf, workflowError } from '../node-error.ts'
import type { PolicyCheck } from '../policy/policy.ts'
import { stepInto, type ContextPath } from '../value/context-path.ts'
import { plainJson } from '../value/exact-number.ts'
import { kindOf } from '../value/kinds.ts'
import type { McpSession, World } from '../world/world.ts'
import type { ChildOutcome, ChildRequest } from './child.ts'
import { createGate, type Gate } from './gate.ts'
import { Meter } from './meter.ts'
import type { HttpReply, RunResult, TraceEntry } from './outcome.ts'
import type { Plan, PlanNode } from './plan.ts'
import type { PreparedPolicy } from './prepared-policy.ts'
import type { Shared } from './shared.ts'

const MAX_DEPTH = 8
/** The answers of a policy to a run that asks without end are not kept without end. */
export const MAX_CHECKS = 10_000

export interface RunStart {
  readonly startNode: string
  readonly triggerKind: TriggerKind
  readonly input: JsonValue
  readonly runId: string
}

/** Where a sub-workflow stands in the run it belongs to. */
export interface Place {
  readonly parent: RunServices
  readonly prefix: string
  readonly after?: Promise<unknown> | undefined
}

/** What a run offers its nodes: values, policy, contract, models, children. How it goes on is the walk's business. */
export abstract class RunServices implements NodeCall {
  readonly plan: Plan
  readonly shared: Shared
  readonly begun: RunStart
  readonly meter: Meter
  readonly trace: TraceEntry[] = []
  readonly checks: PolicyCheck[] = []
  readonly prefix: string
  protected readonly outputs: (JsonValue | undefined)[]
  protected readonly parent: RunServices | undefined
  protected readonly after: Promise<unknown> | undefined
  protected readonly depth: number
  protected node: PlanNode
  protected reply: HttpReply | undefined
  protected children: { readonly index: number; readonly run: RunServices; status: RunResult['status'] }[] =
    []
  #trigger: JsonValue | undefined
  #calls = 0
  #gate: Gate | undefined
  #policies: Promise<readonly PreparedPolicy[]> | undefined
  #backends: Backends | undefined

  constructor(plan: Plan, shared: Shared, begun: RunStart, place?: Place) {
    this.plan = plan
    this.shared = shared
    this.begun = begun
    this.parent = place?.parent
    this.prefix = place?.prefix ?? ''
    this.after = place?.after
    this.depth = place === undefined ? 0 : place.parent.depth + 1
    this.meter = new Meter(plan.workflow.budget, place?.parent.meter)
    this.outputs = plan.noOutputs.slice()
    this.node = plan.nodes[0]!
  }

  /** A run of another workflow inside this one. */
  protected abstract childRun(plan: Plan, begun: RunStart, place: Place): RunServices

  abstract walk(): RunResult | Promise<RunResult>

  get workflowName(): string {
    return this.plan.workflow.name
  }

  get nodeId(): string {
    return this.node.id
  }

  get address(): string {
    return this.prefix === '' ? this.node.id : `${this.prefix}/${this.node.id}`
  }

  get input(): JsonValue {
    return this.begun.input
  }

  get dryRun(): boolean {
    return this.shared.dryRun
  }

  get world(): World {
    return this.shared.world
  }

  get gate(): Gate {
    return (this.#gate ??= createGate({
      world: this.world,
      policies: () => this.#allPolicies(),
      record: (check) => (check.allowed ? this.check(check) : this.deny(check)),
    }))
  }

  protected check(check: Omit<PolicyCheck, 'address' | 'nodeId'>): void {
    if (this.checks.length < MAX_CHECKS)
      this.checks.push({ address: this.address, nodeId: this.nodeId, ...check })
  }

  protected deny(check: Omit<PolicyCheck, 'address' | 'nodeId'>): void {
    this.check(check)
    this.meter.add('policyDenials', 1)
  }

  /** A sub-workflow may do what its own policy and those of its callers all allow. */
  #allPolicies(): Promise<readonly PreparedPolicy[]> {
    this.#policies ??= (async () => {
      const above = this.parent === undefined ? [] : await this.parent.#allPolicies()
      const { policy } = this.plan.workflow
      return policy === undefined ? above : [...above, await this.shared.prepared(policy)]
    })()
    return this.#policies
  }

  signal(): AbortSignal {
    return this.shared.clock.signal()
  }

  remainingMs(): number {
    return Math.max(1, this.shared.clock.atMs - this.world.nowMs())
  }

  resolve(path: ContextPath): JsonValue | undefined {
    const index = this.plan.indexOf.get(path.root)
    if (index !== undefined) return stepInto(this.outputs[index], path.rest)
    if (path.root !== 'trigger') return undefined
    this.#trigger ??= triggerValue(this.begun)
    return stepInto(this.#trigger, path.rest)
  }

  backend(name: string): Backend {
    this.#backends ??= this.#knownBackends()
    const found = Object.hasOwn(this.#backends, name) ? this.#backends[name] : undefined
    if (found !== undefined) return found
    const known = Object.keys(this.#backends).sort().join(', ')
    throw new NodeError(
      'intelligence',
      `backend \`${name}\` is not configured on this runtime; known backends: ${known === '' ? '<none>' : known}`,
    )
  }

  #knownBackends(): Backends {
    const above = this.parent === undefined ? this.shared.backends : this.parent.#knownBackends()
    return { ...this.shared.backendsOf(this.plan.workflow), ...above }
  }

  inTurn(): Promise<void> | undefined {
    const above = this.parent?.inTurn()
    if (this.after === undefined) return above
    return Promise.all([above, this.after]).then(() => undefined)
  }

  random(label: string): Random {
    return randomStream(this.shared.seed, `${this.address}:${label}`)
  }

  async guarded<Output extends JsonValue>(
    tool: string,
    args: JsonObject,
    act: (args: JsonObject) => Promise<Output>,
  ): Promise<Output> {
    const { guard } = this.shared
    this.meter.add('toolCalls', 1)
    if (guard === undefined) return act(args)
    // a contract judges a sequence, so the sequence must not depend on which child is faster
    await this.inTurn()
    this.#calls += 1
    const callId = `${this.address}#${this.#calls}`
    const verdict = guard.call(callId, tool, args)
    if (!verdict.allowed) {
      const { reason, clauseId } = verdict
      this.deny({
        tool,
        family: 'contract',
        operation: 'tool-call',
        resource: tool,
        allowed: false,
        code: 'contract',
        reason,
        rule: clauseId,
      })
      throw new NodeError('contract', `${tool}: ${reason}`)
    }
    try {
      const output = await act(verdict.value)
      guard.result(callId, tool, true, output)
      return output
    } catch (error) {
      guard.result(callId, tool, false, failureContent(error, this.checks))
      throw error
    }
  }

  beforeModel(backend: Backend, text: string, maxTokens: number | undefined): void {
    const { guard } = this.shared
    if (guard === undefined) return
    const [provider = '', ...model] = backend.label.split(':')
    const verdict = guard.request(provider, model.join(':'), Math.ceil(text.length / 4), maxTokens)
    if (!verdict.allowed) this.#refuse('model-request', verdict)
  }

  afterModel(
    text: string,
    usage: { readonly input: number; readonly output: number },
    model?: string,
  ): string {
    const { guard } = this.shared
    if (guard === undefined) return text
    const verdict = guard.response(text, usage, model)
    return verdict.allowed ? verdict.value : this.#refuse('model-response', verdict)
  }

  #refuse(
    operation: string,
    { reason, clauseId }: { readonly reason: string; readonly clauseId: string },
  ): never {
    this.deny({
      tool: this.node.definition.name,
      family: 'contract',
      operation,
      resource: this.nodeId,
      allowed: false,
      code: 'contract',
      reason,
      rule: clauseId,
    })
    throw new NodeError('contract', `${operation}: ${reason}`)
  }

  async runChild({ path, input, start, index = 0, after }: ChildRequest): Promise<ChildOutcome> {
    if (this.depth >= MAX_DEPTH) throw workflowError(this.workflowName, `call depth exceeded ${MAX_DEPTH}`)
    const workflow = this.plan.workflow.children.get(path)
    if (workflow === undefined)
      throw workflowError(this.workflowName, `sub-workflow \`${path}\` is not loaded`)
    const startNode =
      start ??
      workflow.startNodes.find(({ source }) => source === 'manual')?.name ??
      workflow.startNodes[0]?.name ??
      ''
    const prefix = `${this.address}[${index}]`
    const run = this.childRun(
      this.shared.planOf(workflow),
      { startNode, triggerKind: 'manual', input, runId: this.begun.runId },
      { parent: this, prefix, after },
    )
    const entry: { index: number; run: RunServices; status: RunResult['status'] } = {
      index,
      run,
      status: 'timed_out',
    }
    this.children.push(entry)
    const result = await run.walk()
    entry.status = result.status
    const { status, finalValue, reason, error } = result
    return {
      status,
      value: finalValue,
      reason: error?.message ?? reason ?? '',
      ...(error !== undefined && { errorClass: error.class }),
    }
  }

  schema(path: string): ((value: JsonValue) => string | undefined) | undefined {
    const schema = this.plan.workflow.schemas.get(path)
    if (schema === undefined || schema === null) return undefined
    const validate = schemaValidator(schema)
    return (value) => {
      const mismatch = validate(plainJson(value))
      return mismatch === undefined
        ? undefined
        : `${mismatch.at === '' ? '' : `${mismatch.at}: `}${mismatch.problem}`
    }
  }

  mcpServer(name: string | undefined): McpServerSpec {
    const servers = this.#mcpServers()
    const found =
      name === undefined
        ? servers.length === 1
          ? servers[0]
          : undefined
        : servers.find((server) => server.name === name)
    if (found !== undefined) return found
    throw new NodeError(
      'mcp',
      name === undefined
        ? `${servers.length} servers are declared; name one`
        : `no server \`${name}\` is declared`,
    )
  }

  #mcpServers(): readonly McpServerSpec[] {
    const own = this.plan.workflow.mcpServers
    return own.length > 0 || this.parent === undefined ? own : this.parent.#mcpServers()
  }

  mcpSession({ name, command }: McpServerSpec): Promise<McpSession> {
    return this.shared.mcp.get(`${name}\0${command.join('\0')}`, () =>
      this.world.mcp.connect(name, command, this.signal()),
    )
  }

  respond(reply: HttpReply): void {
    this.reply = reply
  }
}

/** The payload's fields and how it came; a payload that is no object is found under `input`. */
function triggerValue({ triggerKind, input }: RunStart): JsonValue {
  const isObject = kindOf(input) === 'object'
  return isObject ? { kind: triggerKind, ...(input as JsonObject) } : { kind: triggerKind, input }
}

/** Whoever reads the records later sees what was denied and by which rule, not only a sentence. */
function failureContent(error: unknown, checks: readonly PolicyCheck[]): JsonObject {
  const denied =
    error instanceof NodeError && error.errorClass === 'policy'
      ? checks.findLast(({ allowed }) => !allowed)
      : undefined
  return { error: reasonOf(error), ...(denied !== undefined && { denied: denied as unknown as JsonObject }) }
}
