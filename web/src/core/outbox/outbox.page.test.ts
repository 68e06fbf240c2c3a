import { getProfile } from '@saathi/contract/accounts/calls'
import { signIn as signInCall } from '@saathi/contract/accounts/identity-calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../api-error.ts'
import { reportReached, reportUnreachable } from '../connection.ts'
import { endSession, signIn } from '../session.ts'
import { hasUnsent } from '../unsaved.ts'
import { goOffline, goOnline } from '../../../test/connection.ts'
import { answer, makeProfile, signedInReply } from '../../../test/harness.tsx'
import { forbidStore } from '../offline/kept.fake.ts'
import { putEntries, readEntries, removeEntries } from '../offline/store.ts'
import { leaveWaiting, makeEntry, stillWaiting } from './entry.fake.ts'
import { isOutboxEntry } from './entry.ts'
import { defineKind } from './kind.ts'
import { entriesNow, isLoose, readOutbox, waitingNow } from './list.ts'
import { drop, flush, keep, post, throwAway, tryAgain } from './outbox.ts'
import { addSenders } from './senders.ts'

type Input = { line: string; about: string; word: string }
type Sent = { word: string; key: string }

const sent: Sent[] = []
let fail: (input: Input) => ApiError | undefined = () => undefined
const unreachable = () => new ApiError(0, { code: 'core.unreachable', message: '' })
const refusal = (code = 'learning.quiz_open', status = 409) => new ApiError(status, { code, message: '' })

const definition = {
  name: 'test.thing' as const,
  input: z.object({ line: z.string(), about: z.string(), word: z.string() }),
  lineOf: ({ line }: Input) => line,
  aboutOf: ({ about }: Input) => about,
  send: async (input: Input, key: string) => {
    const error = fail(input)
    if (error) throw error
    sent.push({ word: input.word, key })
    return `reply to ${input.word}`
  },
  reasonOf: (code: string) => (code === 'learning.quiz_open' ? ('outbox.why.quiz' as const) : undefined),
  isTied: (code: string) => code === 'learning.quiz_open',
}
const thing = defineKind(definition)
/** As answers with a film among them. */
const film = defineKind({ ...definition, name: 'test.film', isLarge: () => true })

let heldSending: Promise<ApiError | undefined> = Promise.resolve(undefined)
let tellAsked = () => {}
const slow = defineKind({
  ...definition,
  name: 'test.slow',
  send: async ({ word }: Input, key: string) => {
    tellAsked()
    const error = await heldSending
    if (error) throw error
    sent.push({ word, key })
    return word
  },
})
const slowEntry = (word: string) => makeEntry({ kind: 'test.slow', line: 'one', about: word, input: input(word) })
/** Until it is answered, with an error or none. */
function holdSlow() {
  const { promise, resolve: answerWith } = Promise.withResolvers<ApiError | undefined>()
  const { promise: isAsked, resolve } = Promise.withResolvers<void>()
  heldSending = promise
  tellAsked = resolve
  return { isAsked, answerWith }
}
addSenders('test', async () => [thing, film, slow])
addSenders('lost', () => Promise.reject(new Error('Failed to fetch')))

const label = { text: 'outbox.step', values: { title: 'Breathe' } } as const
const input = (word: string, line = 'one', about = word): Input => ({ line, about, word })
const postThing = (word: string, line?: string, about?: string) => post(thing, input(word, line, about), { label })
const words = () => sent.map(({ word }) => word)
const waitingWords = () => entriesNow().map((entry) => thing.read(entry)?.word)
const left = (word: string, line = 'one') => makeEntry({ kind: 'test.thing', line, about: word, input: input(word, line) })

async function comeIn(userId = 1) {
  answer(getProfile, makeProfile({ id: userId }))
  answer(signInCall, { ...signedInReply, userId })
  await signIn({ email: 'asha@saathi.example', password: 'x' })
}

beforeEach(async () => {
  sent.length = 0
  fail = () => undefined
  await comeIn()
})
afterEach(goOnline)

test('[PLT-01] what is done is sent at once, and nothing of it stays', async () => {
  expect(await postThing('a')).toEqual({ isSent: true, reply: 'reply to a' })
  expect(words()).toEqual(['a'])
  expect(entriesNow()).toEqual([])
  await expect.poll(stillWaiting).toEqual([])
})

