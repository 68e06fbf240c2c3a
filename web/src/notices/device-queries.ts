import { forgetDevice, getPushKey, registerDevice } from '@saathi/contract/notices/calls'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { reportError } from '#core/errors/report-error.ts'
import { personNow } from '#core/network/token.ts'
import { removeStored, readStored, writeStored } from '#core/storage.ts'

/** `blocked`: the person has told the browser not to ask again. */
type DeviceState = 'unsupported' | 'blocked' | 'off' | 'on'

/** Id of the person who switched notices on in this browser. Signing out removes it. */
const key = 'saathi.device'
/** Set if the screen must not show what a notice says. Signing out removes it. */
const hidesKey = 'saathi.device.hides'
const READY_WITHIN_MS = 10_000

export const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
const hidesContent = (): boolean => readStored(hidesKey) !== null
const isOurs = (): boolean => personNow() !== null && readStored(key) === String(personNow())
const subscriptionNow = async () =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null

async function readDevice(): Promise<DeviceState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && isOurs() && (await subscriptionNow()) ? 'on' : 'off'
}

/**
 * Returns the subscription for the server; null if the person declines. Shows a permission prompt, so call it only on
 * request.
 */
async function subscribe(fetchKey: () => Promise<string>): Promise<string | null> {
  // Must come first: some browsers prompt only right after a click.
  if ((await Notification.requestPermission()) !== 'granted') return null
  const publicKey = await fetchKey()
  const { pushManager } = await readyWorker()
  const known = await pushManager.getSubscription()
  // A subscription for another key or another person cannot be used.
  if (known && !(isOurs() && isMadeFor(known, publicKey))) await known.unsubscribe()
  if (!isOurs()) await closeNotifications()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  writeStored(key, String(personNow()))
  return JSON.stringify(subscription)
}

export async function unsubscribe(): Promise<void> {
  removeStored(key)
  if (!isSupported()) return
  await closeNotifications()
  await (await subscriptionNow())?.unsubscribe()
}

/** Whether another person has switched notices on here in the meantime: then the subscription belongs to them. */
export const isSomebodyElses = (personId: number | null): boolean => ![null, String(personId)].includes(readStored(key))

/** Notifications on the screen must not be shown to the next person. */
async function closeNotifications(): Promise<void> {
  const shown = (await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? []
  for (const notification of shown) notification.close()
}

/** The current subscription, to register again; null if there is none. Removes one left by another person. */
async function readSubscription(fetchKey: () => Promise<string>): Promise<string | null> {
  const subscription = await subscriptionNow()
  if (!isOurs()) {
    await closeNotifications()
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

/** `ready` never resolves if no worker was registered. */
function readyWorker(): Promise<ServiceWorkerRegistration> {
  const tooLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The service worker is not ready.')), READY_WITHIN_MS)
  })
  return Promise.race([navigator.serviceWorker.ready, tooLate])
}

export const hidesContentQuery = queryOptions({
  queryKey: ['notices', 'hidesContent'],
  queryFn: hidesContent,
  networkMode: 'always',
})

/** Registers again, because the server writes what the screen shows. */
export function useHideContent() {
  const client = useQueryClient()
  const store = (isHidden: boolean) => (isHidden ? writeStored(hidesKey, '1') : removeStored(hidesKey))
  return useMutation({
    mutationKey: ['notices', 'hideContent'],
    mutationFn: async (isHidden: boolean) => {
      const before = hidesContent()
      store(isHidden)
      try {
        const registrationId = await readSubscription(fetchKey)
        if (registrationId !== null) await register(registrationId)
      } catch (error) {
        store(before)
        throw error
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: hidesContentQuery.queryKey }),
  })
}

/** State of this browser, not of the server. */
export const deviceQuery = queryOptions({ queryKey: ['notices', 'device'], queryFn: readDevice, networkMode: 'always' })

const fetchKey = async (): Promise<string> => (await send(getPushKey, {})).publicKey
const register = (registrationId: string) =>
  send(registerDevice, { body: { registrationId, type: 'web', hidesContent: hidesContent() } })

async function turnOn(): Promise<void> {
  const registrationId = await subscribe(fetchKey)
  if (registrationId !== null) await register(registrationId)
}

/** Works offline: the server is notified now, or notices when it sends the next push. */
async function turnOff(): Promise<void> {
  await unsubscribe()
  await send(forgetDevice, {}).catch(() => null)
}

export function useSwitchDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['notices', 'turnDevice'],
    networkMode: 'always',
    mutationFn: async (isOn: boolean) => {
      await (isOn ? turnOn() : turnOff())
      return isOn
    },
    onError: async (error, isOn) => {
      console.error(`Notices on this device could not be switched ${isOn ? 'on' : 'off'}.`, error)
      reportError('push', error)
      // Roll back: the server does not know about the subscription.
      if (isOn) await unsubscribe()
    },
    onSettled: () => client.invalidateQueries({ queryKey: deviceQuery.queryKey }),
  })
}

/** At each start: the server may have forgotten this browser, or changed its keys. */
export async function registerAgain(): Promise<void> {
  try {
    const registrationId = await readSubscription(fetchKey)
    if (registrationId !== null) await register(registrationId)
  } catch (error) {
    console.error('This device could not be registered for notices again.', error)
    reportError('push', error)
  }
}
