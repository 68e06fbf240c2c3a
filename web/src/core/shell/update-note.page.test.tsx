import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { confirmBeforeSignOut, registerUnsent } from '#core/unsaved.ts'
import { TAKE_OVER_MESSAGE, VERSION_MESSAGE } from '#core/worker/messages.ts'
import { watchUpdates, UpdateNote } from '#core/shell/update-note.tsx'
import { show } from '../../../test/harness.tsx'

/** A service worker that replies like ours. */
function makeWorker(version: string) {
  const received: unknown[] = []
  const worker = Object.assign(new EventTarget(), {
    state: 'installing',
    received,
    onTakeOver: () => {},
    postMessage: (message: { type: string }, [port]: readonly MessagePort[] = []) => {
      received.push(message.type)
      if (message.type === VERSION_MESSAGE) port?.postMessage(version)
      if (message.type === TAKE_OVER_MESSAGE) worker.onTakeOver()
    },
  })
  return worker
}
type Worker = ReturnType<typeof makeWorker>

/** Fakes the browser: this page and its worker are of build `one`. */
function fakeBrowser() {
  const watched = Promise.withResolvers<void>()
  const registration = Object.assign(new EventTarget(), {
    installing: null as Worker | null,
    waiting: null as Worker | null,
    update: vi.fn(async () => {}),
    /** Resolves when the page has started to listen. */
    watched: watched.promise,
  })
  const listen = registration.addEventListener.bind(registration)
  registration.addEventListener = (...args: Parameters<EventTarget['addEventListener']>) => {
    listen(...args)
    watched.resolve()
  }
  const container = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    controller: makeWorker('one'),
  })
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(container as unknown as ServiceWorkerContainer)

  function wait(worker: Worker) {
    worker.state = 'installed'
    worker.onTakeOver = () => takeOver(worker)
    Object.assign(registration, { installing: null, waiting: worker })
    worker.dispatchEvent(new Event('statechange'))
  }
  function takeOver(worker: Worker) {
    worker.state = 'activated'
    registration.waiting = null
    container.controller = worker
    container.dispatchEvent(new Event('controllerchange'))
  }
  function startInstall(worker: Worker) {
    registration.installing = worker
    registration.dispatchEvent(new Event('updatefound'))
  }
  return {
    registration,
    takeOver,
    wait,
    startInstall,
    install(worker: Worker) {
      startInstall(worker)
      wait(worker)
    },
    fail(worker: Worker) {
      worker.state = 'redundant'
      registration.installing = null
      worker.dispatchEvent(new Event('statechange'))
    },
  }
}

let browser: ReturnType<typeof fakeBrowser>
const meta = document.createElement('meta')
beforeEach(() => {
  browser = fakeBrowser()
  Object.assign(meta, { name: 'saathi-version', content: 'one' })
  document.head.append(meta)
})
afterEach(() => {
  meta.remove()
  vi.restoreAllMocks()
})

async function showNote(path = '/learninghub') {
  const load = vi.fn()
  const screen = await show(
    <>
      <UpdateNote load={load} />
      <p>The page</p>
    </>,
    { path },
  )
  await expect.element(screen.getByText('The page')).toBeVisible()
  await browser.registration.watched
  return { screen, load, note: screen.getByText('A new version of Saathi is ready.') }
}

test('[PLT-01] a new version is offered and loaded only on request', async () => {
  const { screen, load, note } = await showNote()
  const worker = makeWorker('two')
  browser.install(worker)
  await expect.element(note).toBeVisible()
  expect(worker.received).not.toContain(TAKE_OVER_MESSAGE)
  expect(load).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'Load it' }).click()
  await expect.poll(() => load.mock.calls.length).toBe(1)
  expect(worker.state).toBe('activated')
})

test('a version that was ready before the page loaded is offered too', async () => {
  browser.wait(makeWorker('two'))
  const { note } = await showNote()
  await expect.element(note).toBeVisible()
})

test("a worker of the page's own version takes over silently", async () => {
  const worker = makeWorker('one')
  browser.wait(worker)
  const { note } = await showNote()
  await expect.poll(() => worker.state).toBe('activated')
  await expect.element(note).not.toBeInTheDocument()
})

