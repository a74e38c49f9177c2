// Bundles the page's client into one script and one style sheet, which are put into every page as they are.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, transform } from 'esbuild'

const root = resolve(import.meta.dirname, '..')

export async function bundleDashboard(folder) {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'dashboard', 'main.tsx')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
  })
  const { code: style } = await transform(
    plotStyle() + readFileSync(join(root, 'dashboard', 'style.css'), 'utf8'),
    { loader: 'css', minify: true },
  )
  // the text stands inside a script element, where only this could end it
  const script = outputFiles[0].text.replaceAll('</script', '<\\/script')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'client.js'), script)
  writeFileSync(join(folder, 'client.css'), style)
}

function plotStyle() {
  return readFileSync(join(root, 'node_modules', 'uplot', 'dist', 'uPlot.min.css'), 'utf8')
}
