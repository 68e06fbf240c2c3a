import { getProfile } from '@saathi/contract/accounts/calls'
import { refresh } from '@saathi/contract/accounts/identity-calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { getSession } from '@saathi/contract/learning/session-calls'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import '#learning/hub-pages.ts'
import { sessionCard } from '#learning/cards/session-card.fake.ts'
import { sessionDetail, step } from '#learning/session/detail.fake.ts'
import '#learning/session-pages.ts'
import { answer, makeProfile, refuse, showApp, signedInReply } from '../../../test/harness.tsx'
import { unreachable } from '../api-error.ts'
import { dayAndTime } from '../i18n/india-time.ts'
import { profileQuery } from '../profile.ts'
import { queryClient } from '../query-client.ts'
import '#app/inside-layout.tsx'
import { sessionNow } from '../session.ts'
import { currentToken, clearToken, setToken, personNow } from '../network/token.ts'
import { restoreSession } from './restore-session.ts'
import { resetSession, cachedKeys, seedCache, loseConnection } from './cache.fake.ts'

const asha = makeProfile()
const ravi = makeProfile({ id: 2, firstName: 'Ravi', displayName: 'Ravi Das' })
const listKey = (list: string) => ['learning', 'sessions', list]
const card = sessionCard({ id: 3, title: 'Speak up', sessionStatus: 'ONGOING' })
const session = sessionDetail({ sessionSteps: [step(11, { title: 'Breathe out' }), step(12)] })
const twoHoursAgo = Date.now() - 2 * 60 * 60_000

const pages = [
  [profileQuery.queryKey, asha],
  [listKey('mine'), [card]],
  [listKey('ongoing'), [card]],
  [listKey('curated'), []],
  [['learning', 'session', 3], session],
] as const

beforeEach(async () => {
  answer(refresh, 'network')
  await page.viewport(1280, 800)
})

async function openOffline(path: string, person = 1) {
  await seedCache(1, pages, twoHoursAgo)
  const goOnline = loseConnection()
  await resetSession(person)
  return { screen: await showApp({ path }), goOnline }
}

function answerAll(title: string) {
  answer(getProfile, asha)
  answer(listMySessions, { sessions: [{ ...card, title }] })
  answer(listSessions, { sessions: [] })
  answer(getSession, session)
}

describe('the person who was signed in on this browser', () => {
  test('[PLT-01] is signed in offline and sees the cached hub', async () => {
    const { screen } = await openOffline('/learninghub')
    const ongoing = screen.getByRole('region', { name: 'Continue learning' })
    await expect.element(ongoing.getByRole('link', { name: 'Speak up' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Asha Rao, account menu' })).toBeVisible()
    await expect
      .element(screen.getByText(`What you see is from ${dayAndTime(new Date(twoHoursAgo).toISOString(), 'en')}.`))
      .toBeVisible()
    expect([sessionNow(), personNow(), currentToken()]).toEqual(['signedIn', 1, null])
  })

  test('[PLT-01] can read a session they had started', async () => {
    const { screen } = await openOffline('/session/step?session=3&step=11')
    await expect.element(screen.getByRole('heading', { name: 'Breathe out' })).toBeVisible()
  })

  test('sees that a page they never opened is not saved', async () => {
    const { screen } = await openOffline('/session/sessionintroduction/4')
    await expect.element(screen.getByText('This page was not saved on this device. It opens when you are back.')).toBeVisible()
  })

  test('[PLT-01] gets fresh data when the server is back', async () => {
    const { screen, goOnline } = await openOffline('/learninghub')
    await expect.element(screen.getByRole('link', { name: 'Speak up' }).first()).toBeVisible()
    answer(refresh, signedInReply)
    answerAll('Speak up now')
    goOnline()
    await expect.element(screen.getByRole('link', { name: 'Speak up now' }).first()).toBeVisible()
    await expect.element(screen.getByText(/You are offline/)).not.toBeInTheDocument()
    await expect.poll(currentToken).toBe('token-1')
  })

  test('[PLT-01] is signed out and their data deleted when the server says the session is over', async () => {
    const { screen, goOnline } = await openOffline('/learninghub')
    await expect.element(screen.getByRole('link', { name: 'Speak up' }).first()).toBeVisible()
    answer(refresh, refuse('accounts.session_over', 401))
    goOnline()
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(await cachedKeys(1)).toEqual([])
    expect(queryClient.getQueryData(profileQuery.queryKey)).toBeUndefined()
    expect(localStorage.getItem('saathi.signedIn')).toBeNull()
  })

  test('[PLT-01] is replaced if the cookie belongs to another person', async () => {
    const { screen, goOnline } = await openOffline('/learninghub')
    await expect.element(screen.getByRole('link', { name: 'Speak up' }).first()).toBeVisible()
    answer(refresh, { accessToken: 'token-of-ravi', expiresIn: 600, userId: 2 })
    answerAll('Fly a kite')
    answer(getProfile, (_input, headers) =>
      headers.get('authorization') === 'Bearer token-of-ravi' ? ravi : refuse('core.signed_out', 401),
    )
    goOnline()
    await expect.element(screen.getByRole('button', { name: 'Ravi Das, account menu' })).toBeVisible()
    expect(document.body.textContent).not.toMatch(/Asha|Speak up/)
    expect(await cachedKeys(1)).toEqual([])
  })

  test('is signed in if the server is slow, and gets fresh data when it answers', async () => {
    const late = Promise.withResolvers<typeof signedInReply>()
    answer(refresh, () => late.promise)
    await seedCache(1, pages, twoHoursAgo)
    await resetSession(1)
    const screen = await showApp({ path: '/learninghub' })
    await expect.element(screen.getByRole('link', { name: 'Speak up' }).first()).toBeVisible()
    answerAll('Speak up now')
    late.resolve(signedInReply)
    await expect.element(screen.getByRole('link', { name: 'Speak up now' }).first()).toBeVisible()
  })
})

describe('if another tab has signed in someone else', () => {
  const raviIsIn = () => localStorage.setItem('saathi.signedIn', '2')

  test('[PLT-01] the previous person is not restored', async () => {
    await seedCache(1, pages, twoHoursAgo)
    raviIsIn()
    await expect(restoreSession(1, Promise.reject(unreachable('no answer')))).rejects.toMatchObject({ status: 0 })
    expect(personNow()).toBeNull()
    expect(queryClient.getQueryData(profileQuery.queryKey)).toBeUndefined()
  })

  test("the new person's cached data stays", async () => {
    await seedCache(2, [[profileQuery.queryKey, ravi]])
    setToken({ accessToken: 'token-of-ravi', expiresIn: 600, userId: 2 })
    onTestFinished(clearToken)
    await restoreSession(1, Promise.resolve())
    expect(await cachedKeys(2)).toHaveLength(1)
  })
})

describe('offline nobody is signed in', () => {
  test("[PLT-01] from another person's cached data", async () => {
    const { screen } = await openOffline('/learninghub', 2)
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(document.body.textContent).not.toMatch(/Asha|Speak up/)
    expect(sessionNow()).toBe('verifying')
  })

  test('without cached pages; the page offers a retry', async () => {
    await resetSession(1)
    const screen = await showApp({ path: '/learninghub' })
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    answer(refresh, signedInReply)
    answerAll('Speak up')
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('link', { name: 'Speak up' }).first()).toBeVisible()
  })
})