test('the offer disappears when this page turns out to be the newest', async () => {
  browser.wait(makeWorker('before'))
  const { note } = await showNote()
  await expect.element(note).toBeVisible()
  browser.install(makeWorker('one'))
  await expect.element(note).not.toBeInTheDocument()
})

/** Collects the reported updates in order. */
function listen() {
  const reported: ('newer' | 'none')[] = []
  onTestFinished(watchUpdates((worker) => reported.push(worker ? 'newer' : 'none')))
  return reported
}

test('a waiting worker is not reported while another is installing', async () => {
  const next = makeWorker('one')
  browser.wait(makeWorker('before'))
  browser.startInstall(next)
  const reported = listen()
  await browser.registration.watched
  browser.wait(next)
  await expect.poll(() => reported).toEqual(['none'])
})

test('a waiting worker is not reported before the browser has checked for a newer one', async () => {
  const next = makeWorker('one')
  browser.wait(makeWorker('before'))
  browser.registration.update.mockImplementation(async () => browser.startInstall(next))
  const reported = listen()
  await expect.poll(() => browser.registration.installing).toBe(next)
  browser.wait(next)
  await expect.poll(() => reported).toEqual(['none'])
})

test('if the newer worker fails, the waiting one is reported', async () => {
  const waiting = makeWorker('two')
  const next = makeWorker('three')
  browser.wait(waiting)
  browser.startInstall(next)
  const reported = listen()
  await expect.poll(() => waiting.received).toContain(VERSION_MESSAGE)
  // Replies come in order: the page has received its own by then.
  const { port1, port2 } = new MessageChannel()
  const isAnswered = new Promise((resolve) => port1.addEventListener('message', resolve, { once: true }))
  port1.start()
  waiting.postMessage({ type: VERSION_MESSAGE }, [port2])
  await isAnswered
  expect(reported).toEqual([])
  browser.fail(next)
  await expect.poll(() => reported).toEqual(['newer'])
})

test('Later dismisses the offer', async () => {
  browser.wait(makeWorker('two'))
  const { screen, note, load } = await showNote()
  await screen.getByRole('button', { name: 'Later' }).click()
  await expect.element(note).not.toBeInTheDocument()
  expect(load).not.toHaveBeenCalled()
})

test('the offer appears when another tab has loaded the new version', async () => {
  const { note, screen, load } = await showNote()
  browser.takeOver(makeWorker('two'))
  await expect.element(note).toBeVisible()
  await screen.getByRole('button', { name: 'Load it' }).click()
  await expect.poll(() => load.mock.calls.length).toBe(1)
})

test.each(['/session/step/quiz', '/stage', '/video/join-meeting/6f1c'])('[PLT-01] the offer is not shown on %s', async (path) => {
  const worker = makeWorker('two')
  browser.wait(worker)
  const { note } = await showNote(path)
  await expect.poll(() => worker.received).toContain(VERSION_MESSAGE)
  await expect.element(note).not.toBeInTheDocument()
})

test('the offer is hidden while a page has unsaved changes', async () => {
  browser.wait(makeWorker('two'))
  const { note } = await showNote()
  await expect.element(note).toBeVisible()
  const saved = confirmBeforeSignOut(async () => true)
  await expect.element(note).not.toBeInTheDocument()
  saved()
  await expect.element(note).toBeVisible()
})

test('unsent text needs a second press', async () => {
  browser.wait(makeWorker('two'))
  const over = registerUnsent(() => true)
  const { screen, load } = await showNote()
  await screen.getByRole('button', { name: 'Load it', exact: true }).click()
  await expect.element(screen.getByText(/Something you wrote is not sent yet/)).toBeVisible()
  expect(load).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'Load it anyway' }).click()
  await expect.poll(() => load.mock.calls.length).toBe(1)
  over()
})

test('a page hidden for an hour checks for a new version', async () => {
  await showNote()
  const { update } = browser.registration
  document.dispatchEvent(new Event('visibilitychange'))
  expect(update).not.toHaveBeenCalled()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61 * 60_000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(update).toHaveBeenCalledOnce()
})
