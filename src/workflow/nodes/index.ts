// Written by `npm run gen`; do not edit.
import type { AnyNode } from '../define-node.ts'
import { agentLoop } from './agent-loop.ts'
import { callMcpTool } from './call-mcp-tool.ts'
import { callNode } from './call.ts'
import { condition } from './condition.ts'
import { createDir } from './create-dir.ts'
import { diffCompute } from './diff-compute.ts'
import { fail } from './fail.ts'
import { httpRequest } from './http-request.ts'
import { jsonSelect } from './json-select.ts'
import { llmInfer } from './llm-infer.ts'
import { map } from './map.ts'
import { merge } from './merge.ts'
import { parallel } from './parallel.ts'
import { parseJson } from './parse-json.ts'
import { pauseForApproval } from './pause-for-approval.ts'
import { readEnv } from './read-env.ts'
import { readFile } from './read-file.ts'
import { readMcpResource } from './read-mcp-resource.ts'
import { respond } from './respond.ts'
import { shellRun } from './shell-run.ts'
import { switchNode } from './switch.ts'
import { templateRender } from './template-render.ts'
import { terminate } from './terminate.ts'
import { writeFile } from './write-file.ts'

export const NODES: readonly AnyNode[] = [
  agentLoop,
  callMcpTool,
  callNode,
  condition,
  createDir,
  diffCompute,
  fail,
  httpRequest,
  jsonSelect,
  llmInfer,
  map,
  merge,
  parallel,
  parseJson,
  pauseForApproval,
  readEnv,
  readFile,
  readMcpResource,
  respond,
  shellRun,
  switchNode,
  templateRender,
  terminate,
  writeFile,
]
