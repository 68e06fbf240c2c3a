import { describe, expect, test } from 'vitest'
import type { Permission, Status } from './entities.ts'
import { asksTerms } from './terms.ts'
import { type Access, type AccessOf, type Arrival, landing, safePath, type Landing, landingOf } from './landing.ts'

/** The specification's table of routes, each with a value for what varies. */
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

type Wish = Partial<{
  fromQuery: string
  stored: string
  surveys: string[]
  curriculum: Permission
  session: Permission
  newSession: boolean
  matching: 'READY' | 'ON_HOLD' | 'GROUP_HOLD' | null
}>

function statusOf({ surveys = [], curriculum = 'off', session = 'off', newSession = false, matching = null }: Wish): Status {
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

const land = (wish: Wish) =>
  landing({ fromQuery: wish.fromQuery ?? null, stored: wish.stored ?? null, status: statusOf(wish), accessOf })
const open = 'NOT_STARTED'

describe('each rule of the order', () => {
  test.each<[string, Wish, string]>([
    ['1: a redirectUri in the address wins', { fromQuery: '/internship' }, '/internship'],
    ['2: a remembered one applies', { stored: '/moreinfo/faq' }, '/moreinfo/faq'],
    ['3: exactly one open survey', { surveys: [open] }, '/survey'],
    ['3: a survey that was begun is open', { surveys: ['ONGOING since 3 Nov'] }, '/survey'],
    ['3: a survey that was answered in part is open', { surveys: ['PARTIAL 2 of 3'] }, '/survey'],
    ['3: a completed one is not open', { surveys: ['COMPLETE on 2026-11-01', open] }, '/survey'],
    ['4: several open surveys', { surveys: [open, 'ONGOING'] }, '/surveylisting'],
    ["5: curriculum 'use'", { curriculum: 'use' }, '/mentorship'],
    ['5: matching READY', { matching: 'READY' }, '/mentorship'],
    ['5: matching ON_HOLD', { matching: 'ON_HOLD' }, '/mentorship'],
    ['5: matching GROUP_HOLD', { matching: 'GROUP_HOLD' }, '/mentorship'],
    ["6: session 'use' with a new session", { session: 'use', newSession: true }, '/learninghub'],
    ["7: curriculum 'show'", { curriculum: 'show' }, '/mentorship'],
    ['8: anything else', {}, '/learninghub'],
  ])('[ACC-25] %s', (_, wish, href) => {
    expect(land(wish).href).toBe(href)
  })
})

describe('each pair of neighbours', () => {
  test.each<[string, Wish, string]>([
    ['1 before 2', { fromQuery: '/internship', stored: '/moreinfo/faq' }, '/internship'],
    ['2 when 1 is not ours', { fromQuery: '//evil.example', stored: '/moreinfo/faq' }, '/moreinfo/faq'],
    ['2 before 3', { stored: '/moreinfo/faq', surveys: [open] }, '/moreinfo/faq'],
    ['3 not 4 with one open of two', { surveys: [open, 'COMPLETE on 2026-11-01'] }, '/survey'],
    ['4 not 3 with two open', { surveys: [open, open] }, '/surveylisting'],
    ['4 before 5', { surveys: [open, open], curriculum: 'use' }, '/surveylisting'],
    ['5 before 6', { curriculum: 'use', session: 'use', newSession: true }, '/mentorship'],
    ['5 by matching before 6', { matching: 'READY', session: 'use', newSession: true }, '/mentorship'],
    ['6 before 7', { session: 'use', newSession: true, curriculum: 'show' }, '/learninghub'],
    ['7 when 6 has no new session', { session: 'use', newSession: false, curriculum: 'show' }, '/mentorship'],
    ["7 when 6 has session only to 'show'", { session: 'show', newSession: true, curriculum: 'show' }, '/mentorship'],
    ['8 when 7 is off', { curriculum: 'off', session: 'show', newSession: true }, '/learninghub'],
  ])('[ACC-25] %s', (_, wish, href) => {
    expect(land(wish).href).toBe(href)
  })

  test('[ACC-25] the one open survey is named', () => {
    expect(land({ surveys: ['COMPLETE on 2026-11-01', open] })).toEqual({ href: '/survey', state: { surveyId: 2 } })
  })

  test('[ACC-25] a survey that is only shown, not to be used, is not counted', () => {
    const status = statusOf({})
    const surveys = [{ surveyId: 1, surveyStatus: open, expPermission: 'show' }] as const
    expect(landing({ fromQuery: null, stored: null, status: { ...status, surveys: [...surveys] }, accessOf }).href).toBe(
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
  ])('[ACC-26] that is not a path of the route table is ignored: %s', (uri) => {
    expect(safePath(uri, accessOf)).toBeNull()
  })

  test.each([
    ['/learninghub', '/learninghub'],
    ['/mentorship/12/step/3?tab=1#x', '/mentorship/12/step/3?tab=1#x'],
    ['/session/step/quiz/', '/session/step/quiz/'],
    ['/MoreInfo/privacypolicy', '/MoreInfo/privacypolicy'],
    ['/learninghub?next=//evil.example', '/learninghub?next=//evil.example'],
  ])('[ACC-26] that is one is followed: %s', (uri, path) => {
    expect(safePath(uri, accessOf)).toBe(path)
  })

  test.each([
    ['/video/join-meeting/abc', '/video/join-meeting/abc?section=video'],
    ['/video/join-meeting/abc?section=video', '/video/join-meeting/abc?section=video'],
    ['/video/join-meeting/abc?section=chat', '/video/join-meeting/abc?section=video'],
    ['/video/join-meeting/abc?room=7', '/video/join-meeting/abc?room=7&section=video'],
  ])('[ACC-26] to a meeting gets its section once: %s', (uri, path) => {
    expect(safePath(uri, accessOf)).toBe(path)
  })
})

const arrival = (given: Partial<Arrival>): Arrival => ({
  session: 'signedOut',
  underMaintenance: false,
  mayWorkInMaintenance: false,
  href: '/signin',
  stored: null,
  status: given.session === 'signedIn' ? statusOf({}) : null,
  accessOf,
  ...given,
})
const askedFor = (wish: string) => `/signin?${new URLSearchParams({ redirectUri: wish })}`
const towards = (wish: string): Landing => ({ goesTo: { href: askedFor(wish) }, remembers: wish })
const stays: Landing = { goesTo: null }

describe('who is signed out', () => {
  test('[ACC-27] goes to sign in, and the wanted path is remembered as it was written', () => {
    expect(landingOf(arrival({ href: '/mentorship/12/step/3?tab=1' }))).toEqual(towards('/mentorship/12/step/3?tab=1'))
  })

  test('[ACC-27] goes from the first page to the plain sign-in page, and takes its redirectUri along', () => {
    expect(landingOf(arrival({ href: '/' }))).toEqual({ goesTo: { href: '/signin' } })
    expect(landingOf(arrival({ href: '/?redirectUri=/internship' }))).toEqual(towards('/internship'))
    expect(landingOf(arrival({ href: '/?redirectUri=//evil.example' }))).toEqual({ goesTo: { href: '/signin' } })
  })

  test.each(['/signin', '/emailverify', '/resetpassword?email=a@b.example', '/signup', ...table.always])(
    '[ACC-27] stays on %s',
    (href) => {
      expect(landingOf(arrival({ href }))).toEqual(stays)
    },
  )

  test('[ACC-27] stays on the sign-in page while the wanted page needs a sign-in', () => {
    expect(landingOf(arrival({ href: askedFor('/internship') }))).toEqual(stays)
  })

  test('stays on a page nobody knows: it says so itself', () => {
    expect(landingOf(arrival({ href: '/nowhere' }))).toEqual(stays)
    expect(landingOf(arrival({ href: '//evil.example/learninghub' }))).toEqual(stays)
  })
})

describe('who is signed in', () => {
  const session = 'signedIn'

  test.each(['/', '/signin', '/SignIn/'])('[ACC-25] is led on from %s', (href) => {
    expect(landingOf(arrival({ session, href }))).toEqual({ goesTo: { href: '/learninghub' }, remembers: null })
  })

  test.each([...table.protected.filter((path) => path !== '/'), ...table.always, '/resetpassword'])(
    '[ACC-27] stays on %s',
    (href) => {
      expect(landingOf(arrival({ session, href, stored: '/internship' }))).toEqual(stays)
    },
  )

  test('[SUR-01] at / is led to the survey while exactly one is open, and on by the order otherwise', () => {
    const at = (href: string, wish: Wish) => landingOf(arrival({ session, href, status: statusOf(wish) }))
    expect(at('/', { surveys: [open] }).goesTo).toMatchObject({ href: '/survey' })
    expect(at('/signin', { surveys: [open] }).goesTo).toMatchObject({ href: '/survey' })
    expect(at('/', { surveys: [open, open] }).goesTo).toEqual({ href: '/surveylisting' })
    expect(at('/', { curriculum: 'use' }).goesTo).toEqual({ href: '/mentorship' })
    expect(at('/?redirectUri=/internship', { surveys: [open] }).goesTo).toEqual({ href: '/internship' })
  })

  test('[ACC-26] is led to the wanted page, which is then forgotten', () => {
    const href = askedFor('/video/join-meeting/abc')
    expect(landingOf(arrival({ session, href, stored: '/internship' }))).toEqual({
      goesTo: { href: '/video/join-meeting/abc?section=video' },
      remembers: null,
    })
  })
})

describe('while the product is closed', () => {
  const underMaintenance = true

  test.each(['/learninghub', '/emailverify?token=x', '/signup'])(
    '[ACC-28] everyone is led to the sign-in page from %s',
    (href) => {
      expect(landingOf(arrival({ underMaintenance, href }))).toEqual(towards(href))
      expect(landingOf(arrival({ underMaintenance, href, session: 'signedIn', status: null }))).toEqual(towards(href))
    },
  )

  test('[ACC-28] nobody is led away from the sign-in page, which shows that it is closed', () => {
    const href = askedFor('/emailverify')
    expect(landingOf(arrival({ underMaintenance, href }))).toEqual(stays)
    expect(landingOf(arrival({ underMaintenance, href, session: 'signedIn', status: null }))).toEqual(stays)
  })

  test('[ACC-28] staff go on working', () => {
    const staff = arrival({ underMaintenance, session: 'signedIn', mayWorkInMaintenance: true })
    expect(landingOf({ ...staff, href: '/learninghub' })).toEqual(stays)
    expect(landingOf({ ...staff, href: '/signin' }).goesTo).toEqual({ href: '/learninghub' })
  })

  test.each(table.always)('[ACC-27] %s stays readable', (href) => {
    expect(landingOf(arrival({ underMaintenance, href }))).toEqual(stays)
  })

  test('[ACC-28] when it opens again everyone goes back to where they were', () => {
    expect(landingOf(arrival({ href: askedFor('/emailverify') }))).toEqual({ goesTo: { href: '/emailverify' }, remembers: null })
    expect(landingOf(arrival({ session: 'signedIn', href: askedFor('/internship') })).goesTo).toEqual({ href: '/internship' })
  })
})

describe('the question for the terms', () => {
  test.each(['/learninghub', '/moreinfo', '/moreinfo/faq', '/survey'])(
    '[ACC-30] lies over %s until it is answered',
    (pathname) => {
      expect(asksTerms(false, pathname)).toBe(true)
      expect(asksTerms(true, pathname)).toBe(false)
    },
  )

  test.each(['/moreinfo/privacyPolicy', '/moreinfo/termsOfService', '/moreinfo/codeofconduct/'])(
    '[ACC-30] never lies over %s, which it asks about',
    (pathname) => {
      expect(asksTerms(false, pathname)).toBe(false)
    },
  )
})

/** Every combination of what the server may say of a person, and of what this tab may remember. */
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
      // Closed to this person, so nothing of them can be read.
      yield arrival({ underMaintenance, stored, session: 'signedIn', status: null })
      for (const status of statuses)
        for (const mayWorkInMaintenance of [true, false])
          yield arrival({ underMaintenance, stored, session: 'signedIn', mayWorkInMaintenance, status })
    }
}

