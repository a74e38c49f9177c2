import type { ProgramHandler } from '../call.ts'
import { commandOptions } from './command-options.ts'
import { files } from './files.ts'
import { filters } from './filters.ts'
import { gitPrograms } from './git.ts'
import { interpreters } from './interpreters.ts'
import { lists } from './lists.ts'
import { outputs } from './outputs.ts'
import { prefixes } from './prefixes.ts'
import { printers } from './printers.ts'
import { remote } from './remote.ts'
import { shells } from './shells.ts'
import { state } from './state.ts'
import { windows } from './windows.ts'

const HANDLERS: ReadonlyMap<string, ProgramHandler> = new Map(
  [
    outputs,
    files,
    filters,
    lists,
    prefixes,
    printers,
    shells,
    state,
    interpreters,
    remote,
    gitPrograms,
    commandOptions,
    windows,
  ].flatMap((table) => Object.entries(table)),
)

/** Common programs that never start what their arguments spell. */
const RUNS_ONLY_ITSELF: ReadonlySet<string> = new Set(
  'rm chmod chown chgrp dd shred truncate unzip gzip gunzip bzip2 xz zstd 7z diff cmp patch comm paste join fold fmt column nl od hexdump strings file info help jq yq xmlstarlet tree bat eza exa emacs nano code open xdg-open cmake ninja meson cc gcc g++ c++ clang clang++ ld ar nm go cargo rustc javac java mvn gradle gradlew dotnet swift tsc eslint prettier jest vitest mocha pytest tox ruff black mypy flake8 pylint isort composer gem rake rails mix rebar3 redis-cli mongosh mongo apt apt-get dpkg yum dnf apk pacman snap flatpak port systemctl service journalctl mount umount fdisk lsblk blkid sync reboot shutdown halt poweroff killall pkill renice bg fg disown history fc bind complete compgen ping traceroute dig nslookup host nc ncat telnet ftp sftp http https ansible-playbook pulumi nslookup gpg ssh-keygen ssh-add ssh-copy-id useradd usermod userdel groupadd passwd chpasswd visudo uname codesign xcodebuild swiftlint hg svn jj tig delta difft semgrep hadolint shellcheck shfmt markdownlint cloc tokei scc wasm-pack next vite webpack rollup esbuild turbo nx lerna changeset playwright cypress storybook ng vue create-react-app tldr cowsay figlet lolcat toilet banner logger notify-send say wall write mail sendmail export-csv get-content set-content out-file select-string'.split(
    ' ',
  ),
)

/** How a program treats its arguments, or `undefined` when we know nothing about it. */
export function programHandler(program: string): ProgramHandler | undefined {
  return HANDLERS.get(program)
}

/** Whether a program without a handler is known not to start what its arguments spell. */
export function runsOnlyItself(program: string): boolean {
  return RUNS_ONLY_ITSELF.has(program)
}
