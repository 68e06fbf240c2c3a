import { getProfile } from '@saathi/contract/accounts/calls'
import { accountExists } from '@saathi/contract/accounts/code-calls'
import type { Profile } from '@saathi/contract/accounts/entities'
import { getSystemStatus, signIn, signOut } from '@saathi/contract/accounts/identity-calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { answer, makeProfile, refuse, showApp, signedInReply } from '../../../test/harness.tsx'
import { queryClient } from '../query-client.ts'
import { readToasts, showToast } from '../ui/toast-store.ts'

const faq = '/moreinfo/faq'
const waiting = (path: string) => `/signin?${new URLSearchParams({ redirectUri: path })}`
const closedHeading = { name: 'We are mending a few things' }

const close = () => answer(getProfile, refuse('core.maintenance', 503))
const status = (underMaintenance: boolean) => answer(getSystemStatus, { underMaintenance, google: null })

function withFlags(flags: Partial<Profile['status']['experiences']>): Profile {
  const profile = makeProfile()
  return { ...profile, status: { ...profile.status, experiences: { ...profile.status.experiences, ...flags } } }
}

async function liveLine(): Promise<FakeSocket> {
  await expect.poll(() => FakeSocket.made.length).toBeGreaterThan(0)
  const line = FakeSocket.made.at(-1)
  if (!line) throw new Error('No line was opened.')
  line.open()
  line.say({ type: 'core.ready' })
  return line
}

async function showInside(profile = makeProfile(), path = faq) {
  const screen = await showApp({ path, profile })
  await expect.element(screen.getByRole('banner')).toBeVisible()
  return { screen, line: await liveLine() }
}

/** Every heading that was ever on the page, however short. */
function watchHeadings(): Set<string> {
  const seen = new Set<string>()
  const look = () => document.querySelectorAll('h1, h2').forEach(({ textContent }) => seen.add(textContent ?? ''))
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  stopWatching = () => observer.disconnect()
  return seen
}
let stopWatching = () => {}

beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  stopWatching()
  vi.useRealTimers()
})

describe('when the product closes', () => {
  test('[ACC-28] everyone is led to its screen at once, and back to where they were when it opens, without a reload', async () => {
    const { screen, line } = await showInside()
    close()
    status(true)
    line.say({ type: 'accounts.maintenance_changed', underMaintenance: true })
    await expect.poll(() => screen.pathNow()).toBe(waiting(faq))
    await expect.element(screen.getByRole('heading', closedHeading)).toBeVisible()
    answer(getProfile, makeProfile())
    status(false)
    line.say({ type: 'accounts.maintenance_changed', underMaintenance: false })
    await expect.poll(() => screen.pathNow()).toBe(faq)
    await expect.element(screen.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
    expect(sessionStorage.getItem('saathi.redirectUri')).toBeNull()
  })

  test('[ACC-28] those the server goes on answering stay where they are', async () => {
    const { screen, line } = await showInside()
    status(true)
    const { inputs } = answer(getProfile, makeProfile())
    line.say({ type: 'accounts.maintenance_changed', underMaintenance: true })
    await expect.poll(() => inputs.length).toBe(1)
    await screen.router.navigate({ href: '/internship' })
    expect(screen.pathNow()).toBe('/internship')
    await expect.element(screen.getByRole('banner')).toBeVisible()
  })

  test('[ACC-28] whoever has no live line learns it from the first refused call, and sees no failed page before', async () => {
    const { screen } = await showInside()
    const seen = watchHeadings()
    close()
    status(true)
    for (const call of [listSessions, listMySessions]) answer(call, refuse('core.maintenance', 503))
    await screen.router.navigate({ href: '/learninghub' })
    await expect.element(screen.getByRole('heading', closedHeading)).toBeVisible()
    expect(screen.pathNow()).toBe(waiting('/learninghub'))
    expect([...seen].filter((words) => /could not|wrong/.test(words))).toEqual([])
  })

  test('[ACC-28] a page opened while it is closed leads to its screen', async () => {
    const screen = await showApp({ path: '/privacypolicy', profile: makeProfile() })
    close()
    status(true)
    const line = await liveLine()
    line.say({ type: 'accounts.maintenance_changed', underMaintenance: true })
    await screen.router.navigate({ href: '/internship' })
    await expect.poll(() => screen.pathNow()).toBe(waiting('/internship'))
    await expect.element(screen.getByRole('heading', closedHeading)).toBeVisible()
  })

  test.each(['/privacypolicy', '/termsofservice', '/codeofconduct'])('[ACC-27] nobody is led away from %s', async (path) => {
    const screen = await showApp({ path, profile: makeProfile() })
    const { inputs } = close()
    const line = await liveLine()
    line.say({ type: 'accounts.maintenance_changed', underMaintenance: true })
    await screen.router.invalidate()
    expect(screen.pathNow()).toBe(path)
    expect(inputs).toEqual([])
  })

  test('[ACC-28] whoever is signed out is told within half a minute that it is open again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    status(true)
    const screen = await showApp({ path: '/signin' })
    await expect.element(screen.getByRole('heading', closedHeading)).toBeVisible()
    const { inputs } = status(false)
    vi.advanceTimersByTime(29_000)
    expect(inputs).toEqual([])
    vi.advanceTimersByTime(1_000)
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })

  test('[ACC-28] while it is open nobody is asked again and again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const screen = await showApp({ path: '/signin' })
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    const { inputs } = status(false)
    vi.advanceTimersByTime(300_000)
    expect(inputs).toEqual([])
  })
})

