import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { listenForPush, OPEN_MESSAGE, ownLink, type PushScope, readPush, type PushNotificationOptions } from './push.ts'

type Listener = (event: never) => void
type OpenPage = { focused: boolean; answers: boolean }

/** A fake worker scope that records what was done. */
function startWorker(pages: readonly OpenPage[] = []) {
  const listeners = new Map<string, Listener>()
  const shown: { title: string; options: PushNotificationOptions }[] = []
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
  const dispatch = (type: string, event: object): Promise<unknown> => {
    let work: Promise<unknown> = Promise.resolve()
    const listener: unknown = listeners.get(type)
    if (typeof listener === 'function') listener({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
    return work
  }
  return {
    shown,
    done,
    push: (text: string | null) => dispatch('push', { data: text === null ? null : { text: () => text } }),
    press: (link: string) => dispatch('notificationclick', { notification: { data: { link }, close: () => done.push('close') } }),
  }
}

const message = {
  title: 'New messages for you',
  text: 'Someone has written to you.',
  link: '/chat/messenger?channel=7',
  tag: 'chat 7',
}

describe('a push', () => {
  test('[PLT-02] is shown with its text, link and tag', async () => {
    const worker = startWorker([{ focused: false, answers: true }])
    await worker.push(JSON.stringify(message))
    expect(worker.shown).toMatchObject([
      { title: message.title, options: { body: message.text, tag: 'chat 7', silent: false, data: { link: message.link } } },
    ])
  })

  test('[PLT-02] makes a sound even if it replaces an older one', async () => {
    const worker = startWorker([{ focused: false, answers: true }])
    await worker.push(JSON.stringify(message))
    await worker.push(JSON.stringify({ ...message, tag: '' }))
    // Browsers reject renotify without a tag.
    expect(worker.shown.map(({ options }) => [options.tag, options.renotify])).toEqual([
      ['chat 7', true],
      ['', false],
    ])
  })

  test('is closed at once if the app is in view', async () => {
    const worker = startWorker([{ focused: true, answers: true }])
    await worker.push(JSON.stringify(message))
    expect(worker.shown).toEqual([])
  })

  test.each([null, '', 'no json', '"text"', 'null', '{}', '{"title":1}', '{"title":"x","link":{}}'])(
    'is ignored if it is not in our format: %s',
    async (text) => {
      const worker = startWorker()
      await worker.push(text)
      expect(worker.shown).toEqual([])
    },
  )
})

describe('a click on a notification', () => {
  test('[PLT-02] opens the link in an open page and focuses it', async () => {
    const worker = startWorker([
      { focused: false, answers: true },
      { focused: true, answers: true },
    ])
    await worker.press('/profile')
    expect(worker.done).toEqual(['close', `ask 1 ${JSON.stringify({ type: OPEN_MESSAGE, link: '/profile' })}`, 'focus 1'])
  })

  test.each([
    ['no page is open', []],
    ['the page does not reply', [{ focused: true, answers: false }]],
  ])('opens a new page if %s', async (_where, pages) => {
    const worker = startWorker(pages)
    await worker.press('/profile')
    expect(worker.done.at(-1)).toBe('open /profile')
  })

  test('opens a new page before the click expires if the page does not reply', async () => {
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

test('missing fields of a push get defaults', () => {
  expect(readPush('{"title":"Hello"}')).toEqual({ title: 'Hello', text: '', link: '/', tag: '' })
})
