import { describe, expect, test } from 'vitest'
import type { Permission, Status } from './entities.ts'
import {
  needsTermsDialog,
  type Access,
  type AccessOf,
  type Arrival,
  homeFor,
  safePath,
  type Landing,
  decideRedirect,
} from './landing.ts'

/** The specification's route table, with a value for each parameter. */
const table: Record<Access, readonly string[]> = {
  always: ['/privacypolicy', '/termsofservice', '/codeofconduct', '/dev'],
  public: ['/signin', '/emailverify', '/resetpassword', '/signup', '/calendar/callback', '/calendar/connect/google'],
  protected: [
    '/',
    '/stage',
    '/survey',
    '/surveylisting',
    '/surveylisting/pendingsurveys',
    '/surveylisting/completedsurveys',
    '/learninghub',
    '/learninghub/allsession',
    '/learninghub/curatedsession',
    '/learninghub/ongoingsessions',
    '/learninghub/bookmarkedsessions',
    '/mentorship',
    '/mentorship/12/step/3',
    '/internship',
    '/chat',
    '/chat/messenger',
    '/moreinfo',
    '/moreinfo/faq',
    '/moreinfo/privacyPolicy',
    '/moreinfo/termsOfService',
    '/moreinfo/codeofconduct',
    '/moreinfo/wrs',
    '/video/join-meeting/abc',
    '/session/step/quiz',
  ],
}
const accesses = new Map(
  (['always', 'public', 'protected'] as const).flatMap((access) => table[access].map((path) => [path.toLowerCase(), access])),
)
const accessOf: AccessOf = (pathname) => accesses.get(pathname.toLowerCase().replace(/(.)\/$/, '$1')) ?? null

type StatusInput = Partial<{
  fromQuery: string
  stored: string
  surveys: string[]
  curriculum: Permission
  session: Permission
  newSession: boolean
  matching: 'READY' | 'ON_HOLD' | 'GROUP_HOLD' | null
}>

function statusOf({
  surveys = [],
  curriculum = 'off',
  session = 'off',
  newSession = false,
  matching = null,
}: StatusInput): Status {
  return {
    surveys: surveys.map((surveyStatus, index) => ({ surveyId: index + 1, surveyStatus, expPermission: 'use' })),
    experiences: {
      curriculum,
      session,
      video: 'off',
      survey: 'off',
      internship: 'off',
      chattype: 'off',
      chatStatus: { mentorshipChat: 'off', aiChat: 'off', helpCenter: 'off' },
    },
    newSessionAvailable: newSession,
    workReadiness: { hasScores: false },
    matching: { matchingStatus: matching },
  }
}

const land = (input: StatusInput) =>
  homeFor({ fromQuery: input.fromQuery ?? null, stored: input.stored ?? null, status: statusOf(input), accessOf })
const open = 'NOT_STARTED'

describe('each landing rule', () => {
  test.each<[string, StatusInput, string]>([
    ['1: a redirectUri in the address wins', { fromQuery: '/internship' }, '/internship'],
    ['2: a stored redirect target applies', { stored: '/moreinfo/faq' }, '/moreinfo/faq'],
    ['3: exactly one open survey', { surveys: [open] }, '/survey'],
    ['3: a started survey is open', { surveys: ['ONGOING since 3 Nov'] }, '/survey'],
    ['3: a partly answered survey is open', { surveys: ['PARTIAL 2 of 3'] }, '/survey'],
    ['3: a completed survey is not open', { surveys: ['COMPLETE on 2026-11-01', open] }, '/survey'],
    ['4: several open surveys', { surveys: [open, 'ONGOING'] }, '/surveylisting'],
    ["5: curriculum 'use'", { curriculum: 'use' }, '/mentorship'],
    ['5: matching READY', { matching: 'READY' }, '/mentorship'],
    ['5: matching ON_HOLD', { matching: 'ON_HOLD' }, '/mentorship'],
    ['5: matching GROUP_HOLD', { matching: 'GROUP_HOLD' }, '/mentorship'],
    ["6: session 'use' with a new session", { session: 'use', newSession: true }, '/learninghub'],
    ["7: curriculum 'show'", { curriculum: 'show' }, '/mentorship'],
    ['8: anything else', {}, '/learninghub'],
  ])('[ACC-25] %s', (_, input, href) => {
    expect(land(input).href).toBe(href)
  })
})

