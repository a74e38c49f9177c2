import { expect, test } from 'vitest'
import { scenarioOf } from './support.ts'

/** A run that asks a model, writes a file, makes a request, is denied nothing and answers. */
const FLOW = `name = "checked"
[workflow]
inline = '''
name = "flow"
[[start_nodes]]
name = "main"
source = "manual"
entry_node = "ask"
[[nodes]]
id = "ask"
type = "llm_infer"
backend = "default"
prompt = "Say {{word}}"
input_from = "trigger"
[[nodes]]
id = "put"
type = "write_file"
path_from = "trigger.path"
content_from = "ask.content"
[[nodes]]
id = "send"
type = "http_request"
method = "POST"
url_from = "trigger.url"
body_from = "ask.content"
[[nodes]]
id = "answer"
type = "respond"
body_template = "{{content}}!"
input_from = "ask"
[[nodes]]
id = "never"
type = "terminate"
[[edges]]
from = "ask"
to = "put"
[[edges]]
from = "put"
to = "send"
[[edges]]
from = "send"
to = "answer"
[[edges]]
from = "send"
when = "error"
to = "never"
'''
[trigger]
payload = { word = "hello", path = "out/a.txt", url = "\${HTTP_API}/in" }
[[intel.turns]]
content = "hello"
prompt_tokens = 7
completion_tokens = 3
[[intel.turns]]
content = "unused"
[policy.fs]
write = ["out/**"]
[policy.http]
urls = ["\${HTTP_API}/**"]
[world]
http = [{ name = "api" }, { name = "quiet" }]
[expected]
`

const HOLDS = `status = "completed"
last_node = "answer"
path = ["ask", "put"]
visited = ["send"]
not_visited = ["never"]
max_llm_calls = 1
max_total_tokens = 10
max_node_executions = 4
max_elapsed_ms = 60000
retries = 0
min_policy_denials = 0
max_policy_denials = 0
policy_denials = 0
dead_end = true
all_turns_used = false
final_value = { bytes = 6, content_type = "application/json", status = 200 }
writes = ["out/", "out/a.txt"]
no_files = ["out/b.txt"]
no_requests_to = ["quiet"]
outputs = [{ path = "ask.content", equals = "hello", contains = "ell", not_contains = "x", matches = "^h", not_matches = "z", schema = { type = "string" } }, { path = "ask.none", absent = true }]
files = [{ path = "out/a.txt", equals = "hello" }]
requests = [{ to = "api", method = "POST", path = "/in", body_contains = "hello", times = 1 }, { path = "/other", times = 0 }]
prompts = [{ call = 1, equals = "Say hello" }, { contains = "Say" }, { not_contains = "secret" }]
reply = { status = 200, content_type = "application/json", equals = "hello!" }
`

test('a trial that meets every expectation passes', async () => {
  expect(await scenarioOf(FLOW + HOLDS)).toMatchObject({ failures: [], passed: true })
})

test.each<[string, string]>([
  ['status = "failed"', 'status: expected `failed`, got `completed`'],
  ['last_node = "put"', 'last_node: expected `put`, got `Some("answer")`'],
  ['reason_contains = "x"', 'reason_contains set but the run completed cleanly'],
  ['path = ["put"]', 'path (prefix): expected [put], got [ask, put, send, answer]'],
  [
    'path = ["ask", "put"]\npath_exact = true',
    'path (exact): expected [ask, put], got [ask, put, send, answer]',
  ],
  ['visited = ["never"]', 'visited: `never` was not reached'],
  ['not_visited = ["send"]', 'not_visited: `send` was reached'],
  ['max_llm_calls = 0', 'max_llm_calls: 1 > 0'],
  ['max_total_tokens = 9', 'max_total_tokens: 10 > 9'],
  ['max_node_executions = 3', 'max_node_executions: 4 > 3'],
  ['retries = 1', 'retries: expected 1, got 0'],
  ['min_policy_denials = 1', 'min_policy_denials: 0 < 1'],
  ['policy_denials = 1', 'policy_denials: expected 1, got 0'],
  ['denials = [{ tool = "write_file" }]', 'denials: none is {"tool":"write_file"} (recorded: none)'],
  ['dead_end = false', 'dead_end: expected false, got true'],
  ['all_turns_used = true', 'all_turns_used: expected true, and 1 turns were not asked for'],
  ['final_value = 7', 'final_value: expected `7`, got `{"bytes":6,'],
  [
    'outputs = [{ path = "ask.content", equals = "hallo" }]',
    'outputs `ask.content`: expected `"hallo"`, got `"hello"`',
  ],
  ['outputs = [{ path = "ask.content", matches = "^x" }]', 'expected it to match `^x`, got `hello`'],
  ['outputs = [{ path = "ask.content", schema = { type = "integer" } }]', 'does not fit its schema'],
  ['outputs = [{ path = "ask.content", absent = true }]', 'expected nothing, got `"hello"`'],
  ['outputs = [{ path = "never.x" }]', 'outputs `never.x`: it leads nowhere'],
  [
    'files = [{ path = "out/a.txt", contains = "x" }]',
    'files `out/a.txt`: expected it to contain `x`, got `hello`',
  ],
  ['files = [{ path = "out/b.txt" }]', 'files `out/b.txt`: it is not there'],
  ['no_files = ["out/a.txt"]', 'files `out/a.txt`: it must not be there, and it is'],
  ['writes = []', 'writes: `out/a.txt` was touched and must not be'],
  ['writes = ["out/", "out/a.txt", "b"]', 'writes: `b` is as it was'],
  [
    'requests = [{ to = "quiet" }]',
    'requests: `to quiet` expected at least 1, got 0 (made: POST /in to api)',
  ],
  ['requests = [{ to = "api", times = 0 }]', 'expected 0, got 1'],
  ['requests = [{ body_contains = "x" }]', 'expected at least 1, got 0'],
  ['no_requests_to = ["api"]', 'no_requests_to `api`: 1 connections'],
  ['prompts = [{ call = 2 }]', 'prompts: there was no call 2'],
  ['prompts = [{ contains = "x" }]', 'prompts: none of 1 is as expected'],
  ['prompts = [{ not_contains = "hello" }]', 'prompts: call 1: expected it not to contain `hello`'],
  ['reply = { status = 201 }', 'reply: expected status 201, got 200'],
  ['reply = { contains = "?" }', 'reply: expected it to contain `?`, got `hello!`'],
])('%s is seen not to hold', async (expectation, failure) => {
  const { failures, passed } = await scenarioOf(`${FLOW}${expectation}\n`)
  expect(passed).toBe(false)
  expect(failures.join('\n')).toContain(failure)
})
