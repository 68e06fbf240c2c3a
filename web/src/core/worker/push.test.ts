import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { listenForPush, OPEN_MESSAGE, ownLink, type PushScope, readPush, type ShownOptions } from './push.ts'

type Listener = (event: never) => void
type OpenPage = { focused: boolean; answers: boolean }

/** A worker's scope with nothing of the browser in it, which says what was done. */
function startWorker(pages: readonly OpenPage[] = []) {
  const listeners = new Map<string, Listener>()
  const shown: { title: string; options: ShownOptions }[] = []
  const done: string[] = []
  const scope: PushScope = {
    location: { origin: 'https://saathi.example' },
    registration: {
      showNotification: async (title, options) => void shown.push({ title, options }),
      getNotifications: async ({ tag }) =>
        shown
          .filter(({ options }) => options.tag === tag)
          .map((each) => ({ data: each.options.data, close: () => void shown.splice(shown.indexOf(each), 1) })),
    },
    clients: {
      matchAll: async () =>
        pages.map(({ focused, answers }, at) => ({
          url: 'https://saathi.example/learninghub',
          focused,
          focus: async () => void done.push(`focus ${at}`),
          postMessage: (message, [port]) => {
            done.push(`ask ${at} ${JSON.stringify(message)}`)
            if (answers && port instanceof MessagePort) port.postMessage('opened')
          },
        })),
      openWindow: async (url) => void done.push(`open ${url}`),
    },
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
  }
  listenForPush(scope)
  const lasting = (type: string, event: object): Promise<unknown> => {
    let work: Promise<unknown> = Promise.resolve()
    const listener: unknown = listeners.get(type)
    if (typeof listener === 'function') listener({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) })
    return work
  }
  return {
    shown,
    done,
    push: (text: string | null) => lasting('push', { data: text === null ? null : { text: () => text } }),
    press: (link: string) => lasting('notificationclick', { notification: { data: { link }, close: () => done.push('close') } }),
  }
}

const message = {
  title: 'New messages for you',
  text: 'Someone has written to you.',
  link: '/chat/messenger?channel=7',
  tag: 'chat 7',
}

describe('what comes', () => {
  test('[PLT-02] is shown with its words, its place and its tag', async () => {
    const worker = startWorker([{ focused: false, answers: true }])
    await worker.push(JSON.stringify(message))
    expect(worker.shown).toMatchObject([
      { title: message.title, options: { body: message.text, tag: 'chat 7', silent: false, data: { link: message.link } } },
    ])
  })

  test('[PLT-02] is heard also where it takes the place of an older one', async () => {
    const worker = startWorker([{ focused: false, answers: true }])
    await worker.push(JSON.stringify(message))
    await worker.push(JSON.stringify({ ...message, tag: '' }))
    // A browser refuses to show what asks for it without a tag.
    expect(worker.shown.map(({ options }) => [options.tag, options.renotify])).toEqual([
      ['chat 7', true],
      ['', false],
    ])
  })

  test('does not stay on the screen of who looks at Saathi', async () => {
    const worker = startWorker([{ focused: true, answers: true }])
    await worker.push(JSON.stringify(message))
    expect(worker.shown).toEqual([])
  })

  test.each([null, '', 'no json', '"text"', 'null', '{}', '{"title":1}', '{"title":"x","link":{}}'])(
    'is passed over when it is not ours: %s',
    async (text) => {
      const worker = startWorker()
      await worker.push(text)
      expect(worker.shown).toEqual([])
    },
  )
})

describe('pressed', () => {
  test('[PLT-02] it opens in the page that is there, which is brought to the front', async () => {
    const worker = startWorker([
      { focused: false, answers: true },
      { focused: true, answers: true },
    ])
    await worker.press('/profile')
    expect(worker.done).toEqual(['close', `ask 1 ${JSON.stringify({ type: OPEN_MESSAGE, link: '/profile' })}`, 'focus 1'])
  })

  test.each([
    ['without a page', []],
    ['where the page does not answer', [{ focused: true, answers: false }]],
  ])('%s a new one is opened', async (_where, pages) => {
    const worker = startWorker(pages)
    await worker.press('/profile')
    expect(worker.done.at(-1)).toBe('open /profile')
  })

  test('a page that does not answer is not waited for until the browser takes the press for an old one', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const worker = startWorker([{ focused: true, answers: false }])
    void worker.press('/profile')
    await vi.advanceTimersByTimeAsync(350)
    expect(worker.done.at(-1)).toBe('open /profile')
  })
})

test.each([
  ['/chat/messenger?channel=7#x', '/chat/messenger?channel=7#x'],
  ['https://saathi.example/profile', '/profile'],
  ['https://evil.test/', '/'],
  ['//evil.test/', '/'],
  ['/\\evil.test/', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
])('a link to %j leads to %s', (link, own) => {
  expect(ownLink('https://saathi.example', link)).toBe(own)
})

test('a message is read with what it leaves out', () => {
  expect(readPush('{"title":"Hello"}')).toEqual({ title: 'Hello', text: '', link: '/', tag: '' })
})
