/** What is known of a program's options: which letter stands for which long name, and which take a value. */
export interface OptionTable {
  /** `r=recursive R=recursive`: letters that mean the same as a long option. */
  readonly same: ReadonlyMap<string, string>
  /** Letters that take a value, attached or as the next word. */
  readonly values: string
  /** Long options that take the next word as their value. */
  readonly longValues: ReadonlySet<string>
  /** Long options may be cut short, as GNU programs and git allow. */
  readonly abbreviates: boolean
  /** A single dash introduces a whole word (`find -delete`, `terraform -auto-approve`). */
  readonly wholeWords: boolean
}

function table(same: string, values = '', longValues = '', abbreviates = true): OptionTable {
  const pairs = same.split(' ').filter(Boolean)
  return {
    same: new Map(pairs.map((pair) => pair.split('=') as [string, string])),
    values,
    longValues: new Set(longValues.split(' ').filter(Boolean)),
    abbreviates,
    wholeWords: false,
  }
}

const UNKNOWN_PROGRAM = table('', '', '', false)
const WHOLE_WORDS: OptionTable = { ...UNKNOWN_PROGRAM, wholeWords: true }

const PROGRAMS: Readonly<Record<string, OptionTable>> = {
  rm: table('r=recursive R=recursive f=force i=interactive d=dir v=verbose'),
  rmdir: table('p=parents v=verbose'),
  cp: table(
    'r=recursive R=recursive a=archive f=force i=interactive n=no-clobber p=preserve v=verbose',
    'tS',
    'target-directory suffix',
  ),
  mv: table('f=force i=interactive n=no-clobber v=verbose', 'tS', 'target-directory suffix'),
  ln: table('s=symbolic f=force', 'tS'),
  chmod: table('R=recursive v=verbose c=changes f=silent', '', 'reference'),
  chown: table('R=recursive v=verbose h=no-dereference', '', 'reference from'),
  chgrp: table('R=recursive v=verbose', '', 'reference'),
  mkdir: table('p=parents m=mode', 'm', 'mode'),
  kill: table('s=signal l=list', 's', 'signal'),
  shred: table('f=force u=remove z=zero n=iterations', 'ns'),
  curl: table(
    'k=insecure L=location o=output O=remote-name X=request d=data H=header s=silent f=fail u=user F=form T=upload-file x=proxy I=head',
    'AbBcCdDeEFhHKmoPQrtTuUwxXyYz',
    'output header data request user form proxy upload-file url',
    false,
  ),
  wget: table(
    'O=output-document q=quiet P=directory-prefix r=recursive c=continue',
    'aoOePtTUwQlARDXIB',
    'output-document directory-prefix',
  ),
  tar: table('x=extract c=create f=file z=gzip C=directory', 'fC', 'file directory'),
  shutdown: table('h=poweroff r=reboot P=poweroff H=halt'),
  rsync: table('a=archive r=recursive n=dry-run v=verbose', 'e', 'rsh exclude include'),
  docker: table('f=force v=volumes a=all d=detach', '', '', false),
  podman: table('f=force v=volumes a=all d=detach', '', '', false),
  npm: table('g=global D=save-dev f=force', '', '', false),
  systemctl: table('f=force'),
  pkill: table('f=full s=signal', 'u'),
  crontab: table('r=remove e=edit l=list', 'u'),
}

/** The same letter means different things to different sub-commands of git. */
const GIT: Readonly<Record<string, OptionTable>> = {
  commit: table(
    'n=no-verify m=message a=all F=file p=patch v=verbose s=signoff q=quiet e=edit',
    'mFCct',
    'message file author date template reuse-message reedit-message fixup squash trailer cleanup',
  ),
  am: table('n=no-verify', 'C'),
  push: table(
    'f=force n=dry-run d=delete u=set-upstream q=quiet v=verbose',
    'o',
    'push-option repo receive-pack exec',
  ),
  reset: table('q=quiet p=patch'),
  clean: table('f=force d=directories x=ignored n=dry-run q=quiet', 'e', 'exclude'),
  checkout: table('f=force b=branch q=quiet', 'bB'),
  switch: table('f=force c=create C=force-create', 'cC'),
  branch: table('f=force d=delete D=delete-force m=move M=move-force', 'u'),
  tag: table('f=force d=delete a=annotate m=message', 'mFu'),
  merge: table('m=message q=quiet', 'msXF', 'message strategy'),
  rebase: table('f=force-rebase i=interactive q=quiet', 'xsX', 'exec strategy onto'),
  stash: table('u=include-untracked a=all', 'm'),
  rm: table('r=recursive f=force n=dry-run q=quiet'),
  fetch: table('f=force p=prune a=append', 'j'),
  pull: table('f=force r=rebase q=quiet', 'jsX'),
  log: table('', 'nSGL', 'grep author since until format pretty'),
}
const OTHER_GIT = table('f=force q=quiet v=verbose')

/** Programs whose first operand says what they do, so that it is never one operand among others. */
const HAS_SUBCOMMANDS: ReadonlySet<string> = new Set(
  'git docker podman kubectl oc npm pnpm yarn cargo gh glab terraform tofu systemctl service aws gcloud az helm apt apt-get brew pip pip3 go gem snap launchctl heroku fly vercel netlify firebase flyctl doctl rails mix dotnet conda poetry uv rustup'.split(
    ' ',
  ),
)

const SINGLE_DASH: ReadonlySet<string> = new Set(
  'find gfind java terraform tofu go ffmpeg openssl gcc clang tofu packer nomad consul vault'.split(' '),
)

export function hasSubcommands(program: string): boolean {
  return HAS_SUBCOMMANDS.has(program)
}

export function optionTable(program: string, subcommand: string | undefined): OptionTable {
  if (program === 'git')
    return (subcommand !== undefined && Object.hasOwn(GIT, subcommand) && GIT[subcommand]) || OTHER_GIT
  if (SINGLE_DASH.has(program)) return WHOLE_WORDS
  return Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program]! : UNKNOWN_PROGRAM
}

/** Whether anything is known about the program's options. */
export function isListed(options: OptionTable): boolean {
  return options !== UNKNOWN_PROGRAM
}

/** Letters that take a value before the sub-command. */
export function globalValues(program: string): string {
  return program === 'git'
    ? 'Cc'
    : program === 'docker' || program === 'podman'
      ? 'Hcl'
      : program === 'kubectl'
        ? 'n'
        : ''
}
