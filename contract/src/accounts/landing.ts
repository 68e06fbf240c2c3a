import type { Status } from './entities.ts'

/** Who may see a page. Nobody is ever led away from one that is open `always`, such as a legal text. */
export type Access = 'public' | 'protected' | 'always'
/** Null for a path that is not in the route table. */
export type AccessOf = (pathname: string) => Access | null

/** Somewhere else to go, as a path from the origin's root with its query. */
export type Destination = { href: string; state?: Record<string, unknown> }

export type Arrival = {
  session: 'signedIn' | 'signedOut'
  underMaintenance: boolean
  /** The server goes on answering this person though the product is closed: staff at work. */
  mayWorkInMaintenance: boolean
  /** Path, query and hash, as the address shows them. */
  href: string
  /** Where this tab remembers that someone wanted to go. */
  stored: string | null
  /** Null for whoever is signed out, and for those the product is closed to. */
  status: Status | null
  accessOf: AccessOf
}

/** `goesTo` null: the page may be shown. `remembers`: what the tab keeps from now on; left alone when it is absent. */
export type Landing = { goesTo: Destination | null; remembers?: string | null }

const stay: Landing = { goesTo: null }
const origin = 'http://saathi.invalid'
const signInPath = '/signin'
const surveyPath = '/survey'
/** Letters of either case and a slash at the end are the same place. */
export function plain(pathname: string): string {
  const text = pathname.toLowerCase()
  let end = text.length
  while (end > 1 && text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

/** Whether whoever comes to a page stays there, or where they are led instead. The one place where this is decided. */
export function landingOf(arrival: Arrival): Landing {
  const { session, underMaintenance, mayWorkInMaintenance, href, stored, status, accessOf } = arrival
  const url = URL.canParse(href, origin) ? new URL(href, origin) : null
  const access = url?.origin === origin ? accessOf(url.pathname) : null
  if (!url || access === null || access === 'always') return stay
  const isIn = session === 'signedIn'
  const page = plain(url.pathname)
  if (underMaintenance && !(isIn && mayWorkInMaintenance)) return page === signInPath ? stay : toSignIn(href, url, accessOf)
  const fromQuery = url.searchParams.get('redirectUri')
  if (!isIn && page === signInPath) return toOpenPage(fromQuery, accessOf)
  if (!isIn) return access === 'protected' ? toSignIn(href, url, accessOf) : stay
  // Only these two lead onwards: anywhere else a reload must stay where it is.
  if (!status || (page !== '/' && page !== signInPath)) return stay
  return { goesTo: landing({ fromQuery, stored, status, accessOf }), remembers: null }
}

function toSignIn(href: string, url: URL, accessOf: AccessOf): Landing {
  // The first page is no wish of its own, but it may carry one.
  const wish = plain(url.pathname) === '/' ? safePath(url.searchParams.get('redirectUri'), accessOf) : href
  if (wish === null) return { goesTo: { href: signInPath } }
  return { goesTo: { href: `${signInPath}?${new URLSearchParams({ redirectUri: wish })}` }, remembers: wish }
}

/** Whoever waited here while the product was closed goes back to a page that needs no sign-in. */
function toOpenPage(fromQuery: string | null, accessOf: AccessOf): Landing {
  const wish = safePath(fromQuery, accessOf)
  if (wish === null || accessOf(new URL(wish, origin).pathname) === 'protected') return stay
  return { goesTo: { href: wish }, remembers: null }
}

type Wishes = { fromQuery: string | null; stored: string | null; status: Status; accessOf: AccessOf }

const openStatuses = ['NOT_STARTED', 'ONGOING', 'PARTIAL']

/** The eight rules of where a person goes after signing in, in their order. */
export function landing({ fromQuery, stored, status, accessOf }: Wishes): Destination {
  const wanted = safePath(fromQuery, accessOf) ?? safePath(stored, accessOf)
  if (wanted) return { href: wanted }
  const { experiences, matching, newSessionAvailable } = status
  const [firstSurvey, secondSurvey] = status.surveys.filter(isOpenSurvey)
  if (firstSurvey && !secondSurvey) return { href: surveyPath, state: { surveyId: firstSurvey.surveyId } }
  if (firstSurvey) return { href: '/surveylisting' }
  if (experiences.curriculum === 'use' || matching.matchingStatus !== null) return { href: '/mentorship' }
  if (experiences.session === 'use' && newSessionAvailable) return { href: '/learninghub' }
  if (experiences.curriculum === 'show') return { href: '/mentorship' }
  return { href: '/learninghub' }
}

export function isOpenSurvey({ surveyStatus, expPermission }: Status['surveys'][number]): boolean {
  return expPermission === 'use' && openStatuses.some((start) => surveyStatus.startsWith(start))
}

// Nobody is led back to where the leading is done.
const neverTargets = new Set(['/', signInPath])

/** Only a path of our own route table, as the browser itself reads it; whatever else a link holds is ignored. */
export function safePath(uri: string | null, accessOf: AccessOf): string | null {
  if (!uri?.startsWith('/') || !URL.canParse(uri, origin)) return null
  const url = new URL(uri, origin)
  const page = plain(url.pathname)
  if (url.origin !== origin || neverTargets.has(page) || accessOf(url.pathname) === null) return null
  // Without the section the messenger would open beside the call instead of the call.
  if (page.startsWith('/video/join-meeting/')) url.searchParams.set('section', 'video')
  return url.pathname + url.search + url.hash
}
