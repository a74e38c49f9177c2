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

/** Options that take the next word as their value and may stand before the sub-command. */
const BEFORE_SUBCOMMAND: Readonly<Record<string, string>> = {
  git: '-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source',
  docker: '-H -c -l --host --context --config --log-level --tlscacert --tlscert --tlskey',
  podman: '-c --connection --url --identity --root --runroot --log-level --storage-driver',
  kubectl:
    '-n -s -v --namespace --context --cluster --user --kubeconfig --server --token --as --as-group --request-timeout --cache-dir --certificate-authority --client-key --client-certificate --tls-server-name',
  oc: '-n -s -v --namespace --context --cluster --user --kubeconfig --server --token --as --as-group --request-timeout',
  helm: '-n --namespace --kube-context --kubeconfig --kube-apiserver --kube-token --registry-config --repository-cache --repository-config',
  npm: '-w -C --prefix --workspace --registry --userconfig --globalconfig --cache --loglevel --tag --otp --script-shell',
  pnpm: '-C -F --dir --filter --registry --store-dir --reporter --loglevel --config',
  yarn: '--cwd --registry --cache-folder --modules-folder --use-yarnrc --network-timeout',
  cargo: '-C -Z --config --color --manifest-path --target-dir',
  gh: '-R --repo --hostname',
  glab: '-R --repo',
  aws: '--profile --region --endpoint-url --output --query --color --ca-bundle --cli-read-timeout --cli-connect-timeout',
  gcloud:
    '--project --account --configuration --format --verbosity --impersonate-service-account --billing-project',
  az: '-o --subscription --output --query',
  systemctl: '-H -M -t -p -n -o --host --machine --type --property --root --lines --output --job-mode',
  apt: '-o -c -t --option --config-file --target-release',
  'apt-get': '-o -c -t --option --config-file --target-release',
  pip: '--proxy --timeout --cache-dir --python --log --cert --client-cert --exists-action --trusted-host',
  pip3: '--proxy --timeout --cache-dir --python --log --cert --client-cert --exists-action --trusted-host',
  go: '-C',
  poetry: '-C -P --directory --project',
  uv: '--directory --project --cache-dir --config-file --color --python',
  conda: '-n -p --name --prefix',
  heroku: '-a -r --app --remote',
  fly: '-a -c -t --app --config --access-token --org',
  flyctl: '-a -c -t --app --config --access-token --org',
  vercel: '-A -Q -S -t --cwd --local-config --global-config --scope --team --token',
  firebase: '-P -c --project --config --account --token',
  doctl: '-t -c -u --access-token --config --context --api-url --output',
  dotnet: '--additionalprobingpath --additional-deps --depsfile --runtimeconfig --roll-forward --fx-version',
  rustup: '--toolchain',
}
const VALUES_BEFORE = new Map(
  Object.entries(BEFORE_SUBCOMMAND).map(([program, options]) => [program, new Set(options.split(' '))]),
)
const NO_VALUES: ReadonlySet<string> = new Set()

/** Options, as they are written, whose next word is their value when they stand before the sub-command. */
export function globalValues(program: string): ReadonlySet<string> {
  return VALUES_BEFORE.get(program) ?? NO_VALUES
}
