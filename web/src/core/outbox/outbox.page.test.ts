import { getProfile } from '@saathi/contract/accounts/calls'
import { signIn as signInCall } from '@saathi/contract/accounts/identity-calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '../api-error.ts'
import { reportReachable, reportUnreachable } from '../connection.ts'
import { endSession, signIn } from '../session.ts'
import { hasUnsent } from '../unsaved.ts'
import { goOffline, goOnline } from '../../../test/connection.ts'
import { answer, makeProfile, signedInReply } from '../../../test/harness.tsx'
import { blockIndexedDb } from '../offline/cache.fake.ts'
import { putEntries, readEntries, removeEntries } from '../offline/store.ts'
import { seedOutbox, makeEntry, storedEntries } from './entry.fake.ts'
import { isOutboxEntry } from './entry.ts'
import { defineKind } from './kind.ts'
import { entriesNow, isUnstored, readOutbox, waitingNow } from './list.ts'
import { drop, flush, enqueue, post, discard, submit, tryAgain } from './outbox.ts'
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
/** Like answers with a video. */
const film = defineKind({ ...definition, name: 'test.film', isLarge: () => true })

let pendingReply: Promise<ApiError | undefined> = Promise.resolve(undefined)
let notifyRequested = () => {}
const slow = defineKind({
  ...definition,
  name: 'test.slow',
  send: async ({ word }: Input, key: string) => {
    notifyRequested()
    const error = await pendingReply
    if (error) throw error
    sent.push({ word, key })
    return word
  },
})
const slowEntry = (word: string) => makeEntry({ kind: 'test.slow', line: 'one', about: word, input: input(word) })
/** Holds the request until it is answered, with an error or without. */
function holdSlow() {
  const { promise, resolve: answerWith } = Promise.withResolvers<ApiError | undefined>()
  const { promise: requested, resolve } = Promise.withResolvers<void>()
  pendingReply = promise
  notifyRequested = resolve
  return { requested, answerWith }
}
/** Like chat messages. */
const parallel = defineKind({ ...definition, name: 'test.parallel', isParallel: true })
addSenders('test', async () => [thing, film, slow, parallel])
addSenders('lost', () => Promise.reject(new Error('Failed to fetch')))

const label = { text: 'outbox.step', values: { title: 'Breathe' } } as const
const input = (word: string, line = 'one', about = word): Input => ({ line, about, word })
const postThing = (word: string, line?: string, about?: string) => post(thing, input(word, line, about), { label })
const words = () => sent.map(({ word }) => word)
const waitingWords = () => entriesNow().map((entry) => thing.read(entry)?.word)
const left = (word: string, line = 'one') => makeEntry({ kind: 'test.thing', line, about: word, input: input(word, line) })

async function signInAs(userId = 1) {
  answer(getProfile, makeProfile({ id: userId }))
  answer(signInCall, { ...signedInReply, userId })
  await signIn({ email: 'asha@saathi.example', password: 'x' })
}

beforeEach(async () => {
  sent.length = 0
  fail = () => undefined
  await signInAs()
})
// Coming back sends what is left; in the next test it would be counted as sent there.
afterEach(async () => {
  fail = () => undefined
  goOnline()
  await flush()
})

test('[PLT-01] an entry is sent at once and then removed', async () => {
  expect(await postThing('a')).toEqual({ isSent: true, reply: 'reply to a' })
  expect(words()).toEqual(['a'])
  expect(entriesNow()).toEqual([])
  await expect.poll(storedEntries).toEqual([])
})

test('[PLT-01] entries are stored offline and sent once, in order, when the connection is back', async () => {
  goOffline()
  expect(await postThing('a')).toEqual({ isSent: false })
  expect(await postThing('b')).toEqual({ isSent: false })
  await enqueue(thing, input('c', 'two'), { label, id: '11111111-1111-4111-8111-111111111111' })
  expect(words()).toEqual([])
  expect(waitingWords()).toEqual(['a', 'b', 'c'])
  expect(waitingNow()).toHaveLength(3)
  expect((await storedEntries()).map((entry) => thing.read(entry)?.word)).toEqual(['a', 'b', 'c'])
  goOnline()
  await expect.poll(words).toEqual(['a', 'b', 'c'])
  await expect.poll(storedEntries).toEqual([])
  await flush()
  expect(words()).toEqual(['a', 'b', 'c'])
  expect(sent[2]?.key).toBe('11111111-1111-4111-8111-111111111111')
})

