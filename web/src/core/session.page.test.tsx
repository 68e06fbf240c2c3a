import { getProfile, updateProfile } from '@saathi/contract/accounts/calls'
import { listSignIns, refresh, signIn as signInCall, signOut as signOutCall } from '@saathi/contract/accounts/identity-calls'
import { listMySessions, listSessions, toggleBookmark } from '@saathi/contract/learning/calls'
import { listNoticeChoices } from '@saathi/contract/notices/calls'
import { MutationObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, makeProfile, refuse, showApp, signedInReply } from '../../test/harness.tsx'
import { send } from './api.ts'
import { connectionNow } from './connection.ts'
import { resetSession, cachedKeys, seedCache } from './offline/cache.fake.ts'
import { seedOutbox, stepEntry, storedEntries } from './outbox/entry.fake.ts'
import { profileQuery } from './profile.ts'
import { queryClient } from './query-client.ts'
import { sessionNow, signIn, signOut, verifySession } from './session.ts'
import { onOtherTab } from './tabs.ts'
import { setToken } from './network/token.ts'

const asha = makeProfile({ bio: 'I like kites.' })
const ravi = makeProfile({ id: 2, firstName: 'Ravi', lastName: 'Das', displayName: 'Ravi Das', email: 'ravi@saathi.example' })
const ravisReply = { accessToken: 'token-of-ravi', expiresIn: 600, userId: 2 }
const credentials = { email: 'ravi@saathi.example', password: 'x' }

beforeEach(async () => {
  await page.viewport(1280, 800)
  answer(listSessions, { sessions: [] })
  answer(listMySessions, { sessions: [] })
  answer(listSignIns, { sessions: [] })
  answer(listNoticeChoices, { choices: [], quietHours: { isOn: true, from: '22:00', until: '07:00' } })
})

/** Answers as the server does once the cookie belongs to Ravi. */
function cookieIsRavis() {
  answer(getProfile, (_input, headers) =>
    headers.get('authorization') === 'Bearer token-of-ravi' ? ravi : refuse('core.signed_out', 401),
  )
  return answer(refresh, ravisReply)
}

/** Announces it as another tab would. */
function announceRavi(): void {
  localStorage.setItem('saathi.signedIn', '2')
  new BroadcastChannel('saathi').postMessage({ type: 'signedIn', userId: 2 })
}

async function showAsha(path = '/profile') {
  const screen = await showApp({ path, profile: asha })
  await expect.element(screen.getByRole('button', { name: 'Asha Rao, account menu' })).toBeVisible()
  return screen
}

async function expectRavisOwn(screen: Awaited<ReturnType<typeof showAsha>>) {
  await expect.poll(() => screen.pathNow()).toBe('/learninghub')
  await expect.element(screen.getByRole('button', { name: 'Ravi Das, account menu' })).toBeVisible()
  expect(document.body.textContent).not.toMatch(/Asha|Aasha/)
}

