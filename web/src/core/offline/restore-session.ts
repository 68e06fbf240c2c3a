import { getProfile } from '@saathi/contract/accounts/entrance-calls'
import { hashKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isUnreachable } from '../api-error.ts'
import { profileQuery } from '../profile.ts'
import { queryClient } from '../query-client.ts'
import { clearPersonalData, readStored } from '../storage.ts'
import { setToken, personNow } from '../network/token.ts'
import { readCached, persistQueries } from './persist-queries.ts'

/** If the server has not answered after this time, it counts as unreachable. */
const timeoutMs = 4_000

persistQueries()

/**
 * Signs in the person who was signed in on this browser, once the server has renewed the token. If the server is unreachable and
 * their pages are cached, signs them in without it; the server's first reply then shows whether the session is still valid.
 */
export async function restoreSession(person: number, renewing: Promise<unknown>): Promise<void> {
  const cached = readCached(person, hashKey(profileQuery.queryKey))
  const isRenewed = renewing.then(
    () => true,
    (error: unknown) => {
      if (!isUnreachable(error)) throw error
      return false
    },
  )
  // Another tab may have signed in someone else, or signed out.
  const isStillSignedIn = () => Number(readStored('saathi.signedIn')) === person
  const isLate = new Promise<false>((resolve) => setTimeout(() => resolve(false), timeoutMs))
  if (await Promise.race([isRenewed, isLate])) {
    // The cookie belongs to someone else now; delete the previous person's data.
    if (person && personNow() !== person && isStillSignedIn()) clearPersonalData()
    return
  }
  const entry = await cached
  const profile = entry && z.safeParse(getProfile.reply, entry.data).data
  if (!entry || profile?.id !== person || !isStillSignedIn()) return void (await renewing)
  if (personNow() !== null) return
  // Set an expired token of this person: the first call then renews it, and detects if the cookie belongs to someone else.
  setToken({ accessToken: '', expiresIn: 0, userId: person })
  queryClient.setQueryData(profileQuery.queryKey, profile, { updatedAt: entry.at })
}
