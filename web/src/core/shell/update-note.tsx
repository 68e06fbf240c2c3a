import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { isBusyPage } from '#core/shell/busy-pages.ts'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { hasUnsavedChanges, hasUnsent, onUnsavedChange } from '#core/unsaved.ts'
import { TAKE_OVER_MESSAGE, VERSION_MESSAGE } from '../worker/messages.ts'
import css from './update-note.module.css'

type Stage = 'offered' | 'warned' | 'loading' | 'dismissed'

/** `load` reloads the page. This never happens automatically and is not offered on a busy page. */
export function UpdateNote({ load = () => location.reload() }: { load?: () => void }) {
  const t = useText()
  const [newWorker, setNewWorker] = useState<ServiceWorker | null>(null)
  const [stage, setStage] = useState<Stage>('offered')
  const isBusy = useLocation({ select: ({ pathname }) => isBusyPage(pathname) })
  const hasChanges = useSyncExternalStore(onUnsavedChange, hasUnsavedChanges)
  const isShown = newWorker !== null && stage !== 'dismissed' && !isBusy && !hasChanges

  useEffect(() => watchUpdates(setNewWorker), [])

  async function handleLoad() {
    if (newWorker === null) return
    // Unsent text may be lost with the page. Most of it is stored, so after one warning the person decides.
    if (stage !== 'warned' && hasUnsent()) return setStage('warned')
    setStage('loading')
    await activateWorker(newWorker)
    load()
  }

  return (
    <div role="status">
      {isShown && (
        <Note
          tone="info"
          className={css.note}
          action={
            <div className={css.actions}>
              <Button
                kind="primary"
                size="sm"
                busy={stage === 'loading'}
                busyLabel={t('shell.update.loading')}
                onClick={() => void handleLoad()}
              >
                {t(stage === 'warned' ? 'shell.update.anyway' : 'shell.update.load')}
              </Button>
              <Button kind="quiet" size="sm" onClick={() => setStage('dismissed')}>
                {t('shell.update.later')}
              </Button>
            </div>
          }
        >
          {t(stage === 'warned' ? 'shell.update.held' : 'shell.update.ready')}
        </Note>
      )}
    </div>
  )
}

/** Browsers check for a new worker on page load; a page open for days has to check itself. */
const CHECK_INTERVAL_MS = 60 * 60_000
const REPLY_TIMEOUT_MS = 3_000

/** Null without a build, as in development. */
const ownVersion = (): string | null => document.querySelector<HTMLMetaElement>('meta[name="saathi-version"]')?.content ?? null

/**
 * Reports a worker newer than this page, or null if that no longer applies. A waiting worker of the page's own version is
 * activated silently. Returns a function that stops it.
 */
export function watchUpdates(onNewer: (worker: ServiceWorker | null) => void): () => void {
  const watching = new AbortController()
  const { signal } = watching
  // Undefined over plain http.
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker
  const start = async (from: ServiceWorkerContainer) => {
    const registration = await from.ready
    if (!signal.aborted) watchRegistration(from, registration, onNewer, signal)
  }
  if (container) void start(container)
  return () => watching.abort()
}

function watchRegistration(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  onNewer: (worker: ServiceWorker | null) => void,
  signal: AbortSignal,
): void {
  async function checkWorker(worker: ServiceWorker | null): Promise<void> {
    const version = worker && (await versionOf(worker))
    if (!version || signal.aborted) return
    const isOwn = version === ownVersion()
    if (worker === container.controller) onNewer(isOwn ? null : worker)
    if (worker !== registration.waiting) return
    if (isOwn) worker.postMessage({ type: TAKE_OVER_MESSAGE })
    // The worker being installed may be this page's own.
    else if (!registration.installing) onNewer(worker)
  }

  /** The page may be newer than the waiting worker; update() then finds the worker of the page's version. */
  async function checkWaiting(): Promise<void> {
    if (registration.waiting && !registration.installing) await registration.update().catch(() => null)
    await checkWorker(registration.waiting)
  }

  function awaitInstalled(worker: ServiceWorker | null): void {
    const handleState = () => {
      if (worker?.state === 'installed') void checkWorker(worker)
      // Installation failed, so the waiting worker is the newest.
      if (worker?.state === 'redundant') void checkWorker(registration.waiting)
    }
    worker?.addEventListener('statechange', handleState, { signal })
  }

  let checkedAt = Date.now()
  function handleVisible(): void {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_INTERVAL_MS) return
    checkedAt = Date.now()
    void registration.update().catch(() => null)
  }

  registration.addEventListener('updatefound', () => awaitInstalled(registration.installing), { signal })
  // Another tab has activated the new worker; it controls this page too and none is waiting.
  container.addEventListener('controllerchange', () => void checkWorker(container.controller), { signal })
  document.addEventListener('visibilitychange', handleVisible, { signal })
  awaitInstalled(registration.installing)
  void checkWaiting()
}

/** Null if the worker does not reply. */
function versionOf(worker: ServiceWorker): Promise<string | null> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), REPLY_TIMEOUT_MS)
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer)
      resolve(typeof data === 'string' ? data : null)
    })
    port1.start()
    worker.postMessage({ type: VERSION_MESSAGE }, [port2])
  })
}

/** Activates the worker before the reload, so that the new version is served even offline. */
async function activateWorker(worker: ServiceWorker): Promise<void> {
  if (worker.state !== 'installed') return
  const isDone = new Promise<void>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    setTimeout(resolve, REPLY_TIMEOUT_MS)
  })
  worker.postMessage({ type: TAKE_OVER_MESSAGE })
  await isDone
}
