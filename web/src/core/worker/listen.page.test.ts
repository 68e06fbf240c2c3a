import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Build } from './build.ts'
import { FILES, pageCacheOf, PICTURES } from './scope.ts'
import { TAKE_OVER_MESSAGE, VERSION_MESSAGE } from './messages.ts'
import { clearCaches, namesIn, pageOf, startWorker } from './worker.fake.ts'

const build: Build = { version: 'first-1', shell: ['/assets/a-1.js', '/assets/a-1.css'], others: ['/assets/chat-1.js'] }
const next: Build = { version: 'second-2', shell: ['/assets/a-2.js', '/assets/a-1.css'], others: ['/assets/chat-1.js'] }

beforeEach(clearCaches)
afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  await clearCaches()
})

type Worker = ReturnType<typeof startWorker>
function serveBuild(worker: Worker, { version, shell }: Build) {
  for (const path of shell) worker.serve(path)
  worker.serve('/', pageOf(version))
}

async function installed(info = build, options?: Parameters<typeof startWorker>[1]) {
  const worker = startWorker(info, options)
  serveBuild(worker, info)
  await worker.install()
  return worker
}

describe('on install', () => {
  test('[PLT-01] the shell and its page are cached, and nothing else is fetched', async () => {
    const worker = await installed()
    expect((await namesIn(FILES)).toSorted()).toEqual(['/assets/a-1.css', '/assets/a-1.js'])
    expect(await namesIn(pageCacheOf('first-1'))).toEqual(['/'])
    expect(worker.requests.map(({ path }) => path).toSorted()).toEqual(['/', '/assets/a-1.css', '/assets/a-1.js'])
  })

  test('files unchanged since the previous build are not fetched again', async () => {
    await installed()
    const worker = await installed(next)
    expect(worker.requests.map(({ path }) => path).toSorted()).toEqual(['/', '/assets/a-2.js'])
  })

  test.each([
    ['the browser saves data', { saveData: true }],
    ['less data was chosen on this device', { search: '?light=on' }],
  ])('only files the browser already has are cached if %s', async (_why, options) => {
    const worker = startWorker(build, options)
    worker.serve('/assets/a-1.js')
    worker.serve('/', pageOf('first-1'))
    await worker.install()
    expect(worker.requests.filter(({ path }) => path !== '/').map(({ cache }) => cache)).toEqual([
      'only-if-cached',
      'only-if-cached',
    ])
    expect(await namesIn(FILES)).toEqual(['/assets/a-1.js'])
    expect(await namesIn(pageCacheOf('first-1'))).toEqual(['/'])
  })

  test("the choice on this device overrides the browser's setting", async () => {
    await installed(build, { saveData: true, search: '?light=off' })
    expect(await namesIn(FILES)).toHaveLength(2)
  })

  test.each([
    ['a file is missing', (worker: Worker) => worker.serve('/assets/a-1.js', '', 404), 'answered 404'],
    ['the server still returns the previous page', (worker: Worker) => worker.serve('/', pageOf('older')), 'another build'],
    ['the server does not answer', (worker: Worker) => worker.goOffline(), 'Failed to fetch'],
  ])('the installation fails and is retried later if %s', async (_why, spoil, message) => {
    const worker = startWorker(build)
    serveBuild(worker, build)
    spoil(worker)
    await expect(worker.install()).rejects.toThrow(message)
    expect(await namesIn(pageCacheOf('first-1'))).toEqual([])
  })
})

describe('a page', () => {
  test('comes from the server if it answers', async () => {
    const log = vi.spyOn(console, 'info')
    const worker = await installed()
    worker.serve('/learninghub', 'of the server')
    expect(await (await worker.openPage('/learninghub'))?.text()).toBe('of the server')
    expect(log).not.toHaveBeenCalled()
  })

  test('[PLT-01] comes from the cache offline, and the log says so', async () => {
    const log = vi.spyOn(console, 'info').mockReturnValue()
    const worker = await installed()
    worker.goOffline()
    expect(await (await worker.openPage('/learninghub?x=1'))?.text()).toBe(pageOf('first-1'))
    expect(log.mock.calls).toEqual([['Saathi runs in offline mode.']])
  })

  test('comes from the cache if a proxy answers for a server that is down', async () => {
    vi.spyOn(console, 'info').mockReturnValue()
    const worker = await installed()
    worker.serve('/signin', 'Bad gateway', 502)
    expect(await (await worker.openPage('/signin'))?.text()).toBe(pageOf('first-1'))
  })

  test('comes from the cache if the server takes longer than three seconds', async () => {
    vi.spyOn(console, 'info').mockReturnValue()
    const worker = await installed()
    const slow = Promise.withResolvers<Response>()
    worker.serveBy('/signin', () => slow.promise)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let isAnswered = false
    const opened = worker.openPage('/signin').finally(() => (isAnswered = true))
    await vi.advanceTimersByTimeAsync(2_999)
    expect(isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await (await opened)?.text()).toBe(pageOf('first-1'))
    slow.resolve(new Response('too late'))
  })

  test('is not replaced by the cache if the server refuses it', async () => {
    const worker = await installed()
    worker.serve('/signin', 'Too many', 429)
    expect((await worker.openPage('/signin'))?.status).toBe(429)
  })

  test('waits for the server if it is not cached', async () => {
    const worker = startWorker(build)
    worker.serve('/signin', 'Bad gateway', 502)
    expect((await worker.openPage('/signin'))?.status).toBe(502)
  })
})

