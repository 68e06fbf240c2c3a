import type { Profile } from '@saathi/contract/accounts/entities'
import { isCoordinator } from '@saathi/contract/accounts/roles'

/** Where somebody of the team reads and writes as a member, such as a coordinator with their pairs; null for everybody else. */
export function memberSideOf({ role, status }: Pick<Profile, 'role' | 'status'>): '/mentorship' | '/chat/messenger' | null {
  const { curriculum, chatStatus } = status.experiences
  if (curriculum === 'use') return '/mentorship'
  return chatStatus.mentorshipChat === 'use' || isCoordinator(role) ? '/chat/messenger' : null
}
