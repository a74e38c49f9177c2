import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { transform } from 'esbuild'

export const ROOT = join(import.meta.dirname, '../..')

/** Beside `dist/`, what the package holds. */
const CARRIED = ['package.json', 'schemas', 'examples', 'corpus', 'node_modules']

/**
 * The package as it would be installed, made from the sources as they are now without asking for types; `dist/` of
 * the clone may be old or missing. Test files share it: whoever comes second finds it.
 */
export async function builtPackage(): Promise<string> {
  const sources = filesBelow(join(ROOT, 'src')).filter((file) => !/\.(?:test|suite)\.ts$/u.test(file))
  const folder = join(
    tmpdir(),
    `holdfast-built-${keyOf([...sources, ...filesBelow(join(ROOT, 'dashboard'))])}`,
  )
  if (existsSync(folder)) return folder
  removeOld()
  const making = mkdtempSync(join(tmpdir(), 'holdfast-building-'))
  await Promise.all(sources.map((file) => compile(file, making)))
  for (const name of CARRIED) symlinkSync(join(ROOT, name), join(making, name))
  const { bundleHook } = (await import(scriptUrl('bundle-hook.mjs'))) as Bundles
  const { bundleDashboard } = (await import(scriptUrl('bundle-dashboard.mjs'))) as Bundles
  await bundleHook(join(making, 'dist'))
  await bundleDashboard(join(making, 'dist', 'dashboard', 'client'))
  try {
    renameSync(making, folder)
  } catch {
    // somebody else was faster with the same sources
    rmSync(making, { recursive: true, force: true })
  }
  return folder
}

/** Those made from sources that nobody has any more. */
function removeOld(): void {
  const hourAgo = Date.now() - 3_600_000
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name)
    if (
      name.startsWith('holdfast-built-') &&
      (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < hourAgo
    )
      rmSync(path, { recursive: true, force: true })
  }
}

type Bundles = Readonly<Record<'bundleHook' | 'bundleDashboard', (folder: string) => Promise<void>>>

function scriptUrl(name: string): string {
  return new URL(`../../scripts/${name}`, import.meta.url).href
}

async function compile(file: string, into: string): Promise<void> {
  const out = join(into, 'dist', relative(join(ROOT, 'src'), file))
  mkdirSync(dirname(out), { recursive: true })
  if (!file.endsWith('.ts')) return cpSync(file, out)
  const { code } = await transform(readFileSync(file, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  })
  writeFileSync(
    out.replace(/\.ts$/u, '.js'),
    code.replaceAll(/((?:from|import)\s*\(?\s*["']\.[^"']*)\.ts(["'])/gu, '$1.js$2'),
  )
}

function keyOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) {
    const { mtimeMs, size } = statSync(file)
    hash.update(`${file} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