describe('when another tab signs in someone else', () => {
  test("[ACC-31] this tab switches at once and drops the previous person's page, draft and socket", async () => {
    const screen = await showAsha()
    await screen.getByRole('textbox', { name: 'First name' }).fill('Aasha')
    await expect.poll(() => FakeSocket.instances.length).toBe(1)
    sessionStorage.setItem('saathi.redirectUri', '/moreinfo/faq')
    cookieIsRavis()
    announceRavi()
    await expectRavisOwn(screen)
    expect(FakeSocket.instances.map(({ readyState }) => readyState)).toEqual([3, 0])
    expect(sessionStorage.getItem('saathi.redirectUri')).toBeNull()
  })

  test('[ACC-31] data that tab has stored for them stays', async () => {
    const screen = await showAsha()
    cookieIsRavis()
    localStorage.setItem('saathi.help.draft', 'of Ravi')
    announceRavi()
    await expectRavisOwn(screen)
    expect(localStorage.getItem('saathi.help.draft')).toBe('of Ravi')
    expect(localStorage.getItem('saathi.signedIn')).toBe('2')
  })

  test('[ACC-31] the token renewal detects it too, and the pending call is not sent as them', async () => {
    const screen = await showAsha()
    localStorage.setItem('saathi.help.draft', 'of Asha')
    cookieIsRavis()
    const { inputs } = answer(updateProfile, ravi)
    setToken({ accessToken: 'token-1', expiresIn: 1, userId: 1 })
    await screen.getByRole('textbox', { name: 'First name' }).fill('Aasha')
    await screen.getByRole('button', { name: 'Save changes' }).click()
    await expectRavisOwn(screen)
    expect(inputs).toEqual([])
    expect(localStorage.getItem('saathi.help.draft')).toBeNull()
    expect(localStorage.getItem('saathi.signedIn')).toBe('2')
  })

  test('[ACC-31] a refused call is not retried as them', async () => {
    const screen = await showAsha()
    cookieIsRavis()
    const { headers } = answer(updateProfile, refuse('core.signed_out', 401))
    await screen.getByRole('textbox', { name: 'First name' }).fill('Aasha')
    await screen.getByRole('button', { name: 'Save changes' }).click()
    await expectRavisOwn(screen)
    expect(headers.map((each) => each.get('authorization'))).toEqual(['Bearer token-1'])
  })

  test('[ACC-31] a failed call is not retried as them', async () => {
    const screen = await showAsha()
    cookieIsRavis()
    const { headers } = answer(toggleBookmark, 'network')
    const lost = expect(send(toggleBookmark, { body: { session: 4 } })).rejects.toMatchObject({ status: 401 })
    announceRavi()
    await lost
    await expectRavisOwn(screen)
    expect(headers.map((each) => each.get('authorization'))).toEqual(['Bearer token-1'])
  })

  test('[ACC-31] a mutation in flight does not write into their cache', async () => {
    const screen = await showAsha()
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const { inputs } = answer(toggleBookmark, () => ended.then(() => ({ session: 4, isBookmarked: true })))
    const bookmarking = new MutationObserver(queryClient, {
      mutationFn: () => send(toggleBookmark, { body: { session: 4 } }),
      onSettled: () => queryClient.setQueryData(profileQuery.queryKey, asha),
    })
    const settled = bookmarking.mutate().catch(() => null)
    await expect.poll(() => inputs.length).toBe(1)
    cookieIsRavis()
    announceRavi()
    await expectRavisOwn(screen)
    end()
    await settled
    expect(queryClient.getQueryData(profileQuery.queryKey)?.firstName).toBe('Ravi')
  })

  test('the same person in another tab changes nothing here', async () => {
    const screen = await showAsha()
    const first = screen.getByRole('textbox', { name: 'First name' })
    await first.fill('Aasha')
    // The session subscribed first, so it has handled the message before this resolves.
    const received = new Promise((resolve) => {
      onTestFinished(onOtherTab(resolve))
    })
    new BroadcastChannel('saathi').postMessage({ type: 'signedIn', userId: 1 })
    await received
    expect(sessionNow()).toBe('signedIn')
    expect(screen.pathNow()).toBe('/profile')
    await expect.element(first).toHaveValue('Aasha')
  })
})

describe('when the page comes back from the cache of the browser', () => {
  const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

  test('[ACC-31] and the person has signed out in another tab, they are signed out here', async () => {
    const screen = await showAsha()
    localStorage.removeItem('saathi.signedIn')
    comeBack()
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })

  test('[ACC-31] and someone else has signed in, it shows their page', async () => {
    const screen = await showAsha()
    cookieIsRavis()
    localStorage.setItem('saathi.signedIn', '2')
    comeBack()
    await expectRavisOwn(screen)
  })
})