describe('the order of neighbouring landing rules', () => {
  test.each<[string, StatusInput, string]>([
    ['1 before 2', { fromQuery: '/internship', stored: '/moreinfo/faq' }, '/internship'],
    ['2 when 1 points to another site', { fromQuery: '//evil.example', stored: '/moreinfo/faq' }, '/moreinfo/faq'],
    ['2 before 3', { stored: '/moreinfo/faq', surveys: [open] }, '/moreinfo/faq'],
    ['3 not 4 with one open of two', { surveys: [open, 'COMPLETE on 2026-11-01'] }, '/survey'],
    ['4 not 3 with two open', { surveys: [open, open] }, '/surveylisting'],
    ['4 before 5', { surveys: [open, open], curriculum: 'use' }, '/surveylisting'],
    ['5 before 6', { curriculum: 'use', session: 'use', newSession: true }, '/mentorship'],
    ['5 by matching before 6', { matching: 'READY', session: 'use', newSession: true }, '/mentorship'],
    ['6 before 7', { session: 'use', newSession: true, curriculum: 'show' }, '/learninghub'],
    ['7 when 6 has no new session', { session: 'use', newSession: false, curriculum: 'show' }, '/mentorship'],
    ["7 when session is only 'show'", { session: 'show', newSession: true, curriculum: 'show' }, '/mentorship'],
    ['8 when 7 is off', { curriculum: 'off', session: 'show', newSession: true }, '/learninghub'],
  ])('[ACC-25] %s', (_, input, href) => {
    expect(land(input).href).toBe(href)
  })

  test('[ACC-25] carries the id of the only open survey', () => {
    expect(land({ surveys: ['COMPLETE on 2026-11-01', open] })).toEqual({ href: '/survey', state: { surveyId: 2 } })
  })

  test('[ACC-25] does not count a survey that is only shown', () => {
    const status = statusOf({})
    const surveys = [{ surveyId: 1, surveyStatus: open, expPermission: 'show' }] as const
    expect(homeFor({ fromQuery: null, stored: null, status: { ...status, surveys: [...surveys] }, accessOf }).href).toBe(
      '/learninghub',
    )
  })
})

describe('a redirectUri', () => {
  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '/\t/evil.example',
    'https://evil.example/learninghub',
    'https:/evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'learninghub',
    '/learninghub/..//evil.example',
    '/%2F%2Fevil.example',
    '/nowhere',
    '/learninghub/nowhere',
    '/signin',
    '/SignIn/',
    '/signin?redirectUri=/signin?redirectUri=//evil.example',
    '/',
    '',
  ])('[ACC-26] is ignored unless it is a path of the route table: %s', (uri) => {
    expect(safePath(uri, accessOf)).toBeNull()
  })

  test.each([
    ['/learninghub', '/learninghub'],
    ['/mentorship/12/step/3?tab=1#x', '/mentorship/12/step/3?tab=1#x'],
    ['/session/step/quiz/', '/session/step/quiz/'],
    ['/MoreInfo/privacypolicy', '/MoreInfo/privacypolicy'],
    ['/learninghub?next=//evil.example', '/learninghub?next=//evil.example'],
  ])('[ACC-26] is followed if it is a path of the route table: %s', (uri, path) => {
    expect(safePath(uri, accessOf)).toBe(path)
  })

  test.each([
    ['/video/join-meeting/abc', '/video/join-meeting/abc?section=video'],
    ['/video/join-meeting/abc?section=video', '/video/join-meeting/abc?section=video'],
    ['/video/join-meeting/abc?section=chat', '/video/join-meeting/abc?section=video'],
    ['/video/join-meeting/abc?room=7', '/video/join-meeting/abc?room=7&section=video'],
  ])('[ACC-26] to a meeting gets section=video exactly once: %s', (uri, path) => {
    expect(safePath(uri, accessOf)).toBe(path)
  })
})

const arrival = (changes: Partial<Arrival>): Arrival => ({
  session: 'signedOut',
  underMaintenance: false,
  hasMaintenanceAccess: false,
  href: '/signin',
  stored: null,
  status: changes.session === 'signedIn' ? statusOf({}) : null,
  accessOf,
  ...changes,
})
const signInFor = (input: string) => `/signin?${new URLSearchParams({ redirectUri: input })}`
const redirectToSignIn = (input: string): Landing => ({ redirectTo: { href: signInFor(input) }, targetToStore: input })
const stays: Landing = { redirectTo: null }

