import type { Experiences } from '../accounts/entities.ts'

/** Chat as a whole, and at least one of its two kinds. */
export const isChatInUse = ({ chattype, chatStatus }: Experiences): boolean =>
  chattype === 'use' && (chatStatus.mentorshipChat === 'use' || chatStatus.aiChat === 'use')
