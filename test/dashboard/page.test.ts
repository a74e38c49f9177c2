import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
// @ts-expect-error -- a script of the build, without types
import { bundleDashboard } from '../../scripts/bundle-dashboard.mjs'
import {
  freeze,
  openRunFolder,
  startDashboard,
  type ClientAssets,
  type Dashboard,
} from '../../src/dashboard/index.ts'
import { memoryStore, type RecordStore } from '../../src/store/index.ts'
import { findBrowser, openBrowser } from './browser.ts'
import { CONTRACT_FILE, CONTRACT_TEXT, HOSTILE, recordedSession, sampleRun, sampleSuite } from './sample.ts'

const LONG_TURNS = 25_000
const PICTURES = join(import.meta.dirname, '..', '..', 'artefacts')

const browser = findBrowser()
// oxlint-disable-next-line no-console -- the figure and the reason are there to be read
if ('missing' in browser) console.log(`skipped: ${browser.missing}`)

describe.skipIf('missing' in browser)('the page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-page-'))
  const runs = join(folder, 'runs')
  const readText = (file: string): string | undefined => (file === CONTRACT_FILE ? CONTRACT_TEXT : undefined)
  let assets: ClientAssets
  let store: RecordStore
  let dashboard: Dashboard
  let frozen: string
  let context: BrowserContext
  let closeBrowser: () => Promise<void>

  beforeAll(async () => {
    await bundleDashboard(folder)
    assets = {
      script: readFileSync(join(folder, 'client.js'), 'utf8'),
      style: readFileSync(join(folder, 'client.css'), 'utf8'),
    }
    store = memoryStore()
    for (const record of recordedSession('long', LONG_TURNS)) store.append(record)
    for (const record of recordedSession('short', 20)) store.append(record)
    await store.flush()
    for (const [id, passed] of [
      ['first', 95],
      ['second', 60],
    ] as const) {
      mkdirSync(join(runs, id), { recursive: true })
      writeFileSync(join(runs, id, 'result.json'), JSON.stringify(sampleRun(passed)))
      writeFileSync(
        join(runs, id, 'timing.json'),
        JSON.stringify({ format: 'holdfast.timing/1', startedAtMs: passed === 95 ? 1 : 2 }),
      )
    }
    writeFileSync(join(runs, 'suite.json'), JSON.stringify(sampleSuite()))
    dashboard = await startDashboard({
      assets,
      version: '0.0.0',
      store,
      runs: openRunFolder(runs),
      readText,
      lookEveryMs: 50,
    })
    const file = join(folder, 'report.html')
    writeFileSync(
      file,
      freeze(assets, {
        version: '0.0.0',
        runs: [
          { id: 'second', result: sampleRun(60) },
          { id: 'first', result: sampleRun(95) },
          { id: 'suite', result: sampleSuite() },
        ],
        sessions: { short: recordedSession('short', 20), long: recordedSession('long', LONG_TURNS) },
        readText,
      }),
    )
    frozen = pathToFileURL(file).href
    mkdirSync(PICTURES, { recursive: true })
    const opened = await openBrowser('path' in browser ? browser.path : '')
    context = opened.context
    closeBrowser = opened.close
  }, 180_000)

  afterAll(async () => {
    await closeBrowser?.()
    await dashboard?.close()
    await store?.close()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  /** Opens a view and gathers everything the browser complains of; a blocked script complains too. */
  async function visit(address: string): Promise<{ page: Page; complaints: string[] }> {
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.goto(address)
    return { page, complaints }
  }

  async function picture(page: Page, name: string): Promise<void> {
    await page.screenshot({ path: join(PICTURES, `${name}.png`) })
  }

  const broken = (page: Page): Promise<unknown> =>
    page.evaluate(() => (globalThis as { __broken?: unknown }).__broken)

  describe.each([
    ['served live', () => dashboard.url],
    ['frozen into a file', () => frozen],
  ] as const)('%s', (how, address) => {
    const name = how.replaceAll(' ', '-')

    test('runs, a matrix, a cell and its evidence are a click apart', async () => {
      const { page, complaints } = await visit(address())
      await page.getByRole('link', { name: 'Finance Agent Contract' }).first().click()
      await page.getByRole('grid', { name: 'promises by scenarios' }).waitFor()
      expect(await page.getByRole('gridcell').count()).toBe(9)
      expect(await page.getByText('Ledger of faults').isVisible()).toBe(true)
      await picture(page, `${name}-run`)
      await page.getByRole('link', { name: /never-fabricate under search-tool-down: flaky/ }).click()
      await page.getByText('What is the price of ACME?').waitFor()
      expect(await page.getByText(HOSTILE).isVisible()).toBe(true)
      expect(await page.locator('.excerpt .meant').textContent()).toContain('process:')
      expect(await page.getByText('--only never-fabricate').isVisible()).toBe(true)
      await picture(page, `${name}-cell`)
      expect(await broken(page)).toBeUndefined()
      expect(complaints).toEqual([])
      await page.close()
    })

    test('two runs are compared', async () => {
      const { page, complaints } = await visit(address())
      await page.getByLabel('choose first').check()
      await page.getByLabel('choose second').check()
      await page.getByRole('button', { name: 'compare the two chosen' }).click()
      await page.getByRole('heading', { name: 'regression' }).waitFor()
      expect(await page.locator('tbody tr').count()).toBe(9)
      await picture(page, `${name}-compare`)
      expect(complaints).toEqual([])
      await page.close()
    })

    test('a session shows its curves, its events and the contract beside a finding', async () => {
      const { page, complaints } = await visit(`${address()}#/sessions`)
      await page.getByRole('link', { name: 'short' }).click()
      await page.getByRole('heading', { name: /80 events, 2 with findings/ }).waitFor()
      expect(await page.locator('.plot canvas').count()).toBe(2)
      await page.getByRole('button', { name: 'next finding' }).click()
      await page.getByText('nothing-is-deleted').first().waitFor()
      expect(await page.locator('.excerpt .meant').textContent()).toContain('tool_blocklist')
      await picture(page, `${name}-session`)
      expect(complaints).toEqual([])
      await page.close()
    })

    test('a suite of scenarios shows its failures and what it covered', async () => {
      const { page, complaints } = await visit(`${address()}#/run/suite`)
      await page.getByRole('heading', { name: 'Conformance' }).waitFor()
      expect(await page.getByText('✗ shell_run').isVisible()).toBe(true)
      expect(await page.getByText('again: holdfast conformance').isVisible()).toBe(true)
      await picture(page, `${name}-conformance`)
      expect(complaints).toEqual([])
      await page.close()
    })

    test('hostile text is shown as text', async () => {
      const { page, complaints } = await visit(`${address()}#/session/short/1`)
      await page.getByRole('article', { name: 'event 1' }).waitFor()
      await page.getByText('onerror').first().waitFor()
      expect(await broken(page)).toBeUndefined()
      expect(await page.locator('img').count()).toBe(0)
      expect(complaints).toEqual([])
      await page.close()
    })

    test('a hundred thousand events are scrolled with a few rows in the page', async () => {
      const { page, complaints } = await visit(`${address()}#/session/long`)
      await page.getByRole('heading', { name: /100,000 events/ }).waitFor()
      const list = page.getByRole('listbox', { name: 'events of the session' })
      await list.focus()
      await page.keyboard.press('End')
      await page.getByRole('article', { name: 'event 99999' }).waitFor()
      await page.locator('#row-99999 .kind').waitFor()
      expect(await page.getByRole('option').count()).toBeLessThan(100)
      await page.keyboard.press('Home')
      await page.getByRole('article', { name: 'event 0' }).waitFor()
      await picture(page, `${name}-long-session`)
      expect(complaints).toEqual([])
      await page.close()
    })

    test('the keyboard alone gets from the list of runs into a cell', async () => {
      const { page } = await visit(address())
      await page.getByRole('link', { name: 'Finance Agent Contract' }).first().waitFor()
      await tabTo(page, (element) => element.startsWith('A Finance'))
      await page.keyboard.press('Enter')
      await page.getByRole('grid').waitFor()
      await tabTo(page, (element) => element.includes('always-cite-source under no-chaos'))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowRight')
      expect(await focused(page)).toContain('never-fabricate under search-tool-down')
      await page.keyboard.press('Enter')
      await page.getByText('What is the price of ACME?').waitFor()
      await page.close()
    })

    test.each(['light', 'dark'] as const)(
      'texts stand out from their ground in the %s scheme',
      async (colorScheme) => {
        const { page } = await visit(address())
        await page.emulateMedia({ colorScheme })
        await page.getByRole('link', { name: 'Finance Agent Contract' }).first().click()
        await page.getByRole('grid').waitFor()
        const poorest = await page.evaluate(poorestContrast)
        expect(poorest.ratio, poorest.text).toBeGreaterThanOrEqual(4.5)
        await picture(page, `${name}-${colorScheme}`)
        await page.close()
      },
    )
  })

  test('a decision is seen as it happens', async () => {
    const { page, complaints } = await visit(`${dashboard.url}#/live`)
    await page.getByText('Nothing has happened').waitFor()
    await new Promise((resolve) => setTimeout(resolve, 300))
    for (const record of recordedSession('fresh', 10)) store.append(record)
    await store.flush()
    await page.getByText('nothing-is-deleted').first().waitFor()
    await picture(page, 'live')
    expect(complaints).toEqual([])
    await page.close()
  })

  test('another origin can neither read the page nor its data', async () => {
    const refused = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${dashboard.url}api/overview`, { headers })).status
    expect(await refused({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await refused({ origin: 'http://evil.example' })).toBe(403)
    expect(await refused({})).toBe(200)
    const page = await context.newPage()
    await page.goto('about:blank')
    const read = await page.evaluate(
      (url) =>
        fetch(url).then(
          () => 'read',
          () => 'refused',
        ),
      `${dashboard.url}api/overview`,
    )
    expect(read).toBe('refused')
    await page.close()
  })

  test('a name that only resolves to this machine is not served', async () => {
    const { request } = await import('node:http')
    const status = await new Promise((resolve, reject) => {
      request(`${dashboard.url}api/overview`, { headers: { host: 'evil.example' } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(403)
  })

  test('only a contract that a run names can be read from the disk', async () => {
    expect((await fetch(`${dashboard.url}api/files/${CONTRACT_FILE}`)).status).toBe(200)
    expect((await fetch(`${dashboard.url}api/files/${encodeURIComponent('/etc/passwd')}`)).status).toBe(404)
  })
})

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    return `${element?.tagName ?? ''} ${element?.getAttribute('aria-label') ?? element?.textContent ?? ''}`
  })

async function tabTo(page: Page, isIt: (element: string) => boolean): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (isIt(await focused(page))) return
  }
  throw new Error('the tabulator key never got there')
}

/** The lowest contrast of any text in sight; runs inside the page. */
function poorestContrast(): { ratio: number; text: string } {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const rgbaOf = (colour: string): readonly number[] => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }
  const luminance = (rgba: readonly number[]): number => {
    const [red = 0, green = 0, blue = 0] = rgba.map((value) =>
      value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const groundOf = (element: Element | null): readonly number[] => {
    if (element === null) return [255, 255, 255, 255]
    const ground = rgbaOf(getComputedStyle(element).backgroundColor)
    return ground[3] === 255 ? ground : groundOf(element.parentElement)
  }
  let poorest = { ratio: 21, text: '' }
  for (const element of document.querySelectorAll('#app *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '')
    if (!own || (element as HTMLElement).offsetParent === null) continue
    const [ink, ground] = [luminance(rgbaOf(getComputedStyle(element).color)), luminance(groundOf(element))]
    const ratio = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)
    if (ratio < poorest.ratio)
      poorest = { ratio, text: `${element.className} ${element.textContent ?? ''}`.slice(0, 80) }
  }
  return poorest
}
