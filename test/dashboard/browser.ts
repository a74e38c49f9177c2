import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from 'playwright-core'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A browser of this machine, or one from the system's packages where they can be installed; nothing is downloaded. */
export function findBrowser(): { readonly path: string } | { readonly missing: string } {
  const named = process.env['HOLDFAST_CHROMIUM']
  if (named !== undefined) return { path: named }
  const there = PLACES.find((place) => existsSync(place))
  if (there !== undefined) return { path: there }
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return { missing: 'no Chromium was found; set HOLDFAST_CHROMIUM to one to run the browser tests' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  const { status } = spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0 && existsSync('/usr/bin/chromium')
    ? { path: '/usr/bin/chromium' }
    : { missing: 'no Chromium was found, and the system packages have none to install' }
}

export async function openBrowser(
  path: string,
): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'holdfast-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: path,
    headless: true,
    viewport: { width: 1280, height: 900 },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  return {
    context,
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
