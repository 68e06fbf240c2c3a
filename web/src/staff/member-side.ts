import type { Profile } from '@saathi/contract/accounts/entities'
import { menuItems } from '#core/shell/menu-items.ts'

/** Where somebody of the team reads and writes as a member, such as a coordinator with their pairs; null for everybody else. */
export function memberSideOf({ status }: Pick<Profile, 'status'>): '/mentorship' | '/chat/messenger' | null {
  const names = menuItems(status.experiences)
  if (names.includes('mentorship')) return '/mentorship'
  return names.includes('chat') ? '/chat/messenger' : null
}
