import { existsSync, readFileSync } from 'node:fs'
import { HoldfastError } from '../kit/errors.ts'

/** The client as the build makes it. */
export interface ClientAssets {
  readonly script: string
  readonly style: string
}

/** Beside this file in the package; in a clone that runs from source, where the build puts it. */
const PLACES = ['./client/', '../../dist/dashboard/client/']

export function clientAssets(): ClientAssets {
  const place = PLACES.map((path) => new URL(path, import.meta.url)).find((url) =>
    existsSync(new URL('client.js', url)),
  )
  if (place === undefined)
    throw new HoldfastError('HF_FILE', 'the page has not been built', 'run `npm run build` once')
  return {
    script: readFileSync(new URL('client.js', place), 'utf8'),
    style: readFileSync(new URL('client.css', place), 'utf8'),
  }
}