describe('a signed-out visitor', () => {
  test('[ACC-27] goes to the sign-in page, and the requested path is stored unchanged', () => {
    expect(decideRedirect(arrival({ href: '/mentorship/12/step/3?tab=1' }))).toEqual(
      redirectToSignIn('/mentorship/12/step/3?tab=1'),
    )
  })

  test('[ACC-27] goes from the home page to the plain sign-in page and keeps its redirectUri', () => {
    expect(decideRedirect(arrival({ href: '/' }))).toEqual({ redirectTo: { href: '/signin' } })
    expect(decideRedirect(arrival({ href: '/?redirectUri=/internship' }))).toEqual(redirectToSignIn('/internship'))
    expect(decideRedirect(arrival({ href: '/?redirectUri=//evil.example' }))).toEqual({ redirectTo: { href: '/signin' } })
  })

  test.each(['/signin', '/emailverify', '/resetpassword?email=a@b.example', '/signup', ...table.always])(
    '[ACC-27] stays on %s',
    (href) => {
      expect(decideRedirect(arrival({ href }))).toEqual(stays)
    },
  )

  test('[ACC-27] stays on the sign-in page if the requested page needs a sign-in', () => {
    expect(decideRedirect(arrival({ href: signInFor('/internship') }))).toEqual(stays)
  })

  test('stays on an unknown page, which shows its own not-found message', () => {
    expect(decideRedirect(arrival({ href: '/nowhere' }))).toEqual(stays)
    expect(decideRedirect(arrival({ href: '//evil.example/learninghub' }))).toEqual(stays)
  })
})

describe('a signed-in visitor', () => {
  const session = 'signedIn'

  test.each(['/', '/signin', '/SignIn/'])('[ACC-25] is redirected away from %s', (href) => {
    expect(decideRedirect(arrival({ session, href }))).toEqual({ redirectTo: { href: '/learninghub' }, targetToStore: null })
  })

  test.each([...table.protected.filter((path) => path !== '/'), ...table.always, '/resetpassword'])(
    '[ACC-27] stays on %s',
    (href) => {
      expect(decideRedirect(arrival({ session, href, stored: '/internship' }))).toEqual(stays)
    },
  )

  test('[SUR-01] goes from / to the survey if exactly one is open, and follows the landing rules otherwise', () => {
    const at = (href: string, input: StatusInput) => decideRedirect(arrival({ session, href, status: statusOf(input) }))
    expect(at('/', { surveys: [open] }).redirectTo).toMatchObject({ href: '/survey' })
    expect(at('/signin', { surveys: [open] }).redirectTo).toMatchObject({ href: '/survey' })
    expect(at('/', { surveys: [open, open] }).redirectTo).toEqual({ href: '/surveylisting' })
    expect(at('/', { curriculum: 'use' }).redirectTo).toEqual({ href: '/mentorship' })
    expect(at('/?redirectUri=/internship', { surveys: [open] }).redirectTo).toEqual({ href: '/internship' })
  })

  test('[ACC-26] goes to the requested page, which is then cleared', () => {
    const href = signInFor('/video/join-meeting/abc')
    expect(decideRedirect(arrival({ session, href, stored: '/internship' }))).toEqual({
      redirectTo: { href: '/video/join-meeting/abc?section=video' },
      targetToStore: null,
    })
  })
})

describe('during maintenance', () => {
  const underMaintenance = true

  test.each(['/learninghub', '/emailverify?token=x', '/signup'])(
    '[ACC-28] everyone is redirected from %s to the sign-in page',
    (href) => {
      expect(decideRedirect(arrival({ underMaintenance, href }))).toEqual(redirectToSignIn(href))
      expect(decideRedirect(arrival({ underMaintenance, href, session: 'signedIn', status: null }))).toEqual(
        redirectToSignIn(href),
      )
    },
  )

  test('[ACC-28] everyone stays on the sign-in page, which shows the maintenance notice', () => {
    const href = signInFor('/emailverify')
    expect(decideRedirect(arrival({ underMaintenance, href }))).toEqual(stays)
    expect(decideRedirect(arrival({ underMaintenance, href, session: 'signedIn', status: null }))).toEqual(stays)
  })

  test('[ACC-28] staff keep working', () => {
    const staff = arrival({ underMaintenance, session: 'signedIn', hasMaintenanceAccess: true })
    expect(decideRedirect({ ...staff, href: '/learninghub' })).toEqual(stays)
    expect(decideRedirect({ ...staff, href: '/signin' }).redirectTo).toEqual({ href: '/learninghub' })
  })

  test.each(table.always)('[ACC-27] %s remains readable', (href) => {
    expect(decideRedirect(arrival({ underMaintenance, href }))).toEqual(stays)
  })

  test('[ACC-28] everyone returns to the page they requested once it is over', () => {
    expect(decideRedirect(arrival({ href: signInFor('/emailverify') }))).toEqual({
      redirectTo: { href: '/emailverify' },
      targetToStore: null,
    })
    expect(decideRedirect(arrival({ session: 'signedIn', href: signInFor('/internship') })).redirectTo).toEqual({
      href: '/internship',
    })
  })
})

