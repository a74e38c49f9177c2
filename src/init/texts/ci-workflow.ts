import type { Project } from '../project.ts'

const INSTALL = {
  npm: 'npm ci',
  pnpm: 'corepack enable && pnpm install --frozen-lockfile',
  yarn: 'corepack enable && yarn install --immutable',
  bun: 'npm install',
} as const

export function ciWorkflowText({ language, packageManager }: Project): string {
  const python =
    language === 'python'
      ? `      - uses: actions/setup-python@v5
        with: { python-version: "3.12" }
      - run: pip install -r requirements.txt
`
      : ''
  const install = packageManager === undefined ? '' : `      - run: ${INSTALL[packageManager]}\n`
  return `name: holdfast
on: [pull_request]
permissions:
  contents: read
jobs:
  contract:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
${python}${install}      - run: npx holdfast ci -c holdfast.yaml --reporter github --reporter junit=holdfast-junit.xml
      - uses: actions/upload-artifact@v4
        if: always()
        with: { name: holdfast, path: holdfast-junit.xml }
`
}
