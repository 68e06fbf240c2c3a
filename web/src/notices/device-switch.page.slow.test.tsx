import { signOut as signOutCall } from '@saathi/contract/accounts/entrance-calls'
import { forgetDevice, getPushKey, listNoticeChoices, registerDevice } from '@saathi/contract/notices/calls'
import { reportClientErrors } from '@saathi/contract/core/client-errors'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reportError } from '#core/errors/report-error.ts'
import { signOut } from '#core/session.ts'
import { answer, makeProfile, refuse, show } from '../../test/harness.tsx'
import { NoticeChoices } from './choices-section.tsx'
import { fakeBrowser, keyBytes, publicKey } from './device.fake.ts'
import { registerAgain } from './device-queries.ts'

beforeEach(() => {
  answer(listNoticeChoices, { choices: [], quietHours: { isOn: true, from: '22:00', until: '07:00' } })
  answer(getPushKey, { publicKey })
  answer(forgetDevice, {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function showSwitch() {
  const screen = await show(<NoticeChoices />, { profile: makeProfile() })
  const device = screen.getByRole('switch', { name: 'Push notifications on this device' })
  await expect.element(device).toBeVisible()
  return { screen, device }
}

describe('the switch', () => {
  test('[PLT-02] asks for permission only when pressed, and registers the browser’s subscription', async () => {
    const browser = fakeBrowser()
    const { inputs } = answer(registerDevice, {})
    const { screen, device } = await showSwitch()
    await expect.element(device).not.toBeChecked()
    expect(browser.promptCount).toBe(0)
    await device.click()
    await expect.element(device).toBeChecked()
    await expect.element(screen.getByText('This device now shows notices.')).toBeInTheDocument()
    expect(browser.promptCount).toBe(1)
    const [input] = inputs
    expect(JSON.parse(input?.body.registrationId ?? '')).toMatchObject({ endpoint: 'https://push.example/1' })
  })

  test('[DAY-49] tells the server to hide what notices say on its screen', async () => {
    fakeBrowser()
    const { inputs } = answer(registerDevice, {})
    const { screen, device } = await showSwitch()
    await device.click()
    await expect.element(device).toBeChecked()
    const hide = screen.getByRole('switch', { name: 'Hide what they say on this device' })
    await expect.element(hide).not.toBeChecked()
    await hide.click()
    await expect.element(hide).toBeChecked()
    await expect.poll(() => inputs.map(({ body }) => body.hidesContent)).toEqual([false, true])
  })

  test('when switched off unsubscribes the browser and the server deletes it', async () => {
    const browser = fakeBrowser()
    answer(registerDevice, {})
    const { inputs } = answer(forgetDevice, {})
    const { device } = await showSwitch()
    await device.click()
    await expect.element(device).toBeChecked()
    await expect.poll(() => browser.subscription).not.toBeNull()
    await device.click()
    await expect.element(device).not.toBeChecked()
    await expect.poll(() => inputs).toHaveLength(1)
    expect(browser.subscription).toBeNull()
  })

  test('can be switched off offline', async () => {
    const browser = fakeBrowser()
    answer(registerDevice, {})
    answer(forgetDevice, 'network')
    const { screen, device } = await showSwitch()
    await device.click()
    await expect.element(device).toBeChecked()
    await expect.poll(() => browser.subscription).not.toBeNull()
    await device.click()
    await expect.element(device).not.toBeChecked()
    await expect.element(screen.getByText('This device no longer shows notices.')).toBeInTheDocument()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
    expect(browser.subscription).toBeNull()
  })

  test('[PLT-02] explains a blocked permission, and does not report it', async () => {
    const reported = vi.spyOn(console, 'error')
    const { inputs } = answer(reportClientErrors, {})
    fakeBrowser({ answers: 'denied' })
    const { screen, device } = await showSwitch()
    await device.click()
    await expect.element(screen.getByText(/Notices are switched off for Saathi in this browser/)).toBeVisible()
    await expect.element(device).not.toBeChecked()
    await expect.element(device).toHaveAttribute('aria-disabled', 'true')
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
    expect(reported).not.toHaveBeenCalled()
    // A reported error is sent in the same batch, so nothing else can still be pending.
    reportError('push', new Error('another'))
    await expect.poll(() => inputs.flatMap(({ body }) => body.errors.map(({ message }) => message))).toEqual(['another'])
  })

  test('stays off without an error if the prompt is dismissed', async () => {
    fakeBrowser({ answers: 'default' })
    const { screen, device } = await showSwitch()
    await device.click()
    await expect.element(device).not.toBeChecked()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  })

  test('[PLT-02] reports any other error, and the person can try again', async () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
    const browser = fakeBrowser()
    browser.failure = new Error('push service not available')
    const { inputs } = answer(reportClientErrors, {})
    answer(registerDevice, {})
    const { screen, device } = await showSwitch()
    await device.click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Notices could not be switched on here. Please try again.')
    await expect.element(device).not.toBeChecked()
    expect(reported).toHaveBeenCalledWith('Notices on this device could not be switched on.', browser.failure)
    await expect
      .poll(() => inputs.flatMap(({ body }) => body.errors))
      .toMatchObject([{ kind: 'push', name: 'Error', message: 'push service not available' }])
    browser.failure = null
    await device.click()
    await expect.element(device).toBeChecked()
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  })

  test.each([
    ['a refusal of the server', refuse('notices.registration_refused', 400)],
    ['no answer', 'network' as const],
  ])('undoes everything after %s', async (_what, reply) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const browser = fakeBrowser()
    answer(registerDevice, reply)
    const { screen, device } = await showSwitch()
    await device.click()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    await expect.poll(() => browser.subscription).toBeNull()
    await expect.element(device).not.toBeChecked()
  })

  test('explains what to do in a browser without push support', async () => {
    fakeBrowser()
    vi.stubGlobal('PushManager', undefined)
    Reflect.deleteProperty(window, 'PushManager')
    const { screen, device } = await showSwitch()
    await expect.element(screen.getByText(/This browser cannot show notices/)).toBeVisible()
    await expect.element(device).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('at the next start', () => {
  async function turnOn() {
    const browser = fakeBrowser()
    const { inputs } = answer(registerDevice, {})
    const { device } = await showSwitch()
    await device.click()
    await expect.element(device).toBeChecked()
    await expect.poll(() => inputs.length).toBeGreaterThan(0)
    return { browser, inputs }
  }

  test('an allowed browser is registered again, so that the server knows it', async () => {
    const { inputs } = await turnOn()
    const before = inputs.length
    await registerAgain()
    expect(inputs.length).toBe(before + 1)
  })

  test('a subscription for another key is replaced', async () => {
    const { browser, inputs } = await turnOn()
    browser.subscribeTo(`B${'A'.repeat(86)}`)
    await registerAgain()
    expect(JSON.parse(inputs.at(-1)?.body.registrationId ?? '')).toMatchObject({ endpoint: browser.subscription?.endpoint })
    expect(browser.subscription?.options.applicationServerKey).toEqual(keyBytes(publicKey))
  })

  test('[PLT-02] a subscription left by another person is removed and never registered', async () => {
    const browser = fakeBrowser({ permission: 'granted' })
    browser.subscribeTo(publicKey)
    browser.tray.add('chat 7')
    const { inputs } = answer(registerDevice, {})
    const { device } = await showSwitch()
    await expect.element(device).not.toBeChecked()
    await registerAgain()
    expect(inputs).toEqual([])
    expect(browser.subscription).toBeNull()
    expect([...browser.tray]).toEqual([])
  })

  test('[PLT-02] signing out also unsubscribes the browser', async () => {
    const { browser } = await turnOn()
    browser.tray.add('chat 7')
    answer(signOutCall, {})
    await signOut()
    await expect.poll(() => browser.subscription).toBeNull()
    expect([...browser.tray]).toEqual([])
  })
})
