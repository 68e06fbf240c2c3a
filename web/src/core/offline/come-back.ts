import { getProfile } from '@saathi/contract/accounts/entrance-calls'
import { hashKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isUnreachable } from '../api-error.ts'
import { profileQuery } from '../profile.ts'
import { queryClient } from '../query-client.ts'
import { clearPersonalData, readStored } from '../storage.ts'
import { keepToken, personNow } from '../token.ts'
import { readKept } from './fetch-or-kept.ts'
import { keepQueries } from './keep-queries.ts'

/** A server that has not answered by then is as good as away to whoever opens the page. */
const patienceMs = 4_000

keepQueries()

/**
 * Whoever was signed in on this browser is in again once the server has renewed it; where the server cannot be reached, also
 * without its word, if their pages were kept. The first answer of the server then tells whether the sign-in really holds.
 */
export async function comeBack(person: number, renewing: Promise<unknown>): Promise<void> {
  // What stands round their pages is on its way while the server is asked.
  import('../router/inside-layout.tsx').catch(() => null)
  const kept = readKept(person, hashKey(profileQuery.queryKey))
  const isRenewed = renewing.then(
    () => true,
    (error: unknown) => {
      if (!isUnreachable(error)) throw error
      return false
    },
  )
  // Another tab may have let someone else in meanwhile, or signed out.
  const isStillTheirs = () => Number(readStored('saathi.signedIn')) === person
  const isLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs))
  if (await Promise.race([isRenewed, isLate])) {
    // The cookie is of someone else by now, and what lies here is not theirs.
    if (person && personNow() !== person && isStillTheirs()) clearPersonalData()
    return
  }
  const entry = await kept
  const profile = entry && z.safeParse(getProfile.reply, entry.data).data
  if (!entry || profile?.id !== person || !isStillTheirs()) return void (await renewing)
  if (personNow() !== null) return
  // A token that has run out: calls renew it first, and none is made in the name of someone else.
  keepToken({ accessToken: '', expiresIn: 0, userId: person })
  queryClient.setQueryData(profileQuery.queryKey, profile, { updatedAt: entry.at })
}
