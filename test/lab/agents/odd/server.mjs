import { createServer } from 'node:http'
import { behave, reset } from './behave.mjs'

const server = createServer((request, response) => void answer(request, response))

async function answer(request, response) {
  if (request.url === '/reset') {
    reset()
    return response.end()
  }
  let body = ''
  for await (const chunk of request) body += chunk
  response.setHeader('content-type', 'application/json')
  try {
    response.end(JSON.stringify({ output: await behave(JSON.parse(body || '{}').input ?? '') }))
  } catch (error) {
    response.statusCode = 500
    response.end(JSON.stringify({ error: error.message }))
  }
}

server.listen(Number(process.env.PORT), '127.0.0.1', () =>
  process.stdout.write(`listening on ${process.env.PORT}\n`),
)
