// What the service worker does when something comes for a device that may have no page of ours open. It stands alone: nothing
// of the product is loaded for it.

type Shown = { title: string; text: string; link: string; tag: string }

/** Of one open page of ours. */
type PageWindow = {
  url: string
  focused: boolean
  focus: () => Promise<unknown>
  postMessage: (message: unknown, transfer: Transferable[]) => void
}
/** The language's own types leave out what only some browsers do. */
export type ShownOptions = NotificationOptions & { renotify: boolean }
type ShownNotification = { data: unknown; close: () => void }
/** Waits for what was begun before the browser puts the worker to sleep. */
type Lasting = { waitUntil: (work: Promise<unknown>) => void }
type PushCame = Lasting & { data: { text: () => string } | null }
type NotificationPressed = Lasting & { notification: ShownNotification }

/** As much of a service worker's own scope as is needed here. */
export type PushScope = {
  location: { origin: string }
  registration: {
    showNotification: (title: string, options: ShownOptions) => Promise<void>
    getNotifications: (filter: { tag: string }) => Promise<readonly ShownNotification[]>
  }
  clients: {
    matchAll: (filter: { type: 'window'; includeUncontrolled: true }) => Promise<readonly PageWindow[]>
    openWindow: (url: string) => Promise<unknown>
  }
  addEventListener: {
    (type: 'push', listener: (event: PushCame) => void): void
    (type: 'notificationclick', listener: (event: NotificationPressed) => void): void
  }
}

export const OPEN_MESSAGE = 'saathi.open'
/** A press is fresh for a moment only, and without it no window may be opened. */
const ANSWER_WITHIN_MS = 300
const picture = '/icons/icon-192.png'

export function listenForPush(scope: PushScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(showPush(scope, event.data?.text() ?? '')))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openLink(scope, linkOf(event.notification.data)))
  })
}

/** Null for what we did not write. */
export function readPush(text: string): Shown | null {
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

/** A page of ours, whatever was sent: a notice must never lead elsewhere. */
export function ownLink(origin: string, link: string): string {
  const url = URL.parse(link, origin)
  return url?.origin === origin ? `${url.pathname}${url.search}${url.hash}` : '/'
}

async function showPush(scope: PushScope, text: string): Promise<void> {
  const push = readPush(text)
  if (!push) return
  const { title, text: body, link, tag } = push
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isLookedAt = windows.some(({ focused }) => focused)
  await scope.registration.showNotification(title, {
    body,
    tag,
    icon: picture,
    badge: picture,
    silent: isLookedAt,
    // Else whatever takes the place of an older one would come without a sound. A browser refuses it without a tag.
    renotify: !isLookedAt && tag !== '',
    data: { link: ownLink(scope.location.origin, link) },
  })
  if (!isLookedAt) return
  // Whoever looks at Saathi has seen it there. Shown and taken away, because some browsers end what shows nothing.
  for (const shown of await scope.registration.getNotifications({ tag })) shown.close()
}

const linkOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'link' in data && typeof data.link === 'string' ? data.link : '/'

/** In the page that is open, which goes there by itself and keeps what was typed in it; else in a new one. */
async function openLink(scope: PushScope, link: string): Promise<void> {
  const own = ownLink(scope.location.origin, link)
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = windows.find(({ focused }) => focused) ?? windows[0]
  if (page && (await askToOpen(page, own))) await page.focus()
  else await scope.clients.openWindow(own)
}

/** False where nobody answers, as on a page that is not in yet. */
function askToOpen(page: PageWindow, link: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS)
    port1.addEventListener('message', () => {
      clearTimeout(timer)
      resolve(true)
    })
    port1.start()
    page.postMessage({ type: OPEN_MESSAGE, link }, [port2])
  })
}
