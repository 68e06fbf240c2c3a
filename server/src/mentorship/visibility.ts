import type { Membership } from './access.ts'
import type { MemberRow } from './store.ts'

/**
 * Decides in one place whom the reader may see. A mentee sees the mentor, a mentor the mentees, the pair manager everybody;
 * fellow mentees are only counted. Former members see who was there when they left, and nothing that happened afterwards.
 */
export type Visibility = {
  partners: readonly MemberRow[]
  pairManager: MemberRow | null
  /** Fellow mentees; only counts of them may be shown. */
  fellows: readonly MemberRow[]
  /** The reader is still a member and may see the others' progress. */
  isInside: boolean
}

export function visibilityOf({ members, me }: Membership): Visibility {
  const wasThere = ({ leftAt }: MemberRow) => (me.leftAt === null ? leftAt === null : leftAt === null || leftAt >= me.leftAt)
  const others = members.filter((member) => member.personId !== me.personId && wasThere(member))
  const participants = others.filter(({ part }) => part !== 'pair_manager')
  const isFellow = ({ part }: MemberRow) => me.part === 'mentee' && part === 'mentee'
  return {
    partners: participants.filter((member) => !isFellow(member)),
    pairManager: others.find(({ part }) => part === 'pair_manager') ?? null,
    fellows: participants.filter(isFellow),
    isInside: me.leftAt === null,
  }
}
