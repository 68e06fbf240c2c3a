import { TAKE_OVER_MESSAGE, VERSION_MESSAGE } from './worker/messages.ts'

/** Browsers look for a new worker whenever a page is loaded; one that stays open for days has to ask. */
const LOOK_AGAIN_MS = 60 * 60_000
const ANSWER_WITHIN_MS = 3_000

/** Null where nothing was built, as in development. */
const ownVersion = (): string | null => document.querySelector<HTMLMetaElement>('meta[name="saathi-version"]')?.content ?? null

/**
 * Says when this page is older than what is ready here; null when that is no longer so. A worker that came with this very page
 * needs no word: it takes over, and nobody sees anything of it. The returned function ends it.
 */
export function followUpdates(onNewer: (worker: ServiceWorker | null) => void): () => void {
  const over = new AbortController()
  const { signal } = over
  // Over plain http there is none.
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const begin = async (from: ServiceWorkerContainer) => {
    const registration = await from.ready
    if (!signal.aborted) follow(from, registration, onNewer, signal)
  }
  if (container) void begin(container)
  return () => over.abort()
}

function follow(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  onNewer: (worker: ServiceWorker | null) => void,
  signal: AbortSignal,
): void {
  async function look(worker: ServiceWorker | null): Promise<void> {
    const version = worker && (await versionOf(worker))
    if (!version || signal.aborted) return
    const isOwn = version === ownVersion()
    if (worker === container.controller) onNewer(isOwn ? null : worker)
    if (worker !== registration.waiting) return
    if (isOwn) worker.postMessage({ type: TAKE_OVER_MESSAGE })
    // The one that comes after it may be this page's own.
    else if (!registration.installing) onNewer(worker)
  }

  /** This page may have come from the server since, and be newer than what waits; then the browser finds one that is its own. */
  async function lookAtWaiting(): Promise<void> {
    if (registration.waiting && !registration.installing) await registration.update().catch(() => null)
    await look(registration.waiting)
  }

  function awaitInstalled(worker: ServiceWorker | null): void {
    const handleState = () => {
      if (worker?.state === 'installed') void look(worker)
      // It has failed: what waited before it is the newest after all.
      if (worker?.state === 'redundant') void look(registration.waiting)
    }
    worker?.addEventListener('statechange', handleState, { signal })
  }

  let lookedAt = Date.now()
  function handleSeen(): void {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_AGAIN_MS) return
    lookedAt = Date.now()
    void registration.update().catch(() => null)
  }

  registration.addEventListener('updatefound', () => awaitInstalled(registration.installing), { signal })
  // Another tab has loaded the new one: it is in charge here as well, and nobody waits any more.
  container.addEventListener('controllerchange', () => void look(container.controller), { signal })
  document.addEventListener('visibilitychange', handleSeen, { signal })
  awaitInstalled(registration.installing)
  void lookAtWaiting()
}

/** Null where nobody answers. */
function versionOf(worker: ServiceWorker): Promise<string | null> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ANSWER_WITHIN_MS)
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer)
      resolve(typeof data === 'string' ? data : null)
    })
    port1.start()
    worker.postMessage({ type: VERSION_MESSAGE }, [port2])
  })
}

/** In charge before the page comes anew, so that it comes from the new one also where there is no connection. */
export async function putInCharge(worker: ServiceWorker): Promise<void> {
  if (worker.state !== 'installed') return
  const isDone = new Promise<void>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    setTimeout(resolve, ANSWER_WITHIN_MS)
  })
  worker.postMessage({ type: TAKE_OVER_MESSAGE })
  await isDone
}
