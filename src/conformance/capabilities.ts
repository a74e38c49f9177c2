/** What a workflow runtime can be asked to do, by group; the order is the order of every list of them. */
export const CAPABILITY_GROUPS = {
  control: ['condition', 'switch', 'merge', 'fail', 'pause_for_approval', 'terminate', 'respond'],
  data: ['parse_json', 'json_select', 'template_render', 'diff_compute'],
  io: ['read_file', 'write_file', 'create_dir', 'read_env'],
  net: ['http_request'],
  exec: ['shell_run'],
  composition: ['call', 'parallel', 'map'],
  mcp: ['call_mcp_tool', 'read_mcp_resource'],
  intel: ['llm_infer', 'agent_loop'],
  trigger: ['trigger_manual', 'trigger_http', 'trigger_event', 'trigger_cron', 'trigger_fs_watch'],
  policy: ['policy_fs', 'policy_env', 'policy_http', 'policy_shell', 'policy_mcp'],
  assurance: ['reliability_passk', 'security_injection', 'fault_tolerance'],
} as const

export type Capability = (typeof CAPABILITY_GROUPS)[keyof typeof CAPABILITY_GROUPS][number]

export const CAPABILITIES: readonly Capability[] = Object.values(CAPABILITY_GROUPS).flat()

const KNOWN: ReadonlySet<string> = new Set(CAPABILITIES)

export function isCapability(name: string): name is Capability {
  return KNOWN.has(name)
}