test('[PLT-01] without a connection it waits in the browser, and goes in its order, once, when that is back', async () => {
  goOffline()
  expect(await postThing('a')).toEqual({ isSent: false })
  expect(await postThing('b')).toEqual({ isSent: false })
  await keep(thing, input('c', 'two'), { label, id: '11111111-1111-4111-8111-111111111111' })
  expect(words()).toEqual([])
  expect(waitingWords()).toEqual(['a', 'b', 'c'])
  expect(waitingNow()).toHaveLength(3)
  expect((await stillWaiting()).map((entry) => thing.read(entry)?.word)).toEqual(['a', 'b', 'c'])
  goOnline()
  await expect.poll(words).toEqual(['a', 'b', 'c'])
  await expect.poll(stillWaiting).toEqual([])
  await flush()
  expect(words()).toEqual(['a', 'b', 'c'])
  expect(sent[2]?.key).toBe('11111111-1111-4111-8111-111111111111')
})

test('[PLT-01] however often it is tried, it goes under the one key', async () => {
  const keys: string[] = []
  fail = () => unreachable()
  await keep(thing, input('a'), { label })
  keys.push(entriesNow()[0]?.id ?? '')
  await flush()
  await flush()
  fail = () => undefined
  await flush()
  expect(sent).toEqual([{ word: 'a', key: keys[0] }])
})

test('[PLT-01] what an earlier visit has left is sent, in the order in which it was done', async () => {
  await leaveWaiting(left('a'), left('b', 'two'), left('c'))
  await flush()
  expect(words()).toEqual(['a', 'b', 'c'])
  expect(await stillWaiting()).toEqual([])
})

test('a server in trouble with one thing holds back what comes after it, and nothing else', async () => {
  await leaveWaiting(left('a'), left('b'), left('c', 'two'))
  fail = ({ word }) => (word === 'a' ? refusal('core.broken', 500) : undefined)
  await flush()
  expect(words()).toEqual(['c'])
  expect(waitingWords()).toEqual(['a', 'b'])
  fail = () => undefined
  await flush()
  expect(words()).toEqual(['c', 'a', 'b'])
})

test.each([0, 401, 429, 503])('where nobody answers, or lets anyone in, the rest is not tried: %i', async (status) => {
  await leaveWaiting(left('a'), left('b', 'two'))
  const tried: string[] = []
  fail = ({ word }) => (tried.push(word), new ApiError(status, { code: 'core.broken', message: '' }))
  await flush()
  expect(tried).toEqual(['a'])
  expect(waitingWords()).toEqual(['a', 'b'])
})

test('[PLT-01] what the server refuses stays, with the reason, and holds nothing else back', async () => {
  await leaveWaiting(left('a', 'x'), left('b', 'y'))
  fail = ({ word }) => (word === 'a' ? refusal() : undefined)
  await flush()
  expect(words()).toEqual(['b'])
  expect(await stillWaiting()).toMatchObject([{ about: 'a', refusal: { code: 'learning.quiz_open', text: 'outbox.why.quiz' } }])
  await flush()
  expect(await stillWaiting()).toHaveLength(1)
})

test('[PLT-01] something refused can be tried again, or thrown away', async () => {
  await leaveWaiting(left('a'), left('b', 'two'))
  fail = () => refusal('core.forbidden', 403)
  await flush()
  expect(entriesNow().map(({ refusal: why }) => why?.text)).toEqual(['error.forbidden', 'error.forbidden'])
  fail = () => undefined
  const [first, second] = entriesNow()
  if (!first || !second) throw new Error('Nothing waits.')
  await tryAgain(first)
  expect(words()).toEqual(['a'])
  await throwAway(second)
  expect(await stillWaiting()).toEqual([])
  await flush()
  expect(words()).toEqual(['a'])
})

test('a refusal of the first try is the caller’s, and leaves nothing behind', async () => {
  fail = () => refusal()
  await expect(postThing('a')).rejects.toMatchObject({ code: 'learning.quiz_open' })
  expect(entriesNow()).toEqual([])
  await expect.poll(stillWaiting).toEqual([])
})

test('a server in trouble lets the first try wait', async () => {
  fail = () => refusal('core.broken', 500)
  expect(await postThing('a')).toEqual({ isSent: false })
  expect(waitingNow()).toHaveLength(1)
})

test('what was refused for want of something earlier is tried again when that has gone', async () => {
  await leaveWaiting(left('quiz'), left('step'))
  let isQuizTaken = false
  fail = ({ word }) => {
    if (word === 'quiz') return isQuizTaken ? undefined : refusal('core.bad_input', 400)
    return isQuizTaken ? undefined : refusal()
  }
  await flush()
  expect(entriesNow().map(({ refusal: why }) => why?.code)).toEqual(['core.bad_input', 'learning.quiz_open'])
  isQuizTaken = true
  const [quiz] = entriesNow()
  if (quiz) await tryAgain(quiz)
  await expect.poll(words).toEqual(['quiz', 'step'])
  await expect.poll(stillWaiting).toEqual([])
})

