import { getProfile } from '@saathi/contract/accounts/calls'
import { refresh } from '@saathi/contract/accounts/identity-calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { getRoom } from '@saathi/contract/video/calls'
import { describe, expect, test } from 'vitest'
import { answer, makeProfile, refuse, showApp, signedInReply } from '../../test/harness.tsx'
import { profileQuery } from '#core/profile.ts'
import { queryClient } from '#core/query-client.ts'
import { accessFinder } from './router.tsx'
import { routeTable } from './route-table.ts'

function answerHub() {
  answer(listSessions, { sessions: [] })
  answer(listMySessions, { sessions: [] })
}

/** The specification's table, with values for parameters. */
const screens = {
  public: ['/signin', '/emailverify', '/resetpassword', '/calendar/callback', '/calendar/connect', '/calendar/connect/google'],
  always: ['/dev', '/privacypolicy', '/termsofservice', '/codeofconduct'],
  protected: [
    '/profile',
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
    '/internship',
    '/chat',
    '/chat/messenger',
    '/feed',
    '/moreinfo',
    '/moreinfo/faq',
    '/moreinfo/privacyPolicy',
    '/moreinfo/termsOfService',
    '/moreinfo/codeofconduct',
    '/moreinfo/wrs',
    '/video/join-meeting/4f1c',
    '/session/sessionintroduction/7',
    '/session/step',
    '/session/step/quiz/',
    '/session/step/sessionfeedback/',
    '/mentorship/7/sessionintro',
    '/mentorship/7/summary',
    '/mentorship/7/step/3',
    '/mentorship/7/step/3/quiz/',
    '/mentorship/7/step/sessionfeedback/',
  ],
}

const legal = screens.always.filter((path) => path !== '/dev')
/** The calendar's public pages redirect; the calendar tests cover them. */
const openPages = screens.public.filter((path) => !path.startsWith('/calendar/'))

