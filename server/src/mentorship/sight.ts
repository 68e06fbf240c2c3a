import type { Membership } from './access.ts'
import type { MemberRow } from './store.ts'

/**
 * Whom the reader may see, in one place. A mentee sees the mentor; a mentor sees the mentees; the pair manager sees all;
 * fellow mentees are a number and nothing else. Who has left sees who was there when they left, and nothing of what they do
 * afterwards.
 */
export type Sight = {
  partners: readonly MemberRow[]
  pairManager: MemberRow | null
  /** Fellow mentees, whom only counts may be made of. */
  fellows: readonly MemberRow[]
  /** What others do may be told: the reader is still in it. */
  isInside: boolean
}

export function sightOf({ members, me }: Membership): Sight {
  const wasThere = ({ leftAt }: MemberRow) => (me.leftAt === null ? leftAt === null : leftAt === null || leftAt >= me.leftAt)
  const others = members.filter((member) => member.personId !== me.personId && wasThere(member))
  const walkers = others.filter(({ part }) => part !== 'pair_manager')
  const isFellow = ({ part }: MemberRow) => me.part === 'mentee' && part === 'mentee'
  return {
    partners: walkers.filter((member) => !isFellow(member)),
    pairManager: others.find(({ part }) => part === 'pair_manager') ?? null,
    fellows: walkers.filter(isFellow),
    isInside: me.leftAt === null,
  }
}
