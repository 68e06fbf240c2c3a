import { getProfile } from '@saathi/contract/accounts/calls'
import { accountExists } from '@saathi/contract/accounts/code-calls'
import type { Profile } from '@saathi/contract/accounts/entities'
import { getSystemStatus, signIn, signOut } from '@saathi/contract/accounts/identity-calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, makeProfile, refuse, showApp, signedInReply } from '../../test/harness.tsx'
import { queryClient } from '#core/query-client.ts'
import { readToasts, showToast } from '#core/ui/overlay/toast-store.ts'

const faq = '/moreinfo/faq'
const signInPath = (path: string) => `/signin?${new URLSearchParams({ redirectUri: path })}`
const closedHeading = { name: 'We are fixing a few things' }

const close = () => answer(getProfile, refuse('core.maintenance', 503))
const status = (underMaintenance: boolean) => answer(getSystemStatus, { underMaintenance, google: null })

function withFlags(flags: Partial<Profile['status']['experiences']>): Profile {
  const profile = makeProfile()
  return { ...profile, status: { ...profile.status, experiences: { ...profile.status.experiences, ...flags } } }
}

async function liveSocket(): Promise<FakeSocket> {
  await expect.poll(() => FakeSocket.instances.length).toBeGreaterThan(0)
  const socket = FakeSocket.instances.at(-1)
  if (!socket) throw new Error('No socket was opened.')
  socket.open()
  socket.say({ type: 'core.ready' })
  return socket
}

async function showInside(profile = makeProfile(), path = faq) {
  const screen = await showApp({ path, profile })
  await expect.element(screen.getByRole('banner')).toBeVisible()
  return { screen, socket: await liveSocket() }
}

