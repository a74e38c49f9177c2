import type { Text } from '../text.ts'
import { withoutTimes } from './shells.ts'

const STARTS_WITH_A_SHELL =
  /(?:^|\/)\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zprofile|zshenv|zlogin|kshrc|cshrc|envrc)$|^\/etc\/(?:profile|bash\.bashrc|zsh\/|profile\.d\/|rc\.local|init\.d\/|update-motd\.d\/)/u
const RUN_BY_OTHERS =
  /(?:^|\/)(?:\.git\/hooks|\.husky|\.githooks)\/[\w-]+$|^\/etc\/cron\.(?:hourly|daily|weekly|monthly)\//u
const TABLE = /^\/etc\/(?:cron\.d\/|crontab$)/u

/** The script in a file that something will run without being asked again. */
export function runLater(path: string, content: Text): Text | undefined {
  if (STARTS_WITH_A_SHELL.test(path) || RUN_BY_OTHERS.test(path)) return content
  return TABLE.test(path) ? withoutTimes(content, true) : undefined
}
