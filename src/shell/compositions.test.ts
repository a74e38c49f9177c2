import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyseCommandLine, compileCommandPattern, type CommandPattern } from './index.ts'

const pattern = compileCommandPattern('rm -rf /*') as CommandPattern

const single = (script: string) => `'${script.replaceAll("'", String.raw`'\''`)}'`
const double = (script: string) => `"${script.replaceAll(/[\\"$`]/gu, String.raw`\$&`)}"`
const base64 = (script: string) => Buffer.from(script).toString('base64')
const escaped = (script: string) =>
  Array.from(Buffer.from(script), (byte) => String.raw`\x${byte.toString(16).padStart(2, '0')}`).join('')

/**
 * Ways to run a script by another one; any of them around any other still runs it. Names differ by length, so
 * that no script rewrites or calls itself.
 */
const DISGUISES: readonly ((script: string) => string)[] = [
  (script) => `sh -c ${single(script)}`,
  (script) => `bash -lc ${double(script)}`,
  (script) => `eval ${single(script)}`,
  (script) => `eval ${double(script)}`,
  (script) => `echo ${base64(script)} | base64 -d | sudo bash`,
  (script) => `bash -c "$(echo ${base64(script)} | base64 -d)"`,
  (script) => `printf '${escaped(script)}' | sh`,
  (script) => `echo ${Buffer.from(script).toString('hex')} | xxd -r -p | bash`,
  (script) => `printf '%s\\n' ${single(script)} | tee log | bash`,
  (script) => `bash <<< ${single(script)}`,
  (script) => `x${script.length}=${single(script)}; eval "$x${script.length}"`,
  (script) => `export y${script.length}=${single(script)}; sh -c 'eval "$y${script.length}"'`,
  (script) =>
    `z${script.length}=ls; [ -d / ] && z${script.length}=${single(script)}; bash -c "$z${script.length}"`,
  (script) => `f${script.length}() { ${script}\n}; f${script.length}`,
  (script) => `: "$(${script}\n)"`,
  (script) => `cat <(${script}\n)`,
  (script) => `( ${script}\n)`,
  (script) => `if true; then ${script}\nfi`,
  (script) => `for i in 1 2; do ${script}\ndone`,
  (script) => `case x in *) ${script}\n;; esac`,
  (script) => `cd build && ${script}`,
  (script) => `source <(printf '%s\\n' ${single(script)})`,
  (script) => `printf '%s\\n' ${single(script)} > /tmp/f${script.length}; sudo sh /tmp/f${script.length}`,
  (script) => `nohup timeout 5 env A=b sh -c ${single(script)} &`,
  (script) => `a${script.length}=(bash -c ${single(script)}); "\${a${script.length}[@]}"`,
  (script) => `set -- bash -c ${single(script)}; "$@"`,
  (script) => `trap ${single(script)} EXIT`,
  (script) => `find . -maxdepth 0 -exec sh -c ${single(script)} \\;`,
  (script) => `ssh host ${single(script)}`,
  (script) => `docker exec -it web sh -c ${single(script)}`,
]

test('one disguise inside another does not hide a command', () => {
  const disguised = fc.array(fc.constantFrom(...DISGUISES), { minLength: 1, maxLength: 4 })
  const commands = fc.constantFrom(
    'rm -rf /',
    'rm --force -R /etc',
    String.raw`\rm -fr "/"`,
    '/bin/rm -r -f -- /usr',
  )
  fc.assert(
    fc.property(commands, disguised, (command, disguises) => {
      const line = disguises.reduce<string>((script, disguise) => disguise(script), command)
      expect(pattern.match(analyseCommandLine(line))?.outcome, line).toBeDefined()
    }),
    { numRuns: 3000 },
  )
})

test('the same disguises around an everyday command raise no alarm', () => {
  const disguised = fc.array(fc.constantFrom(...DISGUISES), { minLength: 1, maxLength: 4 })
  const commands = fc.constantFrom('rm -rf ./build', 'npm test', 'echo "rm -rf /"', 'git status --short')
  fc.assert(
    fc.property(commands, disguised, (command, disguises) => {
      const line = disguises.reduce<string>((script, disguise) => disguise(script), command)
      expect(pattern.match(analyseCommandLine(line)), line).toBeUndefined()
    }),
    { numRuns: 3000 },
  )
})
