import { removeStored, readStored, writeStored } from '#core/storage.ts'
import { personNow } from '#core/token.ts'

/** `blocked`: the person has told the browser not to ask any more. */
export type DeviceState = 'unsupported' | 'blocked' | 'off' | 'on'

/** Who has switched it on here. Signing out forgets it, and whoever comes next has switched on nothing. */
const key = 'saathi.device'
const READY_WITHIN_MS = 10_000

export const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
const isOurs = (): boolean => personNow() !== null && readStored(key) === String(personNow())
const subscriptionNow = async () =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null

export async function readDevice(): Promise<DeviceState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && isOurs() && (await subscriptionNow()) ? 'on' : 'off'
}

/** What the server needs to know of this browser; null where the person would rather not. Asks them, so only on their wish. */
export async function subscribe(fetchKey: () => Promise<string>): Promise<string | null> {
  // Before anything else: some browsers ask only while the press is fresh.
  if ((await Notification.requestPermission()) !== 'granted') return null
  const publicKey = await fetchKey()
  const { pushManager } = await readyWorker()
  const known = await pushManager.getSubscription()
  // One that was made for another key, or by whoever was here before, would take nothing of ours.
  if (known && !(isOurs() && isMadeFor(known, publicKey))) await known.unsubscribe()
  if (!isOurs()) await closeShown()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  writeStored(key, String(personNow()))
  return JSON.stringify(subscription)
}

export async function unsubscribe(): Promise<void> {
  removeStored(key)
  if (!isSupported()) return
  await closeShown()
  await (await subscriptionNow())?.unsubscribe()
}

/** Whether somebody else has switched it on since: then what stands here is theirs to end. */
export const isOthers = (personId: number | null): boolean => ![null, String(personId)].includes(readStored(key))

/** What lies on the screen is for who was told, and not for whoever takes the device next. */
async function closeShown(): Promise<void> {
  const shown = (await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? []
  for (const notification of shown) notification.close()
}

/** What stands, for the server to know again; null where nothing does. What somebody else has left here is ended. */
export async function readSubscription(fetchKey: () => Promise<string>): Promise<string | null> {
  const subscription = await subscriptionNow()
  if (!isOurs()) {
    await closeShown()
    await subscription?.unsubscribe()
    return null
  }
  if (!subscription) return null
  return isMadeFor(subscription, await fetchKey()) ? JSON.stringify(subscription) : subscribe(fetchKey)
}

function isMadeFor({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey
}

/** Where none was ever begun it would be waited for without end. */
function readyWorker(): Promise<ServiceWorkerRegistration> {
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The worker of this page did not come.')), READY_WITHIN_MS)
  })
  return Promise.race([navigator.serviceWorker.ready, tooLate])
}
