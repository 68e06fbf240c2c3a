// Push handling of the service worker, for devices that may have no page open. It imports nothing else of the app.

type PushNotice = { title: string; text: string; link: string; tag: string }

/** An open page of the app. */
type PageWindow = {
  url: string
  focused: boolean
  focus: () => Promise<unknown>
  postMessage: (message: unknown, transfer: Transferable[]) => void
}
/** TypeScript's types lack options that only some browsers support. */
export type PushNotificationOptions = NotificationOptions & { renotify: boolean }
type OpenNotification = { data: unknown; close: () => void }
/** Keeps the worker alive until the work is done. */
type ExtendableEvent = { waitUntil: (work: Promise<unknown>) => void }
type PushEvent = ExtendableEvent & { data: { text: () => string } | null }
type NotificationClick = ExtendableEvent & { notification: OpenNotification }

/** The parts of the service worker scope used here. */
export type PushScope = {
  location: { origin: string }
  registration: {
    showNotification: (title: string, options: PushNotificationOptions) => Promise<void>
    getNotifications: (filter: { tag: string }) => Promise<readonly OpenNotification[]>
  }
  clients: {
    matchAll: (filter: { type: 'window'; includeUncontrolled: true }) => Promise<readonly PageWindow[]>
    openWindow: (url: string) => Promise<unknown>
  }
  addEventListener: {
    (type: 'push', listener: (event: PushEvent) => void): void
    (type: 'notificationclick', listener: (event: NotificationClick) => void): void
  }
}

export const OPEN_MESSAGE = 'saathi.open'
/** A window may be opened only shortly after the click. */
const REPLY_TIMEOUT_MS = 300
const picture = '/icons/icon-192.png'

export function listenForPush(scope: PushScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(showPush(scope, event.data?.text() ?? '')))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openLink(scope, linkOf(event.notification.data)))
  })
}

/** Null if it is not our format. */
export function readPush(text: string): PushNotice | null {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null) return null
    const { title, text: words, link, tag } = { title: '', text: '', link: '/', tag: '', ...read }
    const isOurs = [title, words, link, tag].every((part) => typeof part === 'string') && title !== ''
    return isOurs ? { title, text: words, link, tag } : null
  } catch {
    return null
  }
}

/** Always a path of our own origin: a notification must never lead elsewhere. */
export function ownLink(origin: string, link: string): string {
  const url = URL.parse(link, origin)
  return url?.origin === origin ? `${url.pathname}${url.search}${url.hash}` : '/'
}

async function showPush(scope: PushScope, text: string): Promise<void> {
  const push = readPush(text)
  if (!push) return
  const { title, text: body, link, tag } = push
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isFocused = windows.some(({ focused }) => focused)
  await scope.registration.showNotification(title, {
    body,
    tag,
    icon: picture,
    badge: picture,
    silent: isFocused,
    // Without renotify, a notification that replaces another would be silent. Browsers reject renotify without a tag.
    renotify: !isFocused && tag !== '',
    data: { link: ownLink(scope.location.origin, link) },
  })
  if (!isFocused) return
  // A person looking at the app has seen it there. Show and close it, because some browsers unsubscribe a worker that shows
  // nothing.
  for (const shown of await scope.registration.getNotifications({ tag })) shown.close()
}

const linkOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'link' in data && typeof data.link === 'string' ? data.link : '/'

/** Opens the link in an open page, which navigates itself and keeps typed text; otherwise in a new window. */
async function openLink(scope: PushScope, link: string): Promise<void> {
  const own = ownLink(scope.location.origin, link)
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = windows.find(({ focused }) => focused) ?? windows[0]
  if (page && (await requestOpen(page, own))) await page.focus()
  else await scope.clients.openWindow(own)
}

/** False if the page does not reply, for example before sign-in. */
function requestOpen(page: PageWindow, link: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), REPLY_TIMEOUT_MS)
    port1.addEventListener('message', () => {
      clearTimeout(timer)
      resolve(true)
    })
    port1.start()
    page.postMessage({ type: OPEN_MESSAGE, link }, [port2])
  })
}
