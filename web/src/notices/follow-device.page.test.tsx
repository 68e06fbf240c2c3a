import { signOut as signOutCall } from '@saathi/contract/accounts/identity-calls'
import { getPushKey, registerDevice } from '@saathi/contract/notices/calls'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sessionNow, signOut } from '#core/session.ts'
import { confirmBeforeSignOut } from '#core/unsaved.ts'
import { OPEN_MESSAGE } from '#core/worker/push.ts'
import { answer, makeProfile, show } from '../../test/harness.tsx'
import { followDevice } from './follow-device.ts'

/** The fake browser. */
const browser = { isSubscribed: true, opened: [] as string[] }
const subscription = {
  options: { applicationServerKey: new ArrayBuffer() },
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: {} }),
  unsubscribe: async () => {
    browser.isSubscribed = false
    return true
  },
}
const registration = {
  pushManager: { getSubscription: async () => (browser.isSubscribed ? subscription : null) },
  getNotifications: async () => [],
}
const container = Object.assign(new EventTarget(), {
  ready: Promise.resolve(registration),
  getRegistration: async () => registration,
})

beforeEach(async () => {
  // The page may follow its real device already.
  followDevice(() => {})()
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(container as unknown as ServiceWorkerContainer)
  onTestFinished(() => void vi.restoreAllMocks())
  answer(getPushKey, { publicKey: '' })
  const { inputs } = answer(registerDevice, {})
  browser.isSubscribed = true
  browser.opened = []
  localStorage.setItem('saathi.device', '1')
  await show(<p>Saathi</p>, { profile: makeProfile() })
  localStorage.setItem('saathi.device', '1')
  onTestFinished(followDevice((href) => browser.opened.push(href)))
  await expect.poll(() => inputs).toHaveLength(1)
})

/** Whether the page has replied to the worker. */
function press(link: string): boolean {
  const port = { postMessage: vi.fn() }
  container.dispatchEvent(Object.assign(new Event('message'), { data: { type: OPEN_MESSAGE, link }, ports: [port] }))
  return port.postMessage.mock.calls.length > 0
}

function beAt(path: string): void {
  const before = location.href
  history.replaceState(history.state, '', path)
  onTestFinished(() => history.replaceState(history.state, '', before))
}

describe('a notification press', () => {
  test('opens in the page', () => {
    expect(press('/learninghub')).toBe(true)
    expect(browser.opened).toEqual(['/learninghub'])
  })

  test.each(['/video/join-meeting/1?section=video', '/stage/1', '/session/step/quiz/7'])(
    'does not navigate away from %s: a new page is opened',
    (path) => {
      beAt(path)
      expect(press('/learninghub')).toBe(false)
      expect(browser.opened).toEqual([])
    },
  )

  test('does not navigate away from unsaved changes', () => {
    onTestFinished(confirmBeforeSignOut(async () => true))
    expect(press('/learninghub')).toBe(false)
    expect(browser.opened).toEqual([])
  })

  test('does nothing if the person is already in that call', () => {
    beAt('/video/join-meeting/1?section=video')
    expect(press('/video/join-meeting/1?section=video')).toBe(true)
    expect(browser.opened).toEqual([])
  })
})

describe('signing out', () => {
  test('unsubscribes the person’s own device', async () => {
    answer(signOutCall, {})
    await signOut()
    await expect.poll(() => browser.isSubscribed).toBe(false)
  })

  test('keeps a subscription that somebody else switched on in another tab', async () => {
    localStorage.setItem('saathi.signedIn', '2')
    localStorage.setItem('saathi.device', '2')
    new BroadcastChannel('saathi').postMessage({ type: 'signedIn', userId: 2 })
    await expect.poll(sessionNow).not.toBe('signedIn')
    expect(localStorage.getItem('saathi.device')).toBe('2')
    expect(browser.isSubscribed).toBe(true)
  })
})
