import type { Build } from './build.ts'
import { listenForRequests } from './listen.ts'
import type { WorkerScope } from './scope.ts'

type Listener = (event: never) => void
type Answer = () => Response | Promise<Response>

export const pageOf = (version: string) => `<!doctype html><meta name="saathi-version" content="${version}" />`
const textAnswer = (body: string, status = 200) => new Response(body, { status })

/**
 * A service worker without a browser: the real rules and caches with a fake network. Requests without an answer fail, as offline.
 */
export function startWorker(build: Build, { search = '', saveData = false }: { search?: string; saveData?: boolean } = {}) {
  const listeners = new Map<string, Listener>()
  const network = new Map<string, Answer>()
  const requests: { path: string; cache: string | undefined }[] = []
  const open = new Set<string>()
  const done: string[] = []
  const registration: WorkerScope['registration'] = { installing: null, waiting: null }
  const scope: WorkerScope = {
    location: { origin: location.origin, search },
    caches,
    navigator: { connection: { saveData } },
    registration,
    fetch: async (request, init) => {
      const { pathname } = new URL(typeof request === 'string' ? request : request.url, location.origin)
      requests.push({ path: pathname, cache: init?.cache })
      const found = network.get(pathname)
      if (!found) throw new TypeError('Failed to fetch')
      return found()
    },
    clients: { matchAll: async () => [...open].map((id) => ({ id })), claim: async () => void done.push('claim') },
    skipWaiting: async () => void done.push('skipWaiting'),
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
  }
  listenForRequests(scope, build)

  /** Resolves when all started work has ended. */
  async function dispatch(type: string, event: object): Promise<Response | null> {
    const works: Promise<unknown>[] = []
    const answers: Promise<Response>[] = []
    const listener: unknown = listeners.get(type)
    if (typeof listener === 'function')
      listener({
        ...event,
        waitUntil: (work: Promise<unknown>) => void works.push(work),
        respondWith: (answer: Promise<Response>) => void answers.push(answer),
      })
    const response = await answers[0]
    await Promise.all(works)
    return response ?? null
  }

  return {
    requests,
    open,
    done,
    registration,
    serve: (path: string, body = path, status?: number) => void network.set(path, () => textAnswer(body, status)),
    serveBy: (path: string, answer: Answer) => void network.set(path, answer),
    goOffline: () => network.clear(),
    install: () => dispatch('install', {}),
    activate: () => dispatch('activate', {}),
    request: (path: string) => dispatch('fetch', { request: new Request(path) }),
    openPage: (path: string) => dispatch('fetch', { request: navigationTo(path) }),
    post: (data: unknown, ports: readonly unknown[] = []) => dispatch('message', { data, ports }),
  }
}

/** Scripts cannot create a request with mode 'navigate'. */
function navigationTo(path: string): Request {
  const request = new Request(path)
  Object.defineProperty(request, 'mode', { value: 'navigate' })
  return request
}

export async function namesIn(cacheName: string): Promise<string[]> {
  const cache = await caches.open(cacheName)
  return (await cache.keys()).map(({ url }) => new URL(url).pathname)
}

export async function clearCaches(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
}
