import { forgetDevice, getPushKey, registerDevice } from '@saathi/contract/notices/calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearPersonalData } from '#core/storage.ts'
import { answer, makeProfile, show, showApp } from '../../test/harness.tsx'
import { message } from '../chat/chat.fake.ts'
import { openRavi, playChat } from '../chat/chat-server.fake.ts'
import { answerHome, showHome } from '../mentorship/home/server.fake.ts'
import { sessionDetail } from '../learning/session/detail.fake.ts'
import { answerSession } from '../learning/session/server.fake.ts'
import { fakeBrowser, publicKey } from './device.fake.ts'
import { PushOffer } from './push-offer.tsx'

const question = 'Shall we tell you when something is waiting for you?'

beforeEach(() => {
  answer(getPushKey, { publicKey })
  answer(forgetDevice, {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const showOffer = () => show(<PushOffer />, { profile: makeProfile() })

describe('[PLT-02] after a first success', () => {
  const showFeedback = (sessionStatus: 'COMPLETED' | 'ONGOING') => {
    fakeBrowser()
    answerSession(sessionDetail({ sessionStatus }))
    return showApp({ profile: makeProfile(), path: '/session/step/sessionfeedback/?session=3' })
  }

  test('notices are offered once a session is completed', async () => {
    const screen = await showFeedback('COMPLETED')
    await expect.element(screen.getByRole('region', { name: question })).toBeVisible()
  })

  test('notices are not offered before', async () => {
    const screen = await showFeedback('ONGOING')
    await expect.element(screen.getByRole('heading', { name: 'How was this session?' })).toBeVisible()
    expect(screen.getByText(question).elements()).toEqual([])
  })

  test('notices are offered after a match', async () => {
    fakeBrowser()
    answerHome()
    const home = await showHome()
    await expect.element(home.getByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeVisible()
    await expect.element(home.getByRole('region', { name: question })).toBeVisible()
  })

  test('notices are offered after a sent message, not before', async () => {
    fakeBrowser()
    playChat([message(1)])
    const { screen, log, field } = await openRavi()
    await field.fill('Hello Ravi')
    expect(screen.getByText(question).elements()).toEqual([])
    await screen.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(log.getByText('Hello Ravi')).toBeVisible()
    await expect.element(screen.getByRole('region', { name: question })).toBeVisible()
  })
})

test('[PLT-02] Yes asks the browser and registers the device, and it is not offered again', async () => {
  const browser = fakeBrowser()
  const { inputs } = answer(registerDevice, {})
  const screen = await showOffer()
  expect(browser.promptCount).toBe(0)
  await screen.getByRole('button', { name: 'Yes, tell me' }).click()
  await expect.element(screen.getByText('Done. This device will tell you.')).toBeVisible()
  expect(browser.promptCount).toBe(1)
  expect(inputs.length).toBeGreaterThan(0)
  expect(screen.getByText(question).elements()).toEqual([])
})

test('[PLT-02] Not now asks nothing and is stored, even after a sign-out', async () => {
  const browser = fakeBrowser()
  const screen = await showOffer()
  await screen.getByRole('button', { name: 'Not now' }).click()
  await expect.element(screen.getByText(question)).not.toBeInTheDocument()
  expect(browser.promptCount).toBe(0)
  clearPersonalData()
  await screen.unmount()
  const again = await show(
    <>
      <h1>Here</h1>
      <PushOffer />
    </>,
    { profile: makeProfile() },
  )
  await expect.element(again.getByRole('heading', { name: 'Here' })).toBeVisible()
  expect(again.getByText(question).elements()).toEqual([])
})

test('[PLT-02] people who block it in the browser are not asked again', async () => {
  fakeBrowser({ answers: 'denied' })
  const screen = await showOffer()
  await screen.getByRole('button', { name: 'Yes, tell me' }).click()
  await expect.element(screen.getByText(question)).not.toBeInTheDocument()
  expect(screen.getByRole('alert').elements()).toEqual([])
})

test('a failure says where it can be switched on later', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const browser = fakeBrowser()
  browser.failure = new Error('push service not available')
  const screen = await showOffer()
  await screen.getByRole('button', { name: 'Yes, tell me' }).click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('That did not work. You can switch it on later in your profile.')
})