describe('every route of the table', () => {
  test('[NAV-01] has the access the specification gives it', () => {
    const accessOf = accessFinder(routeTable)
    const found = Object.fromEntries(
      Object.entries(screens).map(([access, paths]) => [access, paths.filter((path) => accessOf(path) === access)]),
    )
    expect(found).toEqual(screens)
  })

  test.each(screens.protected)('[NAV-01] %s redirects to the sign-in page and is stored as the redirect target', async (path) => {
    const screen = await showApp({ path })
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(screen.pathNow()).toBe(`/signin?${new URLSearchParams({ redirectUri: path })}`)
    expect(sessionStorage.getItem('saathi.redirectUri')).toBe(path)
  })

  test.each([...openPages, ...legal])('[NAV-01] %s is open without signing in', async (path) => {
    const screen = await showApp({ path })
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    expect(screen.pathNow()).toBe(path)
  })

  test('[NAV-01] /signup requires a verified email or Google', async () => {
    const screen = await showApp({ path: '/signup' })
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(screen.pathNow()).toBe('/signin')
  })

  test('[NAV-01] / redirects to the plain sign-in page when signed out', async () => {
    const screen = await showApp({ path: '/' })
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(screen.pathNow()).toBe('/signin')
  })

  test('[NAV-01] an unknown path shows the not-found page with a link home', async () => {
    const screen = await showApp({ path: '/learninghub/nowhere/at/all' })
    await expect.element(screen.getByRole('heading', { name: 'We could not find this page' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
  })

  test('[NAV-01] no path is declared twice', () => {
    const paths = routeTable.map(({ path }) => path.toLowerCase())
    expect(paths).toEqual([...new Set(paths)])
  })

  test('[NAV-01] case and a trailing slash do not matter', async () => {
    const screen = await showApp({ path: '/PrivacyPolicy/' })
    await expect.element(screen.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
  })
})

describe('a signed-in person', () => {
  test.each(['/', '/signin'])('[ACC-25] is redirected from %s by the redirect order', async (path) => {
    answerHub()
    const screen = await showApp({ path, profile: makeProfile() })
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  })

  test('[ACC-26] returns to the requested meeting, with its section', async () => {
    answer(getRoom, refuse('video.off', 403))
    const path = `/signin?${new URLSearchParams({ redirectUri: '/video/join-meeting/4f1c' })}`
    const screen = await showApp({ path, profile: makeProfile() })
    await expect.poll(() => screen.pathNow()).toBe('/video/join-meeting/4f1c?section=video')
    expect(sessionStorage.getItem('saathi.redirectUri')).toBeNull()
  })

  test('[ACC-26] is not redirected to a foreign redirectUri', async () => {
    answerHub()
    const screen = await showApp({ path: `/signin?redirectUri=${encodeURIComponent('//evil.example')}`, profile: makeProfile() })
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  })

  test.each(legal)('[ACC-27] is not redirected from %s', async (path) => {
    const screen = await showApp({ path, profile: makeProfile() })
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    expect(screen.pathNow()).toBe(path)
  })

  test.each(legal)('[NAV-02] sees no top bar on %s', async (path) => {
    const screen = await showApp({ path, profile: makeProfile() })
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Main' }).elements()).toEqual([])
    expect(screen.getByRole('button', { name: /account menu/ }).elements()).toEqual([])
  })

  test.each(['/moreinfo/privacyPolicy', '/moreinfo/termsOfService', '/moreinfo/codeofconduct'])(
    '[NAV-02] sees the top bar on %s',
    async (path) => {
      const screen = await showApp({ path, profile: makeProfile() })
      await expect.element(screen.getByRole('banner').getByRole('button', { name: /account menu/ })).toBeVisible()
    },
  )

  test('stays on a deep link: only / and /signin redirect', async () => {
    const screen = await showApp({ path: '/moreinfo/faq', profile: makeProfile() })
    await expect.element(screen.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
    expect(screen.pathNow()).toBe('/moreinfo/faq')
  })

  test('[ACC-31] is sent to the sign-in page and their storage cleared after a sign-out in another tab', async () => {
    const screen = await showApp({ path: '/moreinfo/faq', profile: makeProfile() })
    await expect.element(screen.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
    new BroadcastChannel('saathi').postMessage({ type: 'signedOut' })
    await expect.poll(() => screen.pathNow()).toBe('/signin')
    expect(Object.keys(localStorage).filter((key) => !/theme|language|texts/.test(key))).toEqual([])
  })
})

/** Simulates a reload: storage says that someone was signed in, and another tab says so too. */
function announceSignIn() {
  new BroadcastChannel('saathi').postMessage({ type: 'signedIn' })
}

describe('a session that has to be verified', () => {
  test('[ACC-32] is renewed from the cookie and redirects', async () => {
    answerHub()
    answer(refresh, signedInReply)
    answer(getProfile, makeProfile())
    const screen = await showApp({ path: '/signin' })
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    announceSignIn()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  })

  test('[ACC-32] stays on the sign-in page if it is over', async () => {
    const { inputs } = answer(refresh, refuse('accounts.session_over', 401))
    const screen = await showApp({ path: '/signin' })
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    announceSignIn()
    await expect.poll(() => inputs.length).toBe(1)
    expect(screen.pathNow()).toBe('/signin')
  })
})

const failures = [
  ['no answer', 'network', 'We could not reach Saathi. Check your connection and try again.'],
  ['400', refuse('core.bad_input', 400), 'We could not understand that. Please check what you entered.'],
  ['403', refuse('core.forbidden', 403), 'This part of Saathi is not open to you.'],
  ['404', refuse('core.not_found', 404), 'We could not find that. It may have been removed.'],
  ['406', refuse('core.bad_input', 406), 'This can’t be done like this. Please check what you entered.'],
  ['409', refuse('core.conflict', 409), 'Someone else changed this at the same time. Please check it and try again.'],
  ['422', refuse('core.bad_input', 422), 'Some of your answers could not be saved. Please check them.'],
  ['429', refuse('core.too_many', 429), 'That was a little too fast. Please wait a moment and try again.'],
  ['500', refuse('core.broken', 500), 'Something went wrong on our side. Please try again in a little while.'],
  ['503', refuse('core.unavailable', 503), 'Something went wrong on our side. Please try again in a little while.'],
] as const

test.each(failures)(
  '[NAV-11] a protected page whose profile fails to load shows an error with a retry: %s',
  async (_name, failure, words) => {
    const screen = await showApp({ path: '/privacypolicy', profile: makeProfile() })
    await expect.element(screen.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
    queryClient.removeQueries(profileQuery)
    answer(getProfile, failure)
    await screen.router.navigate({ href: '/moreinfo/faq' })
    await expect.element(screen.getByText(words)).toBeVisible()
    answer(getProfile, makeProfile())
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
  },
)