describe('files and pictures', () => {
  test('a built file is fetched once and available offline', async () => {
    const worker = startWorker(build)
    worker.serve('/assets/chat-1.js', 'chat')
    await worker.request('/assets/chat-1.js')
    worker.goOffline()
    expect(await (await worker.request('/assets/chat-1.js'))?.text()).toBe('chat')
    expect(worker.requests).toHaveLength(1)
  })

  test('a missing file is not cached', async () => {
    const worker = startWorker(build)
    worker.serve('/assets/gone-1.js', 'no', 404)
    expect((await worker.request('/assets/gone-1.js'))?.status).toBe(404)
    expect(await namesIn(FILES)).toEqual([])
  })

  test('the newest 150 pictures are cached', async () => {
    const worker = startWorker(build)
    for (let at = 1; at <= 152; at += 1) {
      worker.serve(`/media/${at}`)
      await worker.request(`/media/${at}`)
    }
    const names = await namesIn(PICTURES)
    expect(names).toHaveLength(150)
    expect([names[0], names.at(-1)]).toEqual(['/media/3', '/media/152'])
  })

  test('[PLT-01] API calls, personal files and previews are left to the browser', async () => {
    const worker = await installed()
    for (const path of ['/api/v2/users/profile/', '/media/previews/1', '/dev/mail.json']) {
      worker.serve(path)
      expect(await worker.request(path)).toBeNull()
    }
    expect(await caches.keys()).toEqual([FILES, pageCacheOf('first-1')])
  })

  test('a full disk does not prevent the response', async () => {
    const worker = startWorker(build)
    worker.serve('/assets/chat-1.js', 'chat')
    vi.spyOn(Cache.prototype, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
    expect(await (await worker.request('/assets/chat-1.js'))?.text()).toBe('chat')
  })
})

describe('when a new build takes over', () => {
  test('the files of the old build are deleted once its last page is closed, and shared files stay', async () => {
    const first = await installed()
    first.open.add('old page')
    await first.activate()
    first.serve('/assets/chat-1.js')
    await first.request('/assets/chat-1.js')
    const second = await installed(next)
    second.open.add('old page')
    await second.activate()
    expect(second.done).toEqual(['claim'])
    second.serve('/learninghub')

    await second.openPage('/learninghub')
    expect(await namesIn(FILES)).toContain('/assets/a-1.js')
    expect(await caches.keys()).toContain(pageCacheOf('first-1'))

    second.open.delete('old page')
    second.open.add('new page')
    await second.openPage('/learninghub')
    expect((await namesIn(FILES)).toSorted()).toEqual(['/assets/a-1.css', '/assets/a-2.js', '/assets/chat-1.js'])
    expect(await caches.keys()).not.toContain(pageCacheOf('first-1'))
    expect(await namesIn(pageCacheOf('second-2'))).toEqual(['/'])
  })

  test('the old worker does not delete files of the waiting one', async () => {
    const first = await installed()
    first.registration.waiting = {}
    await installed(next)
    await first.activate()
    expect(await namesIn(FILES)).toContain('/assets/a-2.js')
    expect(await caches.keys()).toContain(pageCacheOf('second-2'))
  })

  test('it takes over only on request, and replies with its version', async () => {
    const worker = await installed()
    const port = { postMessage: vi.fn() }
    await worker.post({ type: VERSION_MESSAGE }, [port])
    expect(port.postMessage.mock.calls).toEqual([['first-1']])
    await worker.post('hello')
    expect(worker.done).toEqual([])
    await worker.post({ type: TAKE_OVER_MESSAGE })
    expect(worker.done).toEqual(['skipWaiting'])
  })
})
