import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block } from './blocks.ts'
import { ROOT } from './built-package.ts'

/** Names that a snippet takes for granted, as its page says in words. */
const TAKEN_FOR_GRANTED: Readonly<Record<string, string>> = {
  'docs/workflows.md': `declare const text: string
declare const readFile: NonNullable<Parameters<typeof loadWorkflow>[2]>['readFile'] & {}
`,
  'docs/conformance.md': `declare const readFile: Parameters<typeof runSuite>[1]['readFile']
`,
}

/** What the compiler says of the snippets of all pages, with our package read from its sources. */
export function typeErrors(blocks: readonly Block[]): readonly string[] {
  // below the repository, so that packages are found as a project would find them
  const folder = mkdtempSync(join(import.meta.dirname, '.snippets-'))
  try {
    for (const [at, { page, text }] of blocks.entries())
      writeFileSync(join(folder, `${at}.ts`), `${text}\n${TAKEN_FOR_GRANTED[page] ?? ''}\nexport {}\n`)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration()))
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { cwd: folder, encoding: 'utf8' })
    return stdout
      .split('\n')
      .filter((line) => /^(?:\.\/)?\d+\.ts/u.test(line))
      .map((line) => line.replace(/^(?:\.\/)?(\d+)\.ts/u, (_all, at: string) => blocks[Number(at)]!.page))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function configuration(): object {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Record<string, { types?: string }>
  }
  const paths = Object.entries(exports)
    .filter(([, { types }]) => types !== undefined)
    .map(([name, { types }]) => [
      name.replace('.', 'holdfast'),
      [join(ROOT, types!.replace('./dist/', 'src/').replace('.d.ts', '.ts'))],
    ])
  return {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: { paths: Object.fromEntries(paths) as object, noUnusedLocals: false },
    include: ['*.ts'],
    exclude: [],
  }
}
