import { profileQuery } from '#core/profile.ts'
import { queryClient } from '#core/query-client.ts'
import type { Destination, RoomRoute, Visit } from '#core/router/room-route.ts'
import { forgetWanted, storedWanted } from '#core/router/wanted.ts'
import { verifySession } from '#core/session.ts'
import { landing } from './landing.ts'
import { SignInPage } from './sign-in-page.tsx'

const signIn = { page: SignInPage }

/** Only these two screens lead onwards; anywhere else a reload must stay where it is. */
export const accountsRoutes: readonly RoomRoute[] = [
  // Whoever may see `/` is led on from it, so its page is never shown.
  { path: '/', access: 'protected', load: signIn, leadElsewhere: leadOnwards },
  { path: '/signin', access: 'public', load: signIn, leadElsewhere: leadFromSignIn },
]

async function leadOnwards({ search, isKnownPath }: Visit): Promise<Destination> {
  const { status } = await queryClient.ensureQueryData(profileQuery)
  const destination = landing({ fromQuery: search['redirectUri'], stored: storedWanted(), status, isKnownPath })
  forgetWanted()
  return destination
}

/** When nobody can say yet whether the person is signed in, the form is the better guess than an error. */
async function leadFromSignIn(visit: Visit): Promise<Destination | null> {
  try {
    return (await verifySession()) === 'signedIn' ? await leadOnwards(visit) : null
  } catch {
    return null
  }
}
