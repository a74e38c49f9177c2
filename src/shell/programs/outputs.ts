import type { Call, ProgramHandler, ProgramTable } from '../call.ts'
import { baseName, DEEP_FOLDER, LISTED_NAME, normalPath, resolvePath, TEMPORARY_FOLDER } from '../paths.ts'
import { ANY_PATH, GLOB_ONE, HOME_FOLDER, isFree, SOME_NAME } from '../symbols.ts'
import { EMPTY, text, type Text } from '../text.ts'
import { readOptions } from './option-words.ts'

function operandsOf(call: Call): readonly Text[] {
  return readOptions(call.args, {}).rest
}

const prints =
  (value: string): ProgramHandler =>
  (call) =>
    text(value, [call.id])

const pwd: ProgramHandler = (call, shell) => text(shell.folder() || DEEP_FOLDER, [call.id])

const which: ProgramHandler = (call) =>
  text(`/usr/bin/${baseName(operandsOf(call)[0]?.value ?? '')}\n`, [call.id])

const realPath: ProgramHandler = (call, shell) => {
  const [path = text('.')] = operandsOf(call)
  const resolved = resolvePath(path.value, shell.folder())
  return text(resolved === '.' ? shell.folder() || DEEP_FOLDER : resolved, [call.id])
}

const dirName: ProgramHandler = (call) => {
  const path = operandsOf(call)[0]?.value ?? ''
  if (isFree(path)) return text(path, [call.id])
  const parent = path.slice(0, Math.max(path.lastIndexOf('/'), 0))
  return text(path.startsWith('/') && parent === '' ? '/' : parent || '.', [call.id])
}

const lastName: ProgramHandler = (call) => {
  const path = normalPath(operandsOf(call)[0]?.value ?? '')
  return text(isFree(path) ? SOME_NAME : baseName(path), [call.id])
}

/** Names in a folder are printed without it; operands that are no folder are printed as they stand. */
const list: ProgramHandler = (call) => {
  const operands = operandsOf(call)
  const printsOperands = call.args.some(
    (arg) => /^-[a-zA-Z]*d/u.test(arg.value) || arg.value.includes(GLOB_ONE),
  )
  const paths = operands.map((operand) => operand.value)
  const asPaths = printsOperands || paths.some((path) => /[\uE003\uE004]/u.test(path))
  return text(asPaths ? paths.join('\n') : SOME_NAME, [call.id])
}

/** Searchers that list files print them below the folder they were given. */
const listMatches: ProgramHandler = (call) => {
  const isListing = call.args.some(
    (arg) => /^-[a-zA-Z]*[lL]/u.test(arg.value) || arg.value.startsWith('--files'),
  )
  if (!isListing) return undefined
  const operands = operandsOf(call)
  // with `--files` there is no pattern in front of the folder
  const folder = call.args.some((arg) => arg.value === '--files') ? operands[0] : operands[1]
  return text(folder === undefined ? LISTED_NAME : `${folder.value}/${GLOB_ONE}${ANY_PATH}`, [call.id])
}

/** Their output is meant to be evaluated and only sets up the shell. */
const SETUP =
  'ssh-agent direnv pyenv rbenv nodenv goenv jenv brew fnm conda mamba starship zoxide mise asdf rtx dircolors opam luarocks gpg-agent keychain docker-machine minikube volta thefuck atuin fzf register-python-argcomplete resize getopt tput lesspipe locale perlbrew sdk nvm activate-global-python-argcomplete carapace mcfly navi oh-my-posh'.split(
    ' ',
  )
/** Programs that print such text only for these sub-commands. */
const SETUP_SUBCOMMANDS = new Set([
  'completion',
  'completions',
  'shellenv',
  'env',
  'init',
  'hook',
  'activate',
  'docker-env',
  'init-shell',
  'shell-init',
])

const ONE_NAME =
  'date whoami id hostname uname nproc arch wc uuidgen stat du df expr seq pgrep pidof lsof tty logname sha256sum md5sum sha1sum shasum cksum ps ss netstat jobs ip free uptime getconf lscpu bc numfmt factor'.split(
    ' ',
  )

const setup: ProgramHandler = (call) => text('', [call.id])

/** `kubectl completion bash`, `gh completion`, … print shell set-up; everything else they print is unknown. */
export const maybeSetup: ProgramHandler = (call) =>
  call.args.some((arg) => SETUP_SUBCOMMANDS.has(arg.value)) ? text('', [call.id]) : undefined

/** Programs whose output has a known shape. */
export const outputs: ProgramTable = {
  ...Object.fromEntries(ONE_NAME.map((name) => [name, prints(`${SOME_NAME}\n`)])),
  ...Object.fromEntries(SETUP.map((name) => [name, setup])),
  ...Object.fromEntries(
    'helm gh npm pnpm yarn rustup poetry pip pip3 deno kind k3d flux argocd op vault terraform aws gcloud az eksctl stern hugo cobra just chezmoi'
      .split(' ')
      .map((name) => [name, maybeSetup]),
  ),
  pwd,
  'get-location': pwd,
  which,
  whence: which,
  type: which,
  realpath: realPath,
  readlink: realPath,
  grealpath: realPath,
  dirname: dirName,
  basename: lastName,
  mktemp: prints(TEMPORARY_FOLDER),
  tempfile: prints(TEMPORARY_FOLDER),
  ls: list,
  dir: list,
  'get-childitem': list,
  rg: listMatches,
  ag: listMatches,
  ack: listMatches,
  cygpath: prints(HOME_FOLDER),
  clear: () => EMPTY,
}