describe('when the server changes what a person may see', () => {
  test('[NAV-03] the menu follows at once', async () => {
    const { screen, line } = await showInside(withFlags({ internship: 'off' }))
    expect(screen.getByRole('link', { name: 'Internships' }).elements()).toEqual([])
    answer(getProfile, withFlags({ internship: 'show' }))
    line.say({ type: 'accounts.profile_changed' })
    await expect.element(screen.getByRole('link', { name: 'Internships' })).toBeVisible()
    expect(screen.pathNow()).toBe(faq)
  })

  test('the guards are asked again, whoever they let in', async () => {
    const { screen, line } = await showInside(withFlags({ curriculum: 'off' }))
    let asked = 0
    const stop = screen.router.subscribe('onBeforeLoad', () => (asked += 1))
    answer(getProfile, withFlags({ curriculum: 'use' }))
    line.say({ type: 'accounts.profile_changed' })
    await expect.poll(() => asked).toBeGreaterThan(0)
    stop()
  })

  test('[ACC-30] terms that have changed are asked for at once', async () => {
    const { screen, line } = await showInside()
    answer(getProfile, makeProfile({ hasAgreedTerms: false }))
    line.say({ type: 'accounts.profile_changed' })
    await expect.element(screen.getByRole('dialog', { name: 'Terms and Privacy Policy' })).toBeVisible()
  })

  test('the page one is on follows too', async () => {
    answer(listSessions, { sessions: [] })
    answer(listMySessions, { sessions: [] })
    const { screen, line } = await showInside(withFlags({ session: 'show' }), '/learninghub')
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    const locked = screen.getByRole('heading', { level: 1 }).element().textContent
    answer(getProfile, withFlags({ session: 'use' }))
    line.say({ type: 'accounts.profile_changed' })
    await expect.poll(() => screen.getByRole('heading', { level: 1 }).elements()[0]?.textContent).not.toBe(locked)
  })
})

describe('when a sign-in ends', () => {
  test('[ACC-27] the page one was on is remembered, and the next sign-in leads there', async () => {
    const { screen, line } = await showInside()
    line.say({ type: 'accounts.sign_in_ended' })
    await expect.poll(() => screen.pathNow()).toBe(waiting(faq))
    answer(accountExists, { userExist: false })
    answer(signIn, signedInReply)
    answer(getProfile, makeProfile())
    await screen.getByRole('textbox', { name: 'E-mail' }).fill('asha@saathi.example')
    await screen.getByLabelText('Password', { exact: true }).fill('Saathi@2026')
    await screen.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect.poll(() => screen.pathNow()).toBe(faq)
  })

  test('[ACC-31] Sign Out tells the server, and leaves nothing of the person in memory or in the browser', async () => {
    const { screen } = await showInside()
    const { inputs } = answer(signOut, {})
    await screen.getByRole('button', { name: /account menu/ }).click()
    await screen.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/signin')
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect.poll(() => inputs.length).toBe(1)
    const held = queryClient.getQueryCache().getAll()
    expect(held.map(({ queryKey }) => queryKey[0]).filter((room) => room !== 'texts' && room !== 'system')).toEqual([])
    // The note that the server has to hear of it goes with its answer.
    await expect
      .poll(() =>
        [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => !/theme|language|texts/.test(key)),
      )
      .toEqual([])
  })

  test('[ACC-31] by the person themselves nothing is remembered, and the live line is closed', async () => {
    const { screen, line } = await showInside()
    new BroadcastChannel('saathi').postMessage({ type: 'signedOut' })
    await expect.poll(() => screen.pathNow()).toBe('/signin')
    expect(sessionStorage.getItem('saathi.redirectUri')).toBeNull()
    expect(line.readyState).toBe(3)
  })

  test('what was said to the person is not for the next', async () => {
    const { screen, line } = await showInside()
    showToast({ text: 'Bookmark saved' })
    await expect.element(screen.getByText('Bookmark saved')).toBeVisible()
    line.say({ type: 'accounts.sign_in_ended' })
    await expect.poll(() => screen.pathNow()).toBe(waiting(faq))
    expect(readToasts()).toEqual([])
  })
})

test('[ACC-26] a link on which the pointer only rests does not use the remembered page up', async () => {
  const screen = await showApp({ path: '/nowhere', profile: makeProfile() })
  sessionStorage.setItem('saathi.redirectUri', '/internship')
  const home = screen.getByRole('link', { name: 'Go to the first page' })
  await home.hover()
  await home.click()
  await expect.poll(() => screen.pathNow()).toBe('/internship')
})