test('a newer thing about the same takes the place of the older, under a key of its own', async () => {
  goOffline()
  await keep(thing, input('old', 'one', 'same'), { label })
  await keep(thing, input('after'), { label })
  const before = entriesNow()[0]
  await keep(thing, input('new', 'one', 'same'), { label })
  expect(waitingWords()).toEqual(['new', 'after'])
  expect(entriesNow()[0]?.id).not.toBe(before?.id)
  await drop(thing, input('whatever', 'one', 'same'))
  expect(waitingWords()).toEqual(['after'])
})

test('[PLT-01] while another tab sends, this one waits, and does not send the same again', async () => {
  const { promise: isDone, resolve: endOther } = Promise.withResolvers<void>()
  const { promise: isTaken, resolve: take } = Promise.withResolvers<void>()
  void navigator.locks.request('saathi.outbox', async () => {
    take()
    await isDone
  })
  await isTaken
  const posting = postThing('a')
  await expect.poll(async () => (await stillWaiting()).length).toBe(1)
  expect(words()).toEqual([])
  await removeEntries(
    'outbox',
    1,
    (await stillWaiting()).map(({ key }) => key),
  )
  endOther()
  expect(await posting).toEqual({ isSent: true, reply: undefined })
  expect(words()).toEqual([])
})

test('what another tab has added is seen here', async () => {
  await readOutbox()
  await leaveWaiting(left('a'))
  const other = new BroadcastChannel('saathi.outbox')
  other.postMessage('changed')
  await expect.poll(waitingWords).toEqual(['a'])
  other.close()
})

test('[PLT-01] it is asked about before a sign-out, which ends it; the next person sees nothing of it', async () => {
  expect(hasUnsent()).toBe(false)
  goOffline()
  await postThing('a')
  expect(hasUnsent()).toBe(true)
  await endSession('signOut')
  expect(hasUnsent()).toBe(false)
  expect(entriesNow()).toEqual([])
  await comeIn(2)
  goOnline()
  await flush()
  expect(words()).toEqual([])
  await endSession('signOut')
  await comeIn(1)
  await flush()
  expect(words()).toEqual([])
})

test('something that cannot be read any more is told, and not lost', async () => {
  await leaveWaiting(makeEntry({ kind: 'test.thing', input: { other: 1 } }))
  await flush()
  expect(entriesNow()).toMatchObject([{ refusal: { text: 'outbox.why.outdated' } }])
})

test('something whose script does not come waits', async () => {
  await leaveWaiting(makeEntry({ kind: 'lost.thing' }))
  await flush()
  expect(entriesNow()).toMatchObject([{ kind: 'lost.thing' }])
  expect(entriesNow()[0]?.refusal).toBeUndefined()
})

test.each(['nobody.thing', 'test.other'])(
  'something that this build does not know is told, and can be left: %s',
  async (kind) => {
    await leaveWaiting(makeEntry({ kind }))
    await flush()
    expect(entriesNow()).toMatchObject([{ refusal: { text: 'outbox.why.outdated' } }])
  },
)

test('[PLT-01] where the browser keeps nothing it waits in this page, which knows that it is lost with it', async () => {
  await forbidStore()
  goOffline()
  await postThing('a')
  await expect.poll(() => entriesNow().map(isLoose)).toEqual([true])
  expect(hasUnsent()).toBe(true)
  goOnline()
  await expect.poll(words).toEqual(['a'])
  expect(entriesNow()).toEqual([])
})

/** What is tried, in its order, while nobody answers to these. */
function triesWithout(...silent: string[]): string[] {
  const tried: string[] = []
  fail = ({ word }) => {
    tried.push(word)
    return silent.includes(word) ? unreachable() : undefined
  }
  return tried
}

const leftFilm = (word: string, line = 'films') => makeEntry({ kind: 'test.film', line, about: word, input: input(word, line) })