describe('the terms dialog', () => {
  test.each(['/learninghub', '/moreinfo', '/moreinfo/faq', '/survey'])(
    '[ACC-30] covers %s until the person agrees',
    (pathname) => {
      expect(needsTermsDialog(false, pathname)).toBe(true)
      expect(needsTermsDialog(true, pathname)).toBe(false)
    },
  )

  test.each(['/moreinfo/privacyPolicy', '/moreinfo/termsOfService', '/moreinfo/codeofconduct/'])(
    '[ACC-30] never covers %s, which it asks about',
    (pathname) => {
      expect(needsTermsDialog(false, pathname)).toBe(false)
    },
  )
})

/** Every combination of server status and stored redirect target. */
function* everyArrival(): Generator<Omit<Arrival, 'href'>> {
  const statuses: Status[] = []
  for (const surveys of [[], [open], [open, 'ONGOING']])
    for (const curriculum of ['use', 'show', 'off'] as const)
      for (const session of ['use', 'show', 'off'] as const)
        for (const newSession of [true, false])
          for (const matching of ['READY', 'ON_HOLD', 'GROUP_HOLD', null] as const)
            statuses.push(statusOf({ surveys, curriculum, session, newSession, matching }))
  for (const underMaintenance of [true, false])
    for (const stored of [null, '/internship', '/emailverify', '/video/join-meeting/abc', '/signin', '//evil.example']) {
      yield arrival({ underMaintenance, stored })
      // Maintenance: this person's status cannot be read.
      yield arrival({ underMaintenance, stored, session: 'signedIn', status: null })
      for (const status of statuses)
        for (const hasMaintenanceAccess of [true, false])
          yield arrival({ underMaintenance, stored, session: 'signedIn', hasMaintenanceAccess, status })
    }
}

/** Without maintenance, the redirect is decided only after the profile is loaded. */
const isPossible = ({ session, status, underMaintenance }: Omit<Arrival, 'href'>) =>
  session === 'signedOut' || status !== null || underMaintenance

function follow(start: Arrival): { end: Arrival; hops: number } {
  let at = start
  for (let hops = 0; hops < 10; hops += 1) {
    const { redirectTo, targetToStore } = decideRedirect(at)
    if (!redirectTo) return { end: at, hops }
    at = { ...at, href: redirectTo.href, stored: targetToStore === undefined ? at.stored : targetToStore }
  }
  throw new Error(`${start.href} redirects in a loop, last to ${at.href}`)
}

function faultOf({ session, underMaintenance, hasMaintenanceAccess, href }: Arrival): string | null {
  const pathname = href.replace(/[?#].*$/, '')
  const access = accessOf(pathname)
  const isIn = session === 'signedIn'
  const isShut = underMaintenance && !(isIn && hasMaintenanceAccess)
  if (access === null) return 'an unknown page'
  if (access === 'always') return null
  if (isShut) return pathname === '/signin' ? null : 'a page shown during maintenance'
  if (access === 'protected' && !isIn) return 'a protected page shown to a signed-out visitor'
  if (isIn && (pathname === '/' || pathname === '/signin')) return 'a page that should redirect'
  return null
}

const targets = ['/internship', '/video/join-meeting/abc', '/resetpassword', '/privacypolicy', '/nowhere', '//evil.example']
const starts = [
  ...accesses.keys(),
  ...targets.flatMap((input) => [signInFor(input), `/?${new URLSearchParams({ redirectUri: input })}`]),
]

test.each(starts)('[ACC-25] from %s every combination of flags reaches a permitted page within 3 redirects', (href) => {
  const faults = new Set<string>()
  let count = 0
  for (const flags of everyArrival()) {
    if (!isPossible(flags)) continue
    const { end, hops } = follow({ ...flags, href })
    count += 1
    if (hops > 3) faults.add(`${hops} hops to ${end.href}`)
    const fault = faultOf(end)
    if (fault) faults.add(`${fault}: ${end.href}`)
  }
  expect([...faults]).toEqual([])
  expect(count).toBeGreaterThan(5000)
})
