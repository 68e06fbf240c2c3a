import { answerFile, answerPage, answerPicture } from './answer.ts'
import type { Build } from './build.ts'
import { keepShell } from './keep-shell.ts'
import { TAKE_OVER_MESSAGE, VERSION_MESSAGE } from './messages.ts'
import { treatmentOf } from './rules.ts'
import type { WorkerScope } from './scope.ts'
import { noteOldPages, tidy } from './tidy.ts'

export function listenForRequests(scope: WorkerScope, build: Build): void {
  scope.addEventListener('install', (event) => event.waitUntil(keepShell(scope, build)))

  scope.addEventListener('activate', (event) => event.waitUntil(takeOver(scope, build)))

  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const later = (work: Promise<unknown>) => event.waitUntil(work)
    switch (treatmentOf(request, scope.location.origin)) {
      case 'page':
        event.respondWith(answerPage(scope, build.version, request))
        return later(tidy(scope, build).catch(() => null))
      case 'file':
        return event.respondWith(answerFile(scope, request, later))
      case 'picture':
        return event.respondWith(answerPicture(scope, request, later))
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

/** A page that was here before its worker is minded as well: what it fetches from now on is kept. */
async function takeOver(scope: WorkerScope, build: Build): Promise<void> {
  await noteOldPages(scope, build).catch(() => null)
  await tidy(scope, build).catch(() => null)
  await scope.clients.claim()
}
