import type { Reporter } from '../reporter.ts'
import { githubReporter } from './github.ts'
import { jsonReporter } from './json.ts'
import { junitReporter } from './junit.ts'
import { markdownReporter } from './markdown.ts'
import { sarifReporter } from './sarif.ts'
import { terminalReporter } from './terminal.ts'

export const REPORTERS: readonly Reporter[] = [
  terminalReporter,
  jsonReporter,
  junitReporter,
  sarifReporter,
  markdownReporter,
  githubReporter,
]
