import type { Status } from './entities.ts'

/** The access level of a page. Nobody is redirected away from a page that is open `always`, such as a legal text. */
export type Access = 'public' | 'protected' | 'always'
/** Null for a path that is not in the route table. */
export type AccessOf = (pathname: string) => Access | null

/** A redirect target: a path from the origin's root with its query. */
export type Destination = { href: string; state?: Record<string, unknown> }

export type Arrival = {
  session: 'signedIn' | 'signedOut'
  underMaintenance: boolean
  /** The server still answers this person during maintenance (staff). */
  hasMaintenanceAccess: boolean
  /** Path, query and hash, as shown in the address bar. */
  href: string
  /** The redirect target stored in this tab. */
  stored: string | null
  /** Staff are sent to the console. */
  isStaff?: boolean
  /** Null for people who are signed out, and for those locked out by maintenance. */
  status: Status | null
  accessOf: AccessOf
}

/**
 * `redirectTo` null: the page may be shown. `targetToStore`: the redirect target to store; undefined leaves the stored one
 * alone.
 */
export type Landing = { redirectTo: Destination | null; targetToStore?: string | null }

const stay: Landing = { redirectTo: null }
const origin = 'http://saathi.invalid'
const signInPath = '/signin'
const surveyPath = '/survey'
/** Ignores case and trailing slashes. */
export function plain(pathname: string): string {
  const text = pathname.toLowerCase()
  let end = text.length
  while (end > 1 && text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

/** Decides whether a visitor stays on a page or is redirected, and where. The only place that decides this. */
export function decideRedirect(arrival: Arrival): Landing {
  const { session, underMaintenance, hasMaintenanceAccess, href, stored, status, isStaff = false, accessOf } = arrival
  const url = URL.canParse(href, origin) ? new URL(href, origin) : null
  const access = url?.origin === origin ? accessOf(url.pathname) : null
  if (!url || access === null || access === 'always') return stay
  const isIn = session === 'signedIn'
  const page = plain(url.pathname)
  if (underMaintenance && !(isIn && hasMaintenanceAccess)) return page === signInPath ? stay : toSignIn(href, url, accessOf)
  const fromQuery = url.searchParams.get('redirectUri')
  if (!isIn && page === signInPath) return toOpenPage(fromQuery, accessOf)
  if (!isIn) return access === 'protected' ? toSignIn(href, url, accessOf) : stay
  // Only these two pages redirect: a reload anywhere else must stay where it is.
  if (!status || (page !== '/' && page !== signInPath)) return stay
  return { redirectTo: homeFor({ fromQuery, stored, status, isStaff, accessOf }), targetToStore: null }
}

function toSignIn(href: string, url: URL, accessOf: AccessOf): Landing {
  // The home page is not a redirect target, but its query may carry one.
  const target = plain(url.pathname) === '/' ? safePath(url.searchParams.get('redirectUri'), accessOf) : href
  if (target === null) return { redirectTo: { href: signInPath } }
  return { redirectTo: { href: `${signInPath}?${new URLSearchParams({ redirectUri: target })}` }, targetToStore: target }
}

/** After maintenance, people go back to the public page they came from. */
function toOpenPage(fromQuery: string | null, accessOf: AccessOf): Landing {
  const target = safePath(fromQuery, accessOf)
  if (target === null || accessOf(new URL(target, origin).pathname) === 'protected') return stay
  return { redirectTo: { href: target }, targetToStore: null }
}

type LandingInput = {
  fromQuery: string | null
  stored: string | null
  status: Status
  isStaff?: boolean
  accessOf: AccessOf
}

const openStatuses = ['NOT_STARTED', 'ONGOING', 'PARTIAL']

/** The eight rules for where a member goes after signing in, in order. Staff go to the console. */
export function homeFor({ fromQuery, stored, status, isStaff = false, accessOf }: LandingInput): Destination {
  const target = safePath(fromQuery, accessOf) ?? safePath(stored, accessOf)
  if (target) return { href: target }
  if (isStaff) return { href: '/staff' }
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

// These pages redirect themselves, so a redirect to them would loop.
const neverTargets = new Set(['/', signInPath])

/** Accepts only paths of our route table, parsed the way the browser parses them; everything else is ignored. */
export function safePath(uri: string | null, accessOf: AccessOf): string | null {
  if (!uri?.startsWith('/') || !URL.canParse(uri, origin)) return null
  const url = new URL(uri, origin)
  const page = plain(url.pathname)
  if (url.origin !== origin || neverTargets.has(page) || accessOf(url.pathname) === null) return null
  // Without the section the messenger would open instead of the call.
  if (page.startsWith('/video/join-meeting/')) url.searchParams.set('section', 'video')
  return url.pathname + url.search + url.hash
}

const legalTextPaths = new Set(['/moreinfo/privacypolicy', '/moreinfo/termsofservice', '/moreinfo/codeofconduct'])

/** Whether to show the terms dialog. Never over the legal texts, so that people can read them first. */
export function needsTermsDialog(hasAgreedTerms: boolean, pathname: string): boolean {
  return !hasAgreedTerms && !legalTextPaths.has(plain(pathname))
}
