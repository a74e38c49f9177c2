/** Coding-agent hooks: JSON on stdin to events, the guard's effect to the host's own answer. */
export {
  defineHookHost,
  SCOPES,
  type HookAnswer,
  type HookCall,
  type HookHost,
  type HostReply,
  type Scope,
} from './host.ts'
export { HOOK_HOSTS, hostNamed, hostOf } from './hosts/index.ts'
export { drill, type DrillResult } from './drill.ts'
export {
  installHook,
  uninstallHook,
  type InstallOptions,
  type InstallResult,
  type UninstallResult,
} from './install.ts'
export { findInstallations, type Installation } from './installations.ts'
export { hookMain } from './process/main.ts'
export { readContract } from './process/slow-path.ts'
export { pinned, pinnedWords, type PinnedPlugins } from './pinned-plugins.ts'
export { runHook, USAGE_EXIT, type HookWorld } from './run-hook.ts'
export { holdfastHome } from './state-folder.ts'
