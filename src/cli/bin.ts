#!/usr/bin/env node
import { main } from './main.ts'
import { nodeIo } from './node-io.ts'

// a reader that stops reading (`| head`) is not an error of ours
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await main(process.argv.slice(2), nodeIo())
