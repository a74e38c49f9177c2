// The servers of the gateway's benchmark, each started in a process of its own, from the compiled code as users run it.
import { Agent, createServer, request as httpRequest } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Pool } from 'undici'

const dist = process.env['HOLDFAST_DIST'] ?? resolve(import.meta.dirname, '../dist')
const load = (path) => import(pathToFileURL(join(dist, path)).href)
const { compileContract, loadContract } = await load('contract/index.js')
const { startProxy } = await load('proxy/index.js')
const { openStore } = await load('store/index.js')
const { anthropicMessages } = await load('wire/formats/index.js')

const contractText = readFileSync(resolve(import.meta.dirname, 'proxy-contract.yaml'), 'utf8')

const compiled = () => compileContract(loadContract('bench.yaml', contractText).contract)
const MODEL = 'claude-sonnet-5'

// ---- the kinds of server, each in a process of its own

const ROLES = {
  upstream: startUpstream,
  bare: startBare,
  lean: startLean,
  gateway: (upstream) => startGateway(upstream, undefined),
  'gateway-store': async (upstream) => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'))
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    return startGateway(upstream, join(folder, 'records.db'))
  },
}

async function startUpstream() {
  let count = 0
  const wholes = Array.from({ length: 512 }, (_, index) =>
    Buffer.from(JSON.stringify(anthropicMessages.encodeReply(replyOf(index)))),
  )
  const streams = Array.from({ length: 512 }, (_, index) =>
    anthropicMessages.encodeStream(replyOf(index), { textChars: 12 }),
  )
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk.toString('latin1')
    })
    request.on('end', () => {
      count = (count + 1) & 511
      if (!/"stream": ?true/u.test(body)) {
        const bytes = wholes[count]
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
        return response.end(bytes)
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const frames = streams[count]
      if (body.includes('stay open')) {
        // half of the reply, and then silence
        return response.write(Buffer.concat(frames.slice(0, 5)))
      }
      // the first words, and the rest a moment later: a model never says everything in one breath
      for (const frame of frames.slice(0, 5)) response.write(frame)
      return setTimeout(() => {
        for (const frame of frames.slice(5)) response.write(frame)
        response.end()
      }, 2)
    })
  })
  return listening(server)
}

function replyOf(index) {
  return {
    id: `msg_${index}`,
    model: MODEL,
    text: `Module ${index} builds on all three platforms, its ${index * 7} tests pass, and nothing else was touched by the change that you asked for.`,
    usage: { input: 900, output: 40 },
  }
}

/** What one would write with Node alone and no opinion: a server, a client that keeps connections, two pipes. */
async function startBare(upstream) {
  const { hostname, port } = new URL(upstream)
  const agent = new Agent({ keepAlive: true })
  return listening(
    createServer((request, response) => {
      const path = request.url.slice('/anthropic'.length)
      const headers = { ...request.headers, host: `${hostname}:${port}` }
      const onward = httpRequest(
        { hostname, port, path, method: request.method, headers, agent },
        (reply) => {
          response.writeHead(reply.statusCode, reply.headers)
          reply.pipe(response)
        },
      )
      onward.on('error', () => response.destroy())
      request.pipe(onward)
    }),
  )
}

/** The same with the client the gateway has, at its lowest level: nothing between its parser and the answer. */
async function startLean(upstream) {
  const pool = new Pool(upstream)
  return listening(
    createServer((request, response) => {
      const headers = []
      for (let at = 0; at < request.rawHeaders.length; at += 2) {
        const name = request.rawHeaders[at].toLowerCase()
        if (name !== 'host' && name !== 'connection' && name !== 'transfer-encoding')
          headers.push(request.rawHeaders[at], request.rawHeaders[at + 1])
      }
      pool.dispatch(
        { method: 'POST', path: request.url.slice('/anthropic'.length), headers, body: request },
        {
          onConnect: () => undefined,
          onHeaders(status, raw) {
            const kept = []
            for (let at = 0; at < raw.length; at += 2) {
              const name = raw[at].toString('latin1')
              if (!/^(?:connection|keep-alive|transfer-encoding)$/iu.test(name))
                kept.push(name, raw[at + 1].toString('latin1'))
            }
            response.writeHead(status, kept)
            return true
          },
          onData: (chunk) => response.write(chunk),
          onComplete: () => void response.end(),
          onError: () => void response.destroy(),
        },
      )
    }),
  )
}

async function startGateway(upstream, file) {
  const store = file === undefined ? undefined : await openStore(file)
  const { port } = await startProxy({
    contracts: [{ selector: { kind: 'default' }, load: compiled }],
    port: 0,
    upstreams: { anthropic: upstream },
    watch: false,
    ...(store === undefined ? {} : { store }),
  })
  return port
}

function listening(server) {
  return new Promise((tell) => {
    server.listen(0, '127.0.0.1', () => tell(server.address().port))
  })
}

process.on('message', (asked) => void tellVitals(asked))

async function tellVitals(asked) {
  // only where memory is asked for: a collection in between would throw away what the compiler has learned
  if (asked === 'memory') await collected()
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  process.send({ rss, heap: heapUsed + external, cpuUs: user + system })
}

/** Pages are given back to the system some time after what was in them is gone. */
async function collected() {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.()
    await new Promise((done) => setTimeout(done, 200))
  }
}

process.on('disconnect', () => process.exit(0))
process.send(await ROLES[process.argv[2]](process.argv[3] ?? ''))
