import type { SessionRecord } from '../../model/index.ts'
import { startProxy } from '../../proxy/index.ts'
import { memoryStore } from '../../store/index.ts'
import { contractIn } from '../contract-in.ts'
import { scriptedJudge } from '../scripted-judge.ts'
import type { Transcript } from '../transcript.ts'
import type { Speech, Line } from './http-seat.ts'

/** The gateway on a port of its own, between the agent and the mock model. */
export async function proxyLine(
  transcript: Transcript,
  { dialect }: Speech,
  modelUrl: string,
): Promise<Line> {
  const store = memoryStore()
  const contract = contractIn(transcript)
  const proxy = await startProxy({
    contracts: [{ selector: { kind: 'default' }, load: () => contract }],
    port: 0,
    upstreams: { anthropic: modelUrl, openai: modelUrl, gemini: modelUrl, openrouter: modelUrl },
    store,
    onDeny: 'replace',
    judge: scriptedJudge(transcript),
    watch: false,
  })
  return {
    url: `${proxy.url}/${dialect.provider}`,
    send: fetch,
    async close() {
      await proxy.close(0)
      const records: SessionRecord[] = []
      for await (const { sessionId } of store.sessions())
        for await (const record of store.read(sessionId)) records.push(record)
      return records
    },
  }
}