test('[PLT-01] retries use the same idempotency key', async () => {
  const keys: string[] = []
  fail = () => unreachable()
  await enqueue(thing, input('a'), { label })
  keys.push(entriesNow()[0]?.id ?? '')
  await flush()
  await flush()
  fail = () => undefined
  await flush()
  expect(sent).toEqual([{ word: 'a', key: keys[0] }])
})

test('[PLT-01] entries of an earlier visit are sent in order', async () => {
  await seedOutbox(left('a'), left('b', 'two'), left('c'))
  await flush()
  expect(words()).toEqual(['a', 'b', 'c'])
  expect(await storedEntries()).toEqual([])
})

test('a server error blocks only later entries of the same queue', async () => {
  await seedOutbox(left('a'), left('b'), left('c', 'two'))
  fail = ({ word }) => (word === 'a' ? refusal('core.broken', 500) : undefined)
  await flush()
  expect(words()).toEqual(['c'])
  expect(waitingWords()).toEqual(['a', 'b'])
  fail = () => undefined
  await flush()
  expect(words()).toEqual(['c', 'a', 'b'])
})

test.each([0, 401, 429, 503])('after status %i no further entry is tried', async (status) => {
  await seedOutbox(left('a'), left('b', 'two'))
  const tried: string[] = []
  fail = ({ word }) => (tried.push(word), new ApiError(status, { code: 'core.broken', message: '' }))
  await flush()
  expect(tried).toEqual(['a'])
  expect(waitingWords()).toEqual(['a', 'b'])
})

test('[PLT-01] a refused entry stays with its reason and blocks nothing else', async () => {
  await seedOutbox(left('a', 'x'), left('b', 'y'))
  fail = ({ word }) => (word === 'a' ? refusal() : undefined)
  await flush()
  expect(words()).toEqual(['b'])
  expect(await storedEntries()).toMatchObject([{ about: 'a', refusal: { code: 'learning.quiz_open', text: 'outbox.why.quiz' } }])
  await flush()
  expect(await storedEntries()).toHaveLength(1)
})

test('[PLT-01] a refused entry can be retried or discarded', async () => {
  await seedOutbox(left('a'), left('b', 'two'))
  fail = () => refusal('core.forbidden', 403)
  await flush()
  expect(entriesNow().map(({ refusal: why }) => why?.text)).toEqual(['error.forbidden', 'error.forbidden'])
  fail = () => undefined
  const [first, second] = entriesNow()
  if (!first || !second) throw new Error('Nothing waits.')
  await tryAgain(first)
  expect(words()).toEqual(['a'])
  await discard(second)
  expect(await storedEntries()).toEqual([])
  await flush()
  expect(words()).toEqual(['a'])
})

test('a refused first attempt rejects and leaves no entry', async () => {
  fail = () => refusal()
  await expect(postThing('a')).rejects.toMatchObject({ code: 'learning.quiz_open' })
  expect(entriesNow()).toEqual([])
  await expect.poll(storedEntries).toEqual([])
})

test('the first attempt waits after a server error', async () => {
  fail = () => refusal('core.broken', 500)
  expect(await postThing('a')).toEqual({ isSent: false })
  expect(waitingNow()).toHaveLength(1)
})

test('a tied refusal is retried after the earlier entry has been sent', async () => {
  await seedOutbox(left('quiz'), left('step'))
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
  await expect.poll(storedEntries).toEqual([])
})

test('a newer entry about the same thing replaces the older one, with a new id', async () => {
  goOffline()
  await enqueue(thing, input('old', 'one', 'same'), { label })
  await enqueue(thing, input('after'), { label })
  const before = entriesNow()[0]
  await enqueue(thing, input('new', 'one', 'same'), { label })
  expect(waitingWords()).toEqual(['new', 'after'])
  expect(entriesNow()[0]?.id).not.toBe(before?.id)
  await drop(thing, input('whatever', 'one', 'same'))
  expect(waitingWords()).toEqual(['after'])
})

