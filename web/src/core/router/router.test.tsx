import { getProfile, refresh } from '@saathi/contract/accounts/calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { describe, expect, test } from 'vitest'
import { answer, makeProfile, refuse, showApp, signedInReply } from '../../../test/harness.tsx'
import { profileQuery } from '../profile.ts'
import { queryClient } from '../query-client.ts'
import { routeTable } from './route-table.ts'

function answerHub() {
  answer(listSessions, { sessions: [] })
  answer(listMySessions, { sessions: [] })
}

/** The specification's table, with a value for what varies. */
const screens = {
  public: [
    '/signin',
    '/emailverify',
    '/resetpassword',
    '/dev',
    '/privacypolicy',
    '/termsofservice',
    '/codeofconduct',
    '/calendar/callback',
    '/calendar/connect/google',
  ],
  protected: [
    '/signup',
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

describe('every route of the table', () => {
  test.each(screens.protected)('[NAV-01] %s sends who is signed out to the sign-in page, which remembers it', async (path) => {
    const screen = await showApp({ path })
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(screen.pathNow()).toBe(`/signin?${new URLSearchParams({ redirectUri: path })}`)
    expect(sessionStorage.getItem('saathi.redirectUri')).toBe(path)
  })

  test.each(screens.public.filter((path) => path !== '/dev'))('[NAV-01] %s is open to who is signed out', async (path) => {
    const screen = await showApp({ path })
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    expect(screen.pathNow()).toBe(path)
  })

  test('[NAV-01] / leads who is signed out to the plain sign-in page', async () => {
    const screen = await showApp({ path: '/' })
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(screen.pathNow()).toBe('/signin')
  })

  test('[NAV-01] an unknown one shows the not-found page with a way home', async () => {
    const screen = await showApp({ path: '/learninghub/nowhere/at/all' })
    await expect.element(screen.getByRole('heading', { name: 'We could not find this page' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Go to the first page' })).toHaveAttribute('href', '/')
  })

  test('[NAV-01] no path is declared twice', () => {
    const paths = routeTable.map(({ path }) => path.toLowerCase())
    expect(paths).toEqual([...new Set(paths)])
  })

  test('[NAV-01] letters of either case and a slash at the end are the same place', async () => {
    const screen = await showApp({ path: '/PrivacyPolicy/' })
    await expect.element(screen.getByRole('heading', { name: 'Coming soon' })).toBeVisible()
  })
})

describe('who is signed in', () => {
  test.each(['/', '/signin'])('[ACC-25] is led on from %s by the redirect order', async (path) => {
    answerHub()
    const screen = await showApp({ path, profile: makeProfile() })
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  })

  test('[ACC-26] comes back to the wanted meeting, with its section', async () => {
    const path = `/signin?${new URLSearchParams({ redirectUri: '/video/join-meeting/4f1c' })}`
    const screen = await showApp({ path, profile: makeProfile() })
    await expect.poll(() => screen.pathNow()).toBe('/video/join-meeting/4f1c?section=video')
    expect(sessionStorage.getItem('saathi.redirectUri')).toBeNull()
  })

  test('[ACC-26] is not led away by a foreign redirectUri', async () => {
    answerHub()
    const screen = await showApp({ path: `/signin?redirectUri=${encodeURIComponent('//evil.example')}`, profile: makeProfile() })
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  })

  test.each(['/privacypolicy', '/termsofservice', '/codeofconduct'])('[ACC-27] is not led away from %s', async (path) => {
    const screen = await showApp({ path, profile: makeProfile() })
    await expect.element(screen.getByRole('heading', { name: 'Coming soon' })).toBeVisible()
    expect(screen.pathNow()).toBe(path)
  })

  test('a deep link stays where it is: only / and /signin lead on', async () => {
    const screen = await showApp({ path: '/moreinfo/faq', profile: makeProfile() })
    await expect.element(screen.getByRole('heading', { name: 'Coming soon' })).toBeVisible()
    expect(screen.pathNow()).toBe('/moreinfo/faq')
  })

  test('[ACC-31] signing out in another tab leads to the sign-in page and empties the stored copy', async () => {
    const screen = await showApp({ path: '/moreinfo/faq', profile: makeProfile() })
    await expect.element(screen.getByRole('heading', { name: 'Coming soon' })).toBeVisible()
    new BroadcastChannel('saathi').postMessage({ type: 'signedOut' })
    await expect.poll(() => screen.pathNow()).toBe('/signin')
    expect(Object.keys(localStorage).filter((key) => !/theme|language|texts/.test(key))).toEqual([])
  })
})

/** As after a reload: the browser remembers that someone was here, and another tab would say the same. */
function comeBack() {
  new BroadcastChannel('saathi').postMessage({ type: 'signedIn' })
}

describe('a session that has to be verified', () => {
  test('[ACC-32] is renewed from the cookie and leads on', async () => {
    answerHub()
    answer(refresh, signedInReply)
    answer(getProfile, makeProfile())
    const screen = await showApp({ path: '/signin' })
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    comeBack()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  })

  test('[ACC-32] that is over leaves the sign-in page as it is', async () => {
    const { inputs } = answer(refresh, refuse('accounts.session_over', 401))
    const screen = await showApp({ path: '/signin' })
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    comeBack()
    await expect.poll(() => inputs.length).toBe(1)
    expect(screen.pathNow()).toBe('/signin')
  })
})

test('[NAV-11] a protected page whose profile cannot be had says so and can be tried again', async () => {
  const screen = await showApp({ path: '/privacypolicy', profile: makeProfile() })
  await expect.element(screen.getByRole('heading', { name: 'Coming soon' })).toBeVisible()
  queryClient.removeQueries(profileQuery)
  answer(getProfile, 'network')
  await screen.router.navigate({ href: '/moreinfo/faq' })
  await expect.element(screen.getByText('We could not reach Saathi. Check your connection and try again.')).toBeVisible()
  answer(getProfile, makeProfile())
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Coming soon' })).toBeVisible()
})
