import { type AccessOf, type Arrival, landingOf } from '@saathi/contract/accounts/landing'
import { redirect } from '@tanstack/react-router'
import { isClosedNow, readProfile } from '#core/maintenance.ts'
import { sessionNow, verifySession } from '#core/session.ts'
import { storeRedirectTarget, readRedirectTarget } from './redirect-target.ts'

/** Redirects from a page this person may not see. Runs before each page, and again when their access changes. */
export async function guard(accessOf: AccessOf, href: string, isPreload: boolean): Promise<void> {
  const { goesTo, remembers } = landingOf(await arrivalAt(accessOf, href))
  // Preloading a link on hover does not count as a visit.
  if (remembers !== undefined && !isPreload) storeRedirectTarget(remembers)
  if (goesTo) throw redirect({ ...goesTo, replace: true })
}

async function arrivalAt(accessOf: AccessOf, href: string): Promise<Arrival> {
  const profile = (await verifySession()) === 'signedIn' ? await readProfile() : null
  return {
    // Reading the profile may have ended the session.
    session: sessionNow() === 'signedIn' ? 'signedIn' : 'signedOut',
    underMaintenance: isClosedNow(),
    mayWorkInMaintenance: profile !== null,
    href,
    stored: readRedirectTarget(),
    status: profile?.status ?? null,
    accessOf,
  }
}
