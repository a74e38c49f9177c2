import type { ProgramHandler, ProgramTable } from '../call.ts'
import { decodeBase64Utf16 } from '../decode.ts'
import { EMPTY, join, text, unknownText, type Text } from '../text.ts'

const cmd: ProgramHandler = (call, shell) => {
  const at = call.args.findIndex((arg) => /^\/[ckr]$/iu.test(arg.value))
  if (at < 0) return call.scope.stdin && shell.runScript(call.scope.stdin, call.scope, call.id)
  return shell.runScript(join(call.args.slice(at + 1), ' '), call.scope, call.id)
}

/** PowerShell accepts any unambiguous start of an option's name. */
const powershell: ProgramHandler = (call, shell) => {
  for (const [at, arg] of call.args.entries()) {
    const name = arg.value.toLowerCase().replace(/^[-/]{1,2}/u, '')
    if (!/^[-/]/u.test(arg.value)) {
      // a first word that is no option is the text itself
      const isValueOfOption = /^-(?:ex|ep|w|v|o|in|co[nm]*f|wo|ver)/iu.test(call.args[at - 1]?.value ?? '')
      if (isValueOfOption) continue
      return shell.runScript(join(call.args.slice(at), ' '), call.scope, call.id)
    }
    if (name.startsWith('e') && 'encodedcommand'.startsWith(name.replace(/^ec$/u, 'e')) && name !== 'ex') {
      const decoded = decodeBase64Utf16(call.args[at + 1]?.value ?? '')
      return shell.runScript(
        decoded === undefined ? unknownText([call.id]) : text(decoded),
        call.scope,
        call.id,
      )
    }
    if (name !== '' && 'command'.startsWith(name))
      return shell.runScript(join(call.args.slice(at + 1), ' '), call.scope, call.id)
    if (name.startsWith('f') && 'file'.startsWith(name)) return undefined
  }
  return call.scope.stdin && shell.runScript(call.scope.stdin, call.scope, call.id)
}

/** `C:\ -Force` and `"C:\"` lose their backslash to the blank or quote behind it when read as a shell would. */
function asDrivePath(arg: Text): readonly Text[] {
  if (!/^[A-Za-z]:(?:["' ]|$)/u.test(arg.value)) return [arg]
  const words = arg.value.replaceAll(/["']/gu, '').split(' ')
  return words.map((value, index) => text(index === 0 ? `${value}/` : value, arg.from))
}

/** `Remove-Item`, `del`, `rd`: the flags and paths of `rm` under other names. */
const remove: ProgramHandler = (call, shell) => {
  const flags: string[] = []
  const paths = call.args.flatMap(asDrivePath).filter((arg) => {
    const word = arg.value.toLowerCase()
    if (/^-r(?:e|ec|ecu|ecur|ecurs|ecurse)?$|^\/s$/u.test(word)) flags.push('-r')
    if (/^-fo(?:r|rc|rce)?$|^-f$|^\/[qf]$/u.test(word)) flags.push('-f')
    return !/^-|^\/[a-z]$/u.test(word)
  })
  // a bare `rmdir` only takes away empty folders
  if (call.program === 'rmdir' && flags.length === 0) return EMPTY
  shell.runsLike('rm', [...flags.map((flag) => text(flag)), ...paths], call.scope)
  return EMPTY
}

/** Shells and builtins of Windows, as far as they matter in a command line for agents. */
export const windows: ProgramTable = {
  cmd,
  powershell,
  pwsh: powershell,
  'remove-item': remove,
  ri: remove,
  del: remove,
  erase: remove,
  rd: remove,
  rmdir: remove,
}