test('[PLT-01] while another tab sends, this tab waits and does not send the same entry', async () => {
  const { promise: isDone, resolve: endOther } = Promise.withResolvers<void>()
  const { promise: isTaken, resolve: take } = Promise.withResolvers<void>()
  void navigator.locks.request('saathi.outbox', async () => {
    take()
    await isDone
  })
  await isTaken
  const posting = postThing('a')
  await expect.poll(async () => (await storedEntries()).length).toBe(1)
  expect(words()).toEqual([])
  await removeEntries(
    'outbox',
    1,
    (await storedEntries()).map(({ key }) => key),
  )
  endOther()
  expect(await posting).toEqual({ isSent: true, reply: undefined })
  expect(words()).toEqual([])
})

test('entries added by another tab appear here', async () => {
  await readOutbox()
  await seedOutbox(left('a'))
  const other = new BroadcastChannel('saathi.outbox')
  other.postMessage('changed')
  await expect.poll(waitingWords).toEqual(['a'])
  other.close()
})

test('[PLT-01] entries count as unsent, and a sign-out deletes them', async () => {
  expect(hasUnsent()).toBe(false)
  goOffline()
  await postThing('a')
  expect(hasUnsent()).toBe(true)
  await endSession('signOut')
  expect(hasUnsent()).toBe(false)
  expect(entriesNow()).toEqual([])
  await signInAs(2)
  goOnline()
  await flush()
  expect(words()).toEqual([])
  await endSession('signOut')
  await signInAs(1)
  await flush()
  expect(words()).toEqual([])
})

test('an entry that cannot be parsed is shown as outdated and not lost', async () => {
  await seedOutbox(makeEntry({ kind: 'test.thing', input: { other: 1 } }))
  await flush()
  expect(entriesNow()).toMatchObject([{ refusal: { text: 'outbox.why.outdated' } }])
})

test('an entry whose script fails to load waits', async () => {
  await seedOutbox(makeEntry({ kind: 'lost.thing' }))
  await flush()
  expect(entriesNow()).toMatchObject([{ kind: 'lost.thing' }])
  expect(entriesNow()[0]?.refusal).toBeUndefined()
})

test.each(['nobody.thing', 'test.other'])('an entry of an unknown kind is shown as outdated: %s', async (kind) => {
  await seedOutbox(makeEntry({ kind }))
  await flush()
  expect(entriesNow()).toMatchObject([{ refusal: { text: 'outbox.why.outdated' } }])
})

test('[PLT-01] without storage an entry waits in the page and is marked as unstored', async () => {
  await blockIndexedDb()
  goOffline()
  await postThing('a')
  await expect.poll(() => entriesNow().map(isUnstored)).toEqual([true])
  expect(hasUnsent()).toBe(true)
  goOnline()
  await expect.poll(words).toEqual(['a'])
  expect(entriesNow()).toEqual([])
})

/** The attempts in order, while these get no reply. */
function attemptsWithout(...silent: string[]): string[] {
  const tried: string[] = []
  fail = ({ word }) => {
    tried.push(word)
    return silent.includes(word) ? unreachable() : undefined
  }
  return tried
}

const leftFilm = (word: string, line = 'films') => makeEntry({ kind: 'test.film', line, about: word, input: input(word, line) })

describe('an entry too large for a slow connection', () => {
  function passTime(ms: number) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  }
  afterEach(() => {
    vi.useRealTimers()
  })

  test('[PLT-01] blocks only its own queue and is retried with growing delays', async () => {
    await seedOutbox(leftFilm('film'), left('after', 'films'), left('a'))
    const tried = attemptsWithout('film')
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
    attemptsWithout()
    await flush()
    expect(words()).toEqual(['a', 'film', 'after'])
  })

  test('is retried at once on a new connection or on request', async () => {
    await seedOutbox(leftFilm('film'))
    const tried = attemptsWithout('film')
    await flush()
    const [entry] = entriesNow()
    if (entry) await tryAgain(entry)
    expect(tried).toEqual(['film', 'film'])
    goOffline()
    goOnline()
    await expect.poll(() => tried.length).toBe(3)
  })

  test('unblocks later entries when it is discarded', async () => {
    await seedOutbox(leftFilm('film'), left('after', 'films'))
    attemptsWithout('film')
    await flush()
    const [entry] = entriesNow()
    if (entry) await discard(entry)
    expect(words()).toEqual(['after'])
    expect(entriesNow()).toEqual([])
  })
})

test('[PLT-01] retries stay limited if the server answers other calls but not this one', async () => {
  await seedOutbox(left('a'))
  const tried = attemptsWithout('a')
  await flush()
  for (let turn = 0; turn < 6; turn += 1) {
    reportUnreachable()
    reportReachable()
    await flushed()
  }
  expect(tried.length).toBeLessThanOrEqual(3)
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => tried.length).toBeGreaterThan(1)
  await flushed()
  expect(tried.length).toBeLessThanOrEqual(4)
})