/** What may be read of a person depends on the server; an open product with an unread profile never asks for the way. */
const isPossible = ({ session, status, underMaintenance }: Omit<Arrival, 'href'>) =>
  session === 'signedOut' || status !== null || underMaintenance

function follow(start: Arrival): { end: Arrival; hops: number } {
  let at = start
  for (let hops = 0; hops < 10; hops += 1) {
    const { goesTo, remembers } = landingOf(at)
    if (!goesTo) return { end: at, hops }
    at = { ...at, href: goesTo.href, stored: remembers === undefined ? at.stored : remembers }
  }
  throw new Error(`${start.href} is led in circles, at last to ${at.href}`)
}

function faultOf({ session, underMaintenance, mayWorkInMaintenance, href }: Arrival): string | null {
  const pathname = href.replace(/[?#].*$/, '')
  const access = accessOf(pathname)
  const isIn = session === 'signedIn'
  const isShut = underMaintenance && !(isIn && mayWorkInMaintenance)
  if (access === null) return 'a page nobody knows'
  if (access === 'always') return null
  if (isShut) return pathname === '/signin' ? null : 'a page of a closed product'
  if (access === 'protected' && !isIn) return 'a protected page to who is signed out'
  if (isIn && (pathname === '/' || pathname === '/signin')) return 'a page that only leads on'
  return null
}

const wishes = ['/internship', '/video/join-meeting/abc', '/resetpassword', '/privacypolicy', '/nowhere', '//evil.example']
const starts = [
  ...accesses.keys(),
  ...wishes.flatMap((wish) => [askedFor(wish), `/?${new URLSearchParams({ redirectUri: wish })}`]),
]

test.each(starts)('[ACC-25] from %s every combination of flags ends within 3 hops, on a page one may see', (href) => {
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
