import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { toolServer } from './tool-server.ts'

process.stderr.write('tool-server is up\n')
const description = process.env['ECHO_DESCRIPTION']
serveStdio(() =>
  toolServer({ callLog: process.env['CALL_LOG']!, ...(description === undefined ? {} : { description }) }),
)