/** Resolves when flushes not started by the test have ended. */
const flushed = () => navigator.locks.request('saathi.outbox', () => null)

describe('when the server has ended the session', () => {
  async function leaveUnsent() {
    goOffline()
    await postThing('a')
    await endSession('over')
    expect(entriesNow()).toEqual([])
    goOnline()
  }

  test('[PLT-01] entries stay and are sent when the same person is back', async () => {
    await leaveUnsent()
    expect(await storedEntries()).toHaveLength(1)
    await signInAs(1)
    await flush()
    expect(words()).toEqual(['a'])
    expect(await storedEntries()).toEqual([])
  })

  test('[PLT-01] entries are deleted when another person signs in', async () => {
    await leaveUnsent()
    await signInAs(2)
    await flush()
    expect(words()).toEqual([])
    await expect.poll(storedEntries).toEqual([])
  })

  test('entries stay for thirty days', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
    await seedOutbox({ ...left('old'), madeAt: daysAgo(31) }, { ...left('new'), madeAt: daysAgo(29) })
    await flush()
    expect(words()).toEqual(['new'])
    await expect.poll(storedEntries).toEqual([])
  })
})

describe('a parallel queue', () => {
  test('does not wait for an entry of another queue', async () => {
    const { requested, answerWith } = holdSlow()
    const posting = post(slow, input('upload'), { label })
    await requested
    await submit(parallel, input('message', 'messages'), { label })
    await expect.poll(words).toEqual(['message'])
    answerWith(undefined)
    await posting
    expect(words()).toEqual(['message', 'upload'])
  })

  test('is sent in order', async () => {
    await submit(parallel, input('a', 'messages'), { label })
    await submit(parallel, input('b', 'messages'), { label })
    await expect.poll(words).toEqual(['a', 'b'])
    await expect.poll(storedEntries).toEqual([])
  })

  test('keeps a submitted entry that is refused, with its reason, and sends the next one', async () => {
    fail = ({ word }) => (word === 'a' ? refusal() : undefined)
    await submit(parallel, input('a', 'messages'), { label })
    expect(waitingNow()).toEqual([])
    await submit(parallel, input('b', 'messages'), { label })
    await expect.poll(words).toEqual(['b'])
    await expect.poll(waitingNow).toMatchObject([{ about: 'a', refusal: { text: 'outbox.why.quiz' } }])
  })
})

describe('while an entry is being sent', () => {
  test('its refusal does not restore it if it was discarded', async () => {
    await seedOutbox(slowEntry('a'))
    const { requested, answerWith } = holdSlow()
    const flushing = flush()
    await requested
    const [entry] = entriesNow()
    if (entry) void discard(entry)
    await expect.poll(entriesNow).toEqual([])
    answerWith(refusal())
    await flushing
    expect(entriesNow()).toEqual([])
    expect(await storedEntries()).toEqual([])
  })

  test('[PLT-01] a newer value is sent after it, and both calls resolve', async () => {
    const { requested, answerWith } = holdSlow()
    const older = post(slow, input('on', 'one', 'same'), { label })
    await requested
    const newer = post(slow, input('off', 'one', 'same'), { label })
    answerWith(undefined)
    expect(await older).toEqual({ isSent: true, reply: 'on' })
    expect(await newer).toEqual({ isSent: true, reply: 'off' })
    expect(words()).toEqual(['on', 'off'])
    await expect.poll(storedEntries).toEqual([])
  })

  test('[PLT-01] a newer value stored by another tab is not removed with it', async () => {
    const older = makeEntry({ kind: 'test.thing', line: 'one', about: 'same', input: input('on', 'one', 'same') })
    await seedOutbox(older)
    await readOutbox()
    const newer = { ...older, id: '22222222-2222-4222-8222-222222222222', input: input('off', 'one', 'same') }
    fail = ({ word }) => {
      // Written by another tab, whose message has not arrived here yet.
      if (word === 'on') void putEntries('outbox', 1, [newer])
      return undefined
    }
    await flush()
    await flush()
    expect(words()).toEqual(['on', 'off'])
    expect(await readEntries('outbox', 1, isOutboxEntry)).toEqual([])
  })
})
