import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { confirmBeforeSignOut, registerUnsent } from '#core/unsaved.ts'
import { TAKE_OVER_MESSAGE, VERSION_MESSAGE } from '#core/worker/messages.ts'
import { followUpdates } from '#core/updates.ts'
import { show } from '../../../test/harness.tsx'
import { UpdateNote } from './update-note.tsx'

/** A worker of the browser, which answers as ours does. */
function makeWorker(version: string) {
  const told: unknown[] = []
  const worker = Object.assign(new EventTarget(), {
    state: 'installing',
    told,
    onTakeOver: () => {},
    postMessage: (message: { type: string }, [port]: readonly MessagePort[] = []) => {
      told.push(message.type)
      if (message.type === VERSION_MESSAGE) port?.postMessage(version)
      if (message.type === TAKE_OVER_MESSAGE) worker.onTakeOver()
    },
  })
  return worker
}
type Worker = ReturnType<typeof makeWorker>

/** The browser's part: this page is of build `one`, and so is the worker that minds it. */
function fakeBrowser() {
  const followed = Promise.withResolvers<void>()
  const registration = Object.assign(new EventTarget(), {
    installing: null as Worker | null,
    waiting: null as Worker | null,
    update: vi.fn(async () => {}),
    /** When the page has begun to listen. */
    followed: followed.promise,
  })
  const listen = registration.addEventListener.bind(registration)
  registration.addEventListener = (...given: Parameters<EventTarget['addEventListener']>) => {
    listen(...given)
    followed.resolve()
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
  function begin(worker: Worker) {
    registration.installing = worker
    registration.dispatchEvent(new Event('updatefound'))
  }
  return {
    registration,
    takeOver,
    wait,
    begin,
    install(worker: Worker) {
      begin(worker)
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
  await browser.registration.followed
  return { screen, load, note: screen.getByText('A new version of Saathi is ready.') }
}

test('[PLT-01] a new version is offered, and loaded only when one wishes', async () => {
  const { screen, load, note } = await showNote()
  const worker = makeWorker('two')
  browser.install(worker)
  await expect.element(note).toBeVisible()
  expect(worker.told).not.toContain(TAKE_OVER_MESSAGE)
  expect(load).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'Load it' }).click()
  await expect.poll(() => load.mock.calls.length).toBe(1)
  expect(worker.state).toBe('activated')
})

test('one that was ready before the page came is offered too', async () => {
  browser.wait(makeWorker('two'))
  const { note } = await showNote()
  await expect.element(note).toBeVisible()
})

test('a worker that belongs to this very page takes over without a word', async () => {
  const worker = makeWorker('one')
  browser.wait(worker)
  const { note } = await showNote()
  await expect.poll(() => worker.state).toBe('activated')
  await expect.element(note).not.toBeInTheDocument()
})

test('it is taken back when this page turns out to be the newest', async () => {
  browser.wait(makeWorker('before'))
  const { note } = await showNote()
  await expect.element(note).toBeVisible()
  browser.install(makeWorker('one'))
  await expect.element(note).not.toBeInTheDocument()
})

/** What a page is told, in turn. */
function listen() {
  const heard: ('newer' | 'none')[] = []
  onTestFinished(followUpdates((worker) => heard.push(worker ? 'newer' : 'none')))
  return heard
}

test('nothing is said of one that waits while another comes after it', async () => {
  const next = makeWorker('one')
  browser.wait(makeWorker('before'))
  browser.begin(next)
  const heard = listen()
  await browser.registration.followed
  browser.wait(next)
  await expect.poll(() => heard).toEqual(['none'])
})

test('nor before the browser was asked whether there is another', async () => {
  const next = makeWorker('one')
  browser.wait(makeWorker('before'))
  browser.registration.update.mockImplementation(async () => browser.begin(next))
  const heard = listen()
  await expect.poll(() => browser.registration.installing).toBe(next)
  browser.wait(next)
  await expect.poll(() => heard).toEqual(['none'])
})

test('where that other one fails, the one that waits is the newest', async () => {
  const waiting = makeWorker('two')
  const next = makeWorker('three')
  browser.wait(waiting)
  browser.begin(next)
  const heard = listen()
  await expect.poll(() => waiting.told).toContain(VERSION_MESSAGE)
  // Answers come in turn: the page has had its own by then.
  const { port1, port2 } = new MessageChannel()
  const isAnswered = new Promise((resolve) => port1.addEventListener('message', resolve, { once: true }))
  port1.start()
  waiting.postMessage({ type: VERSION_MESSAGE }, [port2])
  await isAnswered
  expect(heard).toEqual([])
  browser.fail(next)
  await expect.poll(() => heard).toEqual(['newer'])
})

test('whoever would rather not is left alone', async () => {
  browser.wait(makeWorker('two'))
  const { screen, note, load } = await showNote()
  await screen.getByRole('button', { name: 'Later' }).click()
  await expect.element(note).not.toBeInTheDocument()
  expect(load).not.toHaveBeenCalled()
})

test('where another tab has loaded it, this one is told', async () => {
  const { note, screen, load } = await showNote()
  browser.takeOver(makeWorker('two'))
  await expect.element(note).toBeVisible()
  await screen.getByRole('button', { name: 'Load it' }).click()
  await expect.poll(() => load.mock.calls.length).toBe(1)
})

test.each(['/session/step/quiz', '/stage', '/video/join-meeting/6f1c'])(
  '[PLT-01] on %s it waits until one is done',
  async (path) => {
    const worker = makeWorker('two')
    browser.wait(worker)
    const { note } = await showNote(path)
    await expect.poll(() => worker.told).toContain(VERSION_MESSAGE)
    await expect.element(note).not.toBeInTheDocument()
  },
)

test('it waits while a page has changes that are not saved', async () => {
  browser.wait(makeWorker('two'))
  const { note } = await showNote()
  await expect.element(note).toBeVisible()
  const saved = confirmBeforeSignOut(async () => true)
  await expect.element(note).not.toBeInTheDocument()
  saved()
  await expect.element(note).toBeVisible()
})

test('what is not sent yet is not thrown away for it without a question', async () => {
  browser.wait(makeWorker('two'))
  const over = registerUnsent(() => true)
  const { screen, load } = await showNote()
  await screen.getByRole('button', { name: 'Load it', exact: true }).click()
  await expect.element(screen.getByText(/Something you wrote is not sent yet/)).toBeVisible()
  expect(load).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'Load it all the same' }).click()
  await expect.poll(() => load.mock.calls.length).toBe(1)
  over()
})

test('a page that was away for an hour asks whether there is a new one', async () => {
  await showNote()
  const { update } = browser.registration
  document.dispatchEvent(new Event('visibilitychange'))
  expect(update).not.toHaveBeenCalled()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61 * 60_000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(update).toHaveBeenCalledOnce()
})
