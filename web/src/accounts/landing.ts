import type { Status } from '@saathi/contract/accounts/entities'
import type { Destination } from '#core/router/room-route.ts'

type Arrival = {
  /** `?redirectUri=` of the sign-in page. */
  fromQuery: string | null | undefined
  /** What this tab remembered. */
  stored: string | null | undefined
  status: Status
  isKnownPath: (pathname: string) => boolean
}

const openStatuses = ['NOT_STARTED', 'ONGOING', 'PARTIAL']

/** The eight rules of where a person goes after signing in, in their order. */
export function landing({ fromQuery, stored, status, isKnownPath }: Arrival): Destination {
  const wanted = safePath(fromQuery, isKnownPath) ?? safePath(stored, isKnownPath)
  if (wanted) return { href: wanted }
  const { experiences, matching, newSessionAvailable } = status
  const [firstSurvey, secondSurvey] = status.surveys.filter(isOpenSurvey)
  if (firstSurvey && !secondSurvey) return { href: '/survey', state: { surveyId: firstSurvey.surveyId } }
  if (firstSurvey) return { href: '/surveylisting' }
  if (experiences.curriculum === 'use' || matching.matchingStatus !== null) return { href: '/mentorship' }
  if (experiences.session === 'use' && newSessionAvailable) return { href: '/learninghub' }
  if (experiences.curriculum === 'show') return { href: '/mentorship' }
  return { href: '/learninghub' }
}

function isOpenSurvey({ surveyStatus, expPermission }: Status['surveys'][number]): boolean {
  return expPermission === 'use' && openStatuses.some((start) => surveyStatus.startsWith(start))
}

// Nobody is led back to where the leading is done.
const neverTargets = new Set(['/', '/signin'])

/** Only a path of our own route table, as the browser itself reads it; whatever else a link holds is ignored. */
export function safePath(uri: string | null | undefined, isKnownPath: (pathname: string) => boolean): string | null {
  const origin = 'http://saathi.invalid'
  if (!uri?.startsWith('/') || !URL.canParse(uri, origin)) return null
  const url = new URL(uri, origin)
  const pathname = url.pathname.toLowerCase().replace(/(.)\/$/, '$1')
  if (url.origin !== origin || neverTargets.has(pathname) || !isKnownPath(url.pathname)) return null
  // Without the section the messenger would open beside the call instead of the call.
  if (pathname.startsWith('/video/join-meeting/')) url.searchParams.set('section', 'video')
  return url.pathname + url.search + url.hash
}
