import type { Profile } from '@saathi/contract/accounts/entities'
import { isCoordinator } from '@saathi/contract/accounts/roles'

/** Link to the pages on which a colleague acts as a member, such as a coordinator's chats; null for all others. */
export function memberSideOf({ role, status }: Pick<Profile, 'role' | 'status'>): '/mentorship' | '/chat/messenger' | null {
  const { curriculum, chatStatus } = status.experiences
  if (curriculum === 'use') return '/mentorship'
  return chatStatus.mentorshipChat === 'use' || isCoordinator(role) ? '/chat/messenger' : null
}
