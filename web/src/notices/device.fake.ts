import { vi } from 'vitest'

export const publicKey = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
export const keyBytes = (key: string) =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0)).buffer

/** Fakes the browser's push API: the real one would need a push service. */
export function fakeBrowser({ permission = 'default', answers = 'granted' }: { permission?: string; answers?: string } = {}) {
  let made = 0
  const browser = {
    promptCount: 0,
    failure: null as Error | null,
    subscription: null as { endpoint: string; options: { applicationServerKey: ArrayBuffer } } | null,
  }
  const subscriptionOf = (key: string) => {
    made += 1
    const endpoint = `https://push.example/${made}`
    return {
      endpoint,
      options: { applicationServerKey: keyBytes(key) },
      toJSON: () => ({ endpoint, keys: { p256dh: 'x', auth: 'y' } }),
      unsubscribe: async () => {
        browser.subscription = null
        return true
      },
    }
  }
  const pushManager = {
    getSubscription: async () => browser.subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (browser.failure) throw browser.failure
      browser.subscription ??= subscriptionOf(applicationServerKey)
      return browser.subscription
    },
  }
  const notification = {
    permission,
    requestPermission: async () => {
      browser.promptCount += 1
      notification.permission = answers
      return answers
    },
  }
  vi.stubGlobal('Notification', notification)
  const tray = new Set<string>()
  const getNotifications = async () => [...tray].map((tag) => ({ tag, close: () => void tray.delete(tag) }))
  const registration = { pushManager, getNotifications }
  const container = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  })
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(container as unknown as ServiceWorkerContainer)
  return Object.assign(browser, { tray, subscribeTo: (key: string) => (browser.subscription = subscriptionOf(key)) })
}
