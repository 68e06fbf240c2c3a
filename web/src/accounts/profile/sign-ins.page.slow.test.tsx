import { endEverySignIn, endSignIn, listSignIns } from '@saathi/contract/accounts/identity-calls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { sessionNow } from '#core/session.ts'
import { registerUnsent } from '#core/unsaved.ts'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import { laptop, phone, showProfile } from './page.fake.ts'

async function showSignIns() {
  const screen = await showProfile()
  const card = screen.getByRole('region', { name: 'Where you are signed in' })
  const out = card.getByRole('button', { name: /^Sign out Firefox on Android/ })
  await expect.element(out).toBeVisible()
  return { screen, card, out }
}

test('every sign-in is listed, this device first and marked, with times in India', async () => {
  const { card } = await showSignIns()
  const rows = card
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^Chrome on LinuxThis device.*In use now/)
  expect(rows[1]).toMatch(/^Firefox on Android.*Last used 13 Nov, 7:30 pm · signed in 2 Nov, 11:30 am/)
  expect(rows[1]).not.toContain('This device')
  expect(card.getByRole('button', { name: /^Sign out Chrome/ }).elements()).toEqual([])
})

test('ending one sign-in ends only that one, and the focus stays in the list', async () => {
  const { inputs } = answer(endSignIn, {})
  const { screen, card, out } = await showSignIns()
  await out.click()
  await expect.element(out).not.toBeInTheDocument()
  await expect.element(screen.getByText('Firefox on Android is signed out.')).toBeVisible()
  expect(inputs).toEqual([{ params: { sessionId: phone.id } }])
  expect(card.getByRole('listitem').elements()).toHaveLength(1)
  await expect.element(card.getByRole('list')).toHaveFocus()
  expect(sessionNow()).toBe('signedIn')
})

test('a sign-in that had already ended is removed from the list', async () => {
  answer(endSignIn, refuse('accounts.session_not_found', 404))
  const { out } = await showSignIns()
  await out.click()
  await expect.element(out).not.toBeInTheDocument()
})

test('a sign-in that could not be ended stays, with the reason', async () => {
  answer(endSignIn, 'network')
  const { card, out } = await showSignIns()
  await out.click()
  await expect
    .element(card.getByRole('alert'))
    .toHaveTextContent(
      'Firefox on Android could not be signed out: We could not reach Saathi. Check your connection and try again.',
    )
  await expect.element(out).toBeVisible()
})

describe('signing out everywhere', () => {
  async function openDialog() {
    const { screen, card } = await showSignIns()
    await card.getByRole('button', { name: 'Sign out everywhere' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Sign out everywhere?' })
    await expect.element(dialog).toBeVisible()
    return { screen, dialog, yes: dialog.getByRole('button', { name: 'Sign out everywhere' }) }
  }

  test('[ACC-31] asks first, and does nothing if cancelled', async () => {
    const { inputs } = answer(endEverySignIn, {})
    const { screen, dialog } = await openDialog()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(inputs).toEqual([])
    expect(screen.pathNow()).toBe('/profile')
  })

  test('[ACC-31] ends it on the server, here, in the cache and in every other tab', async () => {
    const { inputs } = answer(endEverySignIn, {})
    const { screen, yes } = await openDialog()
    const received: unknown[] = []
    new BroadcastChannel('saathi').addEventListener('message', ({ data }) => received.push(data))
    await expect.poll(() => FakeSocket.instances.length).toBe(1)
    await yes.click()
    await expect.poll(() => screen.pathNow()).toBe('/signin')
    expect(inputs).toHaveLength(1)
    expect(sessionNow()).toBe('signedOut')
    expect(Object.keys(localStorage).filter((key) => !/theme|language|texts/.test(key))).toEqual([])
    await expect.poll(() => received).toEqual([{ type: 'signedOut' }])
    await expect.poll(() => FakeSocket.instances[0]?.readyState).toBe(3)
  })

  test('[ACC-31] does not store the page for the next person, even if the live event arrives first', async () => {
    answer(endEverySignIn, async () => {
      FakeSocket.instances[0]?.say({ type: 'accounts.sign_in_ended' })
      await expect.poll(() => sessionNow()).toBe('signedOut')
      return {}
    })
    const { screen, yes } = await openDialog()
    await expect.poll(() => FakeSocket.instances.length).toBe(1)
    await yes.click()
    await expect.poll(() => screen.pathNow()).toBe('/signin')
    expect(sessionStorage.getItem('saathi.redirectUri')).toBeNull()
  })

  test('[ACC-31] changes nothing if the server cannot be reached, and shows an error', async () => {
    answer(endEverySignIn, 'network')
    const { screen, dialog, yes } = await openDialog()
    await yes.click()
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('We could not reach Saathi. Check your connection and try again.')
    expect(sessionNow()).toBe('signedIn')
    expect(screen.pathNow()).toBe('/profile')
  })

  test('warns about unsaved changes', async () => {
    const screen = await showProfile()
    await screen.getByLabelText('First name').fill('Aasha')
    await screen.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect
      .element(screen.getByRole('dialog').getByText('Your changes on this page are not saved yet and would be lost.'))
      .toBeVisible()
  })

  test('warns about unsent data of a domain, and only then', async () => {
    let isWaiting = true
    onTestFinished(registerUnsent(() => isWaiting))
    const { screen, dialog } = await openDialog()
    await expect.element(dialog.getByText(/^Unsent messages, answers or steps wait/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    isWaiting = false
    await screen.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect.element(dialog).toBeVisible()
    expect(dialog.getByText(/^Unsent messages/).elements()).toEqual([])
  })
})

test.each([
  [0, 'We could not reach Saathi. Check your connection and try again.'],
  [403, 'This part of Saathi is not open to you.'],
  [404, 'We could not find that. It may have been removed.'],
  [500, 'Something went wrong on our side. Please try again in a little while.'],
])('[NAV-11] sign-ins that cannot be loaded (%i) show an error and can be retried', async (status, words) => {
  const screen = await showProfile({
    answerBefore: () => {
      const code = ({ 403: 'core.forbidden', 404: 'core.not_found' } as const)[status] ?? 'core.broken'
      answer(listSignIns, status === 0 ? 'network' : refuse(code, status))
    },
  })
  const card = screen.getByRole('region', { name: 'Where you are signed in' })
  await expect.element(card.getByRole('alert').getByText(words)).toBeVisible()
  answer(listSignIns, { sessions: [laptop] })
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect.element(card.getByText('Chrome on Linux')).toBeVisible()
})
