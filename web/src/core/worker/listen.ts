import { answerFile, answerPage, answerPicture } from './answer.ts'
import type { Build } from './build.ts'
import { cacheShell } from './cache-shell.ts'
import { TAKE_OVER_MESSAGE, VERSION_MESSAGE } from './messages.ts'
import { treatmentOf } from './rules.ts'
import type { WorkerScope } from './scope.ts'
import { recordOldPages, cleanUp } from './clean-up.ts'

export function listenForRequests(scope: WorkerScope, build: Build): void {
  scope.addEventListener('install', (event) => event.waitUntil(cacheShell(scope, build)))

  scope.addEventListener('activate', (event) => event.waitUntil(takeOver(scope, build)))

  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const waitUntil = (work: Promise<unknown>) => event.waitUntil(work)
    switch (treatmentOf(request, scope.location.origin)) {
      case 'page':
        event.respondWith(answerPage(scope, build.version, request))
        return waitUntil(cleanUp(scope, build).catch(() => null))
      case 'file':
        return event.respondWith(answerFile(scope, request, waitUntil))
      case 'picture':
        return event.respondWith(answerPicture(scope, request, waitUntil))
      case 'leave':
    }
  })

  scope.addEventListener('message', (event) => {
    const { data, ports } = event
    const type: unknown = typeof data === 'object' && data !== null && 'type' in data ? data.type : null
    if (type === VERSION_MESSAGE) ports[0]?.postMessage(build.version)
    if (type === TAKE_OVER_MESSAGE) event.waitUntil(scope.skipWaiting())
  })
}

/** Claims pages opened before the worker, so that their requests are cached too. */
async function takeOver(scope: WorkerScope, build: Build): Promise<void> {
  await recordOldPages(scope, build).catch(() => null)
  await cleanUp(scope, build).catch(() => null)
  await scope.clients.claim()
}