describe('verifying the session at page start', () => {
  async function seedStorage() {
    await seedCache(1, [[['learning', 'sessions', 'all'], []]])
    await seedOutbox(stepEntry(3, 11))
    await resetSession(1)
  }

  test.each([
    [401, 'core.signed_out'],
    [403, 'core.forbidden'],
  ])('[PLT-01] deletes nothing for a reply that is not about the session: %i', async (status, code) => {
    await seedStorage()
    answer(refresh, refuse(code, status))
    await expect(verifySession()).rejects.toMatchObject({ status })
    expect(await cachedKeys(1)).toHaveLength(1)
    expect(localStorage.getItem('saathi.signedIn')).toBe('1')
  })

  test('[PLT-01] deletes the cache when the session is over, but not the outbox', async () => {
    await seedStorage()
    answer(refresh, refuse('accounts.session_over', 401))
    expect(await verifySession()).toBe('signedOut')
    expect(await cachedKeys(1)).toEqual([])
    expect(localStorage.getItem('saathi.signedIn')).toBeNull()
    expect(await storedEntries()).toHaveLength(1)
  })

  test('[PLT-01] deletes everything of the person before if the cookie belongs to someone else', async () => {
    await seedStorage()
    localStorage.setItem('saathi.help.draft', 'of Asha')
    cookieIsRavis()
    const screen = await showApp({ path: '/learninghub' })
    await expect.element(screen.getByRole('button', { name: 'Ravi Das, account menu' })).toBeVisible()
    expect(localStorage.getItem('saathi.help.draft')).toBeNull()
    expect(localStorage.getItem('saathi.signedIn')).toBe('2')
    await expect.poll(() => cachedKeys(1)).toEqual([])
    expect(await storedEntries()).toEqual([])
  })
})

describe('a person who signs in', () => {
  beforeEach(async () => {
    answer(signInCall, signedInReply)
    answer(getProfile, asha)
    await signIn({ email: asha.email, password: 'x' })
    localStorage.setItem('saathi.help.draft', 'of Asha')
  })

  test('[ACC-31] after someone else finds none of their data in the browser', async () => {
    answer(signInCall, ravisReply)
    answer(getProfile, ravi)
    await signIn(credentials)
    expect(localStorage.getItem('saathi.help.draft')).toBeNull()
    expect(localStorage.getItem('saathi.signedIn')).toBe('2')
    expect(queryClient.getQueryData(profileQuery.queryKey)?.firstName).toBe('Ravi')
  })

  test('again keeps their own data', async () => {
    await signIn({ email: asha.email, password: 'x' })
    expect(localStorage.getItem('saathi.help.draft')).toBe('of Asha')
  })
})

describe('a sign-out the server has not received', () => {
  const isPending = () => localStorage.getItem('saathi.leaving') !== null
  const goOnline = () => window.dispatchEvent(new Event('online'))

  async function signOutOffline() {
    const screen = await showAsha('/moreinfo/faq')
    answer(signOutCall, 'network')
    await signOut()
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    return screen
  }

  test('[ACC-31] is sent again once when the connection is back', async () => {
    await signOutOffline()
    expect(isPending()).toBe(true)
    const { inputs } = answer(signOutCall, {})
    goOnline()
    await expect.poll(isPending).toBe(false)
    goOnline()
    expect(inputs).toHaveLength(1)
  })

  test('[ACC-31] is sent again at the next start, before any renewal', async () => {
    await (await signOutOffline()).unmount()
    const order: string[] = []
    answer(signOutCall, () => {
      order.push('sign out')
      return {}
    })
    answer(refresh, () => {
      order.push('refresh')
      return signedInReply
    })
    const screen = await showApp({ path: '/moreinfo/faq' })
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect.poll(isPending).toBe(false)
    expect(order).toEqual(['sign out'])
  })

  test('[ACC-31] is not sent after someone has signed in', async () => {
    await signOutOffline()
    const { inputs } = answer(signOutCall, {})
    answer(signInCall, ravisReply)
    answer(getProfile, ravi)
    await signIn(credentials)
    goOnline()
    expect(isPending()).toBe(false)
    expect(inputs).toEqual([])
    expect(sessionNow()).toBe('signedIn')
  })

  test('[ACC-31] is aborted when someone signs in, because its reply would delete their cookie', async () => {
    await showAsha('/moreinfo/faq')
    answer(signOutCall, 'hang')
    const left = signOut()
    await expect.poll(sessionNow).toBe('signedOut')
    answer(signInCall, ravisReply)
    answer(getProfile, ravi)
    await signIn(credentials)
    await left
    // Aborted by the app, not timed out.
    expect(connectionNow()).toBe('online')
    expect(sessionNow()).toBe('signedIn')
    expect(isPending()).toBe(false)
  })
})
