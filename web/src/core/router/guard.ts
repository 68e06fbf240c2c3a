import { type AccessOf, type Arrival, landingOf } from '@saathi/contract/accounts/landing'
import { redirect } from '@tanstack/react-router'
import { isClosedNow, readProfile } from '../maintenance.ts'
import { sessionNow, verifySession } from '../session.ts'
import { keepWanted, storedWanted } from './wanted.ts'

/** Leads away from a page that is not for whoever is here. Asked before each page, and again when something has changed. */
export async function guard(accessOf: AccessOf, href: string, isPreload: boolean): Promise<void> {
  const { goesTo, remembers } = landingOf(await arrivalAt(accessOf, href))
  // A link on which a pointer only rests is no wish yet.
  if (remembers !== undefined && !isPreload) keepWanted(remembers)
  if (goesTo) throw redirect({ ...goesTo, replace: true })
}

async function arrivalAt(accessOf: AccessOf, href: string): Promise<Arrival> {
  const profile = (await verifySession()) === 'signedIn' ? await readProfile() : null
  return {
    // Reading the profile may have brought the news that the sign-in is over.
    session: sessionNow() === 'signedIn' ? 'signedIn' : 'signedOut',
    underMaintenance: isClosedNow(),
    mayWorkInMaintenance: profile !== null,
    href,
    stored: storedWanted(),
    status: profile?.status ?? null,
    accessOf,
  }
}
