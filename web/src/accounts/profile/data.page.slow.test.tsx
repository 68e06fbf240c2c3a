import { exportOwnData, getProfile, leaveSaathi, stayWithSaathi } from '@saathi/contract/accounts/calls'
import { confirmIdentity, getSystemStatus, refresh } from '@saathi/contract/accounts/identity-calls'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answer, refuse, signedInReply } from '../../../test/harness.tsx'
import { asha, showProfile } from './page.fake.ts'

const exported = { exportedAt: '2026-11-14T20:15:00.000Z', parts: { accounts: { email: 'asha@saathi.example' } } }
const leavesAt = '2026-11-28T06:00:00.000Z'

afterEach(() => vi.restoreAllMocks())

/** Captures the files the browser would have downloaded. */
function catchDownloads() {
  const blobs: Blob[] = []
  const names: string[] = []
  const createUrl = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob)
    return createUrl(blob)
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return { names, content: async () => JSON.parse((await blobs[0]?.text()) ?? 'null') }
}

describe('Download my data', () => {
  test('saves one file, named by the date in India, with the whole reply', async () => {
    const downloads = catchDownloads()
    answer(exportOwnData, exported)
    const screen = await showProfile()
    await screen.getByRole('button', { name: 'Download my data' }).click()
    await expect.poll(() => downloads.names).toEqual(['saathi-my-data-2026-11-15.json'])
    expect(await downloads.content()).toEqual(exported)
    await expect.element(screen.getByText('Your data is saved as saathi-my-data-2026-11-15.json.')).toBeVisible()
  })

  test('asks for the password if the server requires it, and then continues', async () => {
    const downloads = catchDownloads()
    answer(exportOwnData, refuse('accounts.confirm_first', 403))
    const { inputs } = answer(confirmIdentity, () => {
      answer(exportOwnData, exported)
      return {}
    })
    const screen = await showProfile()
    const button = screen.getByRole('button', { name: 'Download my data' })
    await button.click()
    const dialog = screen.getByRole('dialog', { name: 'Confirm it’s you' })
    await expect.element(dialog.getByLabelText('Password', { exact: true })).toHaveFocus()
    await userEvent.keyboard('Saathi@2026{Enter}')
    await expect.poll(() => downloads.names).toHaveLength(1)
    expect(inputs).toEqual([{ body: { password: 'Saathi@2026' } }])
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
  })

  test('reports a wrong password, sends it only once, and accepts another try', async () => {
    answer(exportOwnData, refuse('accounts.confirm_first', 403))
    answer(refresh, signedInReply)
    const { inputs } = answer(confirmIdentity, refuse('accounts.wrong_password', 401))
    const screen = await showProfile()
    await screen.getByRole('button', { name: 'Download my data' }).click()
    const password = screen.getByRole('dialog').getByLabelText('Password', { exact: true })
    await password.fill('wrong')
    await userEvent.keyboard('{Enter}')
    await expect.element(password).toHaveAccessibleDescription('That password is not right. Please try again.')
    await expect.element(password).toHaveValue('wrong')
    expect(inputs).toHaveLength(1)
  })

  test.each([
    ['accounts.blocked_for_an_hour', 429, 'Too many tries. Please wait an hour, or choose a new password by e-mail.'],
    ['core.too_many', 429, 'That was a little too fast. Please wait a moment and try again.'],
  ])('shows a text for %s', async (code, status, words) => {
    answer(exportOwnData, refuse('accounts.confirm_first', 403))
    answer(confirmIdentity, refuse(code, status))
    const screen = await showProfile()
    await screen.getByRole('button', { name: 'Download my data' }).click()
    const dialog = screen.getByRole('dialog')
    await dialog.getByLabelText('Password', { exact: true }).fill('x')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(words)
  })

  test('sends nothing without a password', async () => {
    answer(exportOwnData, refuse('accounts.confirm_first', 403))
    const { inputs } = answer(confirmIdentity, {})
    const screen = await showProfile()
    await screen.getByRole('button', { name: 'Download my data' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Please enter your password.')
    expect(inputs).toEqual([])
  })

  test.each([
    [0, 'We could not reach Saathi. Check your connection and try again.'],
    [429, 'That was a little too fast. Please wait a moment and try again.'],
    [500, 'Something went wrong on our side. Please try again in a little while.'],
  ])('[NAV-11] shows a failure (%i) next to the button, which can be pressed again', async (status, words) => {
    answer(exportOwnData, status === 0 ? 'network' : refuse(status === 429 ? 'core.too_many' : 'core.broken', status))
    const screen = await showProfile()
    const card = screen.getByRole('region', { name: 'Your data' })
    await card.getByRole('button', { name: 'Download my data' }).click()
    await expect.element(card.getByRole('alert')).toHaveTextContent(words)
    await expect.element(card.getByRole('button', { name: 'Download my data' })).not.toHaveAttribute('aria-disabled')
  })
})

describe('a person who signs in with Google', () => {
  const google = {
    clientId: 'client-of-saathi',
    authorizationUrl: 'https://accounts.google.example/auth',
    redirectUri: '/google-return.html',
  }
  const gita = { ...asha, provider: 'google' as const }

  async function confirmAsGita(withGoogle = true) {
    const popup = { at: '', closed: false, close: () => {}, location: { replace: (href: string) => void (popup.at = href) } }
    const opened = vi.fn<(...args: unknown[]) => unknown>(() => popup)
    vi.stubGlobal('open', opened)
    if (withGoogle) answer(getSystemStatus, { underMaintenance: false, google })
    answer(exportOwnData, refuse('accounts.confirm_first', 403))
    const screen = await showProfile({ profile: gita })
    await screen.getByRole('button', { name: 'Download my data' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByRole('button', { name: 'Continue with Google' }).click()
    return { screen, dialog, popup, opened }
  }

  test('confirms with Google and is not asked for a password', async () => {
    const downloads = catchDownloads()
    const { inputs } = answer(confirmIdentity, () => {
      answer(exportOwnData, exported)
      return {}
    })
    const { dialog, popup } = await confirmAsGita()
    expect(dialog.getByLabelText('Password').elements()).toEqual([])
    await expect.poll(() => popup.at).not.toBe('')
    const params = new URL(popup.at).searchParams
    const state = params.get('state') ?? ''
    new BroadcastChannel(`saathi.google.${state}`).postMessage({ state, idToken: 'head.claims.seal', error: null })
    await expect.poll(() => downloads.names).toHaveLength(1)
    expect(inputs).toEqual([{ body: { idToken: 'head.claims.seal', nonce: params.get('nonce') } }])
  })

  test('gets an error for another Google account', async () => {
    answer(confirmIdentity, refuse('accounts.google_token_refused', 401))
    const { dialog, popup } = await confirmAsGita()
    await expect.poll(() => popup.at).not.toBe('')
    const state = new URL(popup.at).searchParams.get('state') ?? ''
    new BroadcastChannel(`saathi.google.${state}`).postMessage({ state, idToken: 'head.claims.seal', error: null })
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('Google couldn’t confirm it’s you. Please choose the account you sign in with.')
  })

  test('can try again after declining at Google', async () => {
    const { dialog, popup } = await confirmAsGita()
    await expect.poll(() => popup.at).not.toBe('')
    const state = new URL(popup.at).searchParams.get('state') ?? ''
    new BroadcastChannel(`saathi.google.${state}`).postMessage({ state, idToken: null, error: 'access_denied' })
    await expect.element(dialog.getByRole('alert')).toHaveTextContent("Google's window was closed. You can try again.")
  })

  test('gets an error where Google is not available', async () => {
    const { dialog, opened } = await confirmAsGita(false)
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('We can’t reach Google right now. Please try again later.')
    expect(opened).not.toHaveBeenCalled()
  })
})

describe('Delete my account', () => {
  async function openDialog() {
    const screen = await showProfile()
    await screen.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Delete your account?' })
    await expect.element(dialog).toBeVisible()
    return { screen, dialog }
  }

  test('explains the consequences, and does nothing if cancelled', async () => {
    const { inputs } = answer(leaveSaathi, { leavesAt })
    const { dialog } = await openDialog()
    await expect.element(dialog.getByText(/For 14 days nothing changes/)).toBeVisible()
    await expect.element(dialog.getByText(/deleted for good/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Keep my account' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(inputs).toEqual([])
  })

  test('shows the date after confirming with the password, with an undo button', async () => {
    answer(leaveSaathi, refuse('accounts.confirm_first', 403))
    answer(confirmIdentity, () => {
      answer(leaveSaathi, { leavesAt })
      answer(getProfile, { ...asha, leavesAt })
      return {}
    })
    const { screen, dialog } = await openDialog()
    await dialog.getByRole('button', { name: 'Delete in 14 days' }).click()
    const confirm = screen.getByRole('dialog', { name: 'Confirm it’s you' })
    await confirm.getByLabelText('Password', { exact: true }).fill('Saathi@2026')
    await confirm.getByRole('button', { name: 'Continue' }).click()
    await expect.element(screen.getByText(/Your account will be deleted on Saturday,? 28 November,? 2026\./)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Keep my account' })).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Delete my account' }).elements()).toEqual([])
  })

  test('[NAV-11] shows an error if the request fails, and keeps the account', async () => {
    answer(leaveSaathi, 'network')
    const { dialog } = await openDialog()
    await dialog.getByRole('button', { name: 'Delete in 14 days' }).click()
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('We could not reach Saathi. Check your connection and try again.')
  })

  test('can be undone', async () => {
    const { inputs } = answer(stayWithSaathi, {})
    const screen = await showProfile({ profile: { ...asha, leavesAt } })
    await screen.getByRole('button', { name: 'Keep my account' }).click()
    await expect.element(screen.getByText('Your account stays. Good to have you with us.')).toBeVisible()
    await expect.element(screen.getByText(/will be deleted on/)).not.toBeInTheDocument()
    expect(inputs).toHaveLength(1)
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    await expect.element(screen.getByRole('button', { name: 'Delete my account' })).toBeVisible()
  })

  test('[NAV-11] shows an error if undoing fails, and can be retried', async () => {
    answer(stayWithSaathi, 'network')
    const screen = await showProfile({ profile: { ...asha, leavesAt } })
    const keep = screen.getByRole('button', { name: 'Keep my account' })
    await keep.click()
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('We could not reach Saathi. Check your connection and try again.')
    answer(stayWithSaathi, {})
    await keep.click()
    await expect.element(keep).not.toBeInTheDocument()
  })
})
