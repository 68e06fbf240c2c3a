import { isMentor } from '@saathi/contract/accounts/roles'
import { insertDemoEntries } from '#accounts/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { mustFind } from '../problems.ts'
import type { Programme } from '../programme.ts'
import { indiaTime } from '../read/relative-time.ts'
import { JOINED_AT } from './account.ts'

const LAST_SEEN_AT = '22:30'

/** Made-up people have the same records as others: they have agreed to the texts and signed in, or were invited by mail. */
export async function loadMadeUpEntries(
  ctx: ListenerCtx,
  { madeUp, accounts }: Programme,
  idsByEmail: ReadonlyMap<string, number>,
): Promise<void> {
  const now = ctx.now()
  const made = (accounts?.value.accounts ?? []).filter(({ email }) => madeUp.has(email) && idsByEmail.has(email))
  await insertDemoEntries(
    ctx,
    made.map(({ email, firstName, language, role, joinedDaysAgo, isDisabled }) => {
      const { lastSeenDaysAgo } = mustFind(madeUp, email)
      const joinedAt = indiaTime(now, joinedDaysAgo, JOINED_AT)
      const seenAt = lastSeenDaysAgo === joinedDaysAgo ? joinedAt : indiaTime(now, lastSeenDaysAgo ?? 0, LAST_SEEN_AT)
      const part = isMentor(role) ? 'Mentor' : 'Mentee'
      const personId = mustFind(idsByEmail, email)
      const lastSeenAt = lastSeenDaysAgo === null ? null : seenAt
      return { personId, email, firstName, language, part, joinedAt, lastSeenAt, isDisabled }
    }),
  )
}