/** Collects every heading that ever appears, however briefly. */
function watchHeadings(): Set<string> {
  const seen = new Set<string>()
  const collect = () => document.querySelectorAll('h1, h2').forEach(({ textContent }) => seen.add(textContent ?? ''))
  const observer = new MutationObserver(collect)
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

describe('when maintenance starts', () => {
  test('[ACC-28] the maintenance screen appears at once, and the previous page returns afterwards without a reload', async () => {
    const { screen, socket } = await showInside()
    close()
    status(true)
    socket.say({ type: 'accounts.maintenance_changed', underMaintenance: true })
    await expect.poll(() => screen.pathNow()).toBe(signInPath(faq))
    await expect.element(screen.getByRole('heading', closedHeading)).toBeVisible()
    answer(getProfile, makeProfile())
    status(false)
    socket.say({ type: 'accounts.maintenance_changed', underMaintenance: false })
    await expect.poll(() => screen.pathNow()).toBe(faq)
    await expect.element(screen.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
    expect(sessionStorage.getItem('saathi.redirectUri')).toBeNull()
  })

  test('[ACC-28] people who may keep working stay on their page', async () => {
    const { screen, socket } = await showInside()
    status(true)
    const { inputs } = answer(getProfile, makeProfile())
    socket.say({ type: 'accounts.maintenance_changed', underMaintenance: true })
    await expect.poll(() => inputs.length).toBe(1)
    await screen.router.navigate({ href: '/internship' })
    expect(screen.pathNow()).toBe('/internship')
    await expect.element(screen.getByRole('banner')).toBeVisible()
  })

  test('[ACC-28] without a live socket the first refused call shows the screen, with no error page before it', async () => {
    const { screen } = await showInside()
    const seen = watchHeadings()
    close()
    status(true)
    for (const call of [listSessions, listMySessions]) answer(call, refuse('core.maintenance', 503))
    await screen.router.navigate({ href: '/learninghub' })
    await expect.element(screen.getByRole('heading', closedHeading)).toBeVisible()
    expect(screen.pathNow()).toBe(signInPath('/learninghub'))
    expect([...seen].filter((words) => /could not|wrong/.test(words))).toEqual([])
  })

  test('[ACC-28] a page opened during maintenance shows its screen', async () => {
    const screen = await showApp({ path: '/privacypolicy', profile: makeProfile() })
    close()
    status(true)
    const socket = await liveSocket()
    socket.say({ type: 'accounts.maintenance_changed', underMaintenance: true })
    await screen.router.navigate({ href: '/internship' })
    await expect.poll(() => screen.pathNow()).toBe(signInPath('/internship'))
    await expect.element(screen.getByRole('heading', closedHeading)).toBeVisible()
  })

  test.each(['/privacypolicy', '/termsofservice', '/codeofconduct'])('[ACC-27] nobody is redirected from %s', async (path) => {
    const screen = await showApp({ path, profile: makeProfile() })
    const { inputs } = close()
    const socket = await liveSocket()
    socket.say({ type: 'accounts.maintenance_changed', underMaintenance: true })
    await screen.router.invalidate()
    expect(screen.pathNow()).toBe(path)
    expect(inputs).toEqual([])
  })

  test('[ACC-28] a signed-out visitor sees the end of it within half a minute', async () => {
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

  test('[ACC-28] the status is not polled without maintenance', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const screen = await showApp({ path: '/signin' })
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    const { inputs } = status(false)
    vi.advanceTimersByTime(300_000)
    expect(inputs).toEqual([])
  })
})

describe('when the server changes what a person may see', () => {
  test('[NAV-03] the menu changes at once', async () => {
    const { screen, socket } = await showInside(withFlags({ internship: 'off' }))
    expect(screen.getByRole('link', { name: 'Internships' }).elements()).toEqual([])
    answer(getProfile, withFlags({ internship: 'show' }))
    socket.say({ type: 'accounts.profile_changed' })
    await expect.element(screen.getByRole('link', { name: 'Internships' })).toBeVisible()
    expect(screen.pathNow()).toBe(faq)
  })

  test('the guards run again', async () => {
    const { screen, socket } = await showInside(withFlags({ curriculum: 'off' }))
    let loads = 0
    const stop = screen.router.subscribe('onBeforeLoad', () => (loads += 1))
    answer(getProfile, withFlags({ curriculum: 'use' }))
    socket.say({ type: 'accounts.profile_changed' })
    await expect.poll(() => loads).toBeGreaterThan(0)
    stop()
  })

  test('[ACC-30] changed terms are shown at once', async () => {
    const { screen, socket } = await showInside()
    answer(getProfile, makeProfile({ hasAgreedTerms: false }))
    socket.say({ type: 'accounts.profile_changed' })
    await expect.element(screen.getByRole('dialog', { name: 'Terms and Privacy Policy' })).toBeVisible()
  })

  test('the open page changes too', async () => {
    answer(listSessions, { sessions: [] })
    answer(listMySessions, { sessions: [] })
    const { screen, socket } = await showInside(withFlags({ session: 'show' }), '/learninghub')
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    const locked = screen.getByRole('heading', { level: 1 }).element().textContent
    answer(getProfile, withFlags({ session: 'use' }))
    socket.say({ type: 'accounts.profile_changed' })
    await expect.poll(() => screen.getByRole('heading', { level: 1 }).elements()[0]?.textContent).not.toBe(locked)
  })
})

describe('when a session ends', () => {
  test('[ACC-27] the open page is stored, and the next sign-in opens it', async () => {
    const { screen, socket } = await showInside()
    socket.say({ type: 'accounts.sign_in_ended' })
    await expect.poll(() => screen.pathNow()).toBe(signInPath(faq))
    answer(accountExists, { userExist: false })
    answer(signIn, signedInReply)
    answer(getProfile, makeProfile())
    await screen.getByRole('textbox', { name: 'E-mail' }).fill('asha@saathi.example')
    await screen.getByLabelText('Password', { exact: true }).fill('Saathi@2026')
    await screen.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect.poll(() => screen.pathNow()).toBe(faq)
  })

  test('[ACC-31] Sign Out calls the server and clears the personal data from memory and storage', async () => {
    const { screen } = await showInside()
    const { inputs } = answer(signOut, {})
    await screen.getByRole('button', { name: /account menu/ }).click()
    await screen.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/signin')
    await expect.element(screen.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect.poll(() => inputs.length).toBe(1)
    const cached = queryClient.getQueryCache().getAll()
    expect(cached.map(({ queryKey }) => queryKey[0]).filter((domain) => domain !== 'texts' && domain !== 'system')).toEqual([])
    // The pending sign-out is removed after the reply.
    await expect
      .poll(() =>
        [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => !/theme|language|texts/.test(key)),
      )
      .toEqual([])
  })

  test('[ACC-31] by signing out, no redirect target is stored and the live socket is closed', async () => {
    const { screen, socket } = await showInside()
    new BroadcastChannel('saathi').postMessage({ type: 'signedOut' })
    await expect.poll(() => screen.pathNow()).toBe('/signin')
    expect(sessionStorage.getItem('saathi.redirectUri')).toBeNull()
    expect(socket.readyState).toBe(3)
  })

  test("the person's toasts are removed", async () => {
    const { screen, socket } = await showInside()
    showToast({ text: 'Bookmark saved' })
    await expect.element(screen.getByText('Bookmark saved')).toBeVisible()
    socket.say({ type: 'accounts.sign_in_ended' })
    await expect.poll(() => screen.pathNow()).toBe(signInPath(faq))
    expect(readToasts()).toEqual([])
  })
})

test('[ACC-26] hovering over a link does not use up the stored redirect target', async () => {
  const screen = await showApp({ path: '/nowhere', profile: makeProfile() })
  sessionStorage.setItem('saathi.redirectUri', '/internship')
  const home = screen.getByRole('link', { name: 'Go to the home page' })
  await home.hover()
  await home.click()
  await expect.poll(() => screen.pathNow()).toBe('/internship')
})
