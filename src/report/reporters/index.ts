import type { Reporter } from '../reporter.ts'
import { jsonReporter } from './json.ts'
import { junitReporter } from './junit.ts'
import { terminalReporter } from './terminal.ts'

export const REPORTERS: readonly Reporter[] = [terminalReporter, jsonReporter, junitReporter]