describe('what is too large for a slow line', () => {
  function passTime(ms: number) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  }
  afterEach(() => {
    vi.useRealTimers()
  })

  test('[PLT-01] holds back only its own line, and is tried ever more seldom', async () => {
    await leaveWaiting(leftFilm('film'), left('after', 'films'), left('a'))
    const tried = triesWithout('film')
    await flush()
    expect(tried).toEqual(['film', 'a'])
    await flush()
    expect(tried).toHaveLength(2)
    passTime(31_000)
    await flush()
    expect(tried).toEqual(['film', 'a', 'film'])
    passTime(31_000)
    await flush()
    expect(tried).toHaveLength(3)
    passTime(31_000)
    triesWithout()
    await flush()
    expect(words()).toEqual(['a', 'film', 'after'])
  })

  test('goes at once where the connection is new, or somebody asks for it', async () => {
    await leaveWaiting(leftFilm('film'))
    const tried = triesWithout('film')
    await flush()
    const [entry] = entriesNow()
    if (entry) await tryAgain(entry)
    expect(tried).toEqual(['film', 'film'])
    goOffline()
    goOnline()
    await expect.poll(() => tried.length).toBe(3)
  })

  test('lets what stands behind it go when it is thrown away', async () => {
    await leaveWaiting(leftFilm('film'), left('after', 'films'))
    triesWithout('film')
    await flush()
    const [entry] = entriesNow()
    if (entry) await throwAway(entry)
    expect(words()).toEqual(['after'])
    expect(entriesNow()).toEqual([])
  })
})

test('[PLT-01] a server that answers to others but not to us is not asked without end', async () => {
  await leaveWaiting(left('a'))
  const tried = triesWithout('a')
  await flush()
  for (let turn = 0; turn < 6; turn += 1) {
    reportUnreachable()
    reportReached()
    await flushed()
  }
  expect(tried.length).toBeLessThanOrEqual(3)
  window.dispatchEvent(new Event('online'))
  await flushed()
  expect(tried.length).toBeLessThanOrEqual(4)
  expect(tried.length).toBeGreaterThan(1)
})

/** What was begun by others than the test is over when the lock is given. */
const flushed = () => navigator.locks.request('saathi.outbox', () => null)

describe('when the server has ended the sign-in', () => {
  async function leaveUnsent() {
    goOffline()
    await postThing('a')
    await endSession('over')
    expect(entriesNow()).toEqual([])
    goOnline()
  }

  test('[PLT-01] what waits stays, and goes when the same person is back', async () => {
    await leaveUnsent()
    expect(await stillWaiting()).toHaveLength(1)
    await comeIn(1)
    await flush()
    expect(words()).toEqual(['a'])
    expect(await stillWaiting()).toEqual([])
  })

  test('[PLT-01] nobody else sees it, and it is gone when they come', async () => {
    await leaveUnsent()
    await comeIn(2)
    await flush()
    expect(words()).toEqual([])
    await expect.poll(stillWaiting).toEqual([])
  })

  test('it stays for thirty days', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
    await leaveWaiting({ ...left('old'), madeAt: daysAgo(31) }, { ...left('new'), madeAt: daysAgo(29) })
    await flush()
    expect(words()).toEqual(['new'])
    await expect.poll(stillWaiting).toEqual([])
  })
})

describe('while something is on its way', () => {
  test('its refusal does not bring back what was thrown away meanwhile', async () => {
    await leaveWaiting(slowEntry('a'))
    const { isAsked, answerWith } = holdSlow()
    const flushing = flush()
    await isAsked
    const [entry] = entriesNow()
    if (entry) void throwAway(entry)
    await expect.poll(entriesNow).toEqual([])
    answerWith(refusal())
    await flushing
    expect(entriesNow()).toEqual([])
    expect(await stillWaiting()).toEqual([])
  })

  test('[PLT-01] a newer wish about the same goes after it, and both are told', async () => {
    const { isAsked, answerWith } = holdSlow()
    const older = post(slow, input('on', 'one', 'same'), { label })
    await isAsked
    const newer = post(slow, input('off', 'one', 'same'), { label })
    answerWith(undefined)
    expect(await older).toEqual({ isSent: true, reply: 'on' })
    expect(await newer).toEqual({ isSent: true, reply: 'off' })
    expect(words()).toEqual(['on', 'off'])
    await expect.poll(stillWaiting).toEqual([])
  })

  test('[PLT-01] the other tab that sends it does not take away the newer wish', async () => {
    const older = makeEntry({ kind: 'test.thing', line: 'one', about: 'same', input: input('on', 'one', 'same') })
    await leaveWaiting(older)
    await readOutbox()
    const newer = { ...older, id: '22222222-2222-4222-8222-222222222222', input: input('off', 'one', 'same') }
    fail = ({ word }) => {
      // As another tab puts it, whose word has not come here yet.
      if (word === 'on') void putEntries('outbox', 1, [newer])
      return undefined
    }
    await flush()
    await flush()
    expect(words()).toEqual(['on', 'off'])
    expect(await readEntries('outbox', 1, isOutboxEntry)).toEqual([])
  })
})
