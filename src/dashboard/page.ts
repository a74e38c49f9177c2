import { createHash } from 'node:crypto'
import type { ClientAssets } from './assets.ts'
import type { FrozenView } from './data.ts'

/** The page that is served live: no data in it, it asks the server it came from. */
export function livePage(assets: ClientAssets): string {
  return page(assets, "connect-src 'self'", '')
}

/** The same page with its data in it: one file, nothing to fetch, readable from a disk. */
export function frozenPage(assets: ClientAssets, view: FrozenView): string {
  const data = `<script type="application/json" id="frozen-view">${embeddable(JSON.stringify(view))}</script>`
  return page(assets, "connect-src 'none'", data)
}

function page({ script, style }: ClientAssets, connect: string, data: string): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    connect,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Holdfast</title>
<style>${style}</style>
</head>
<body>
<div id="app"><noscript>This page needs JavaScript to show its data.</noscript></div>
${data}
<script>${script}</script>
</body>
</html>
`
}

/**
 * Inside a script element only `</script` and `<!--` mean anything, so no `<` is left; the line separators are
 * legal in JSON but were not always in scripts.
 */
function embeddable(json: string): string {
  return json
    .replace(/</gu, '\\u003c')
    .replace(/\u2028/gu, '\\u2028')
    .replace(/\u2029/gu, '\\u2029')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
