import { setDisabled } from '@saathi/contract/accounts/staff-calls'
import { mentionOf } from '@saathi/contract/chat/mentions'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { openDatabase } from '#core/db/open.ts'
import { Refusal } from '#core/errors.ts'
import { buildChannel, type BuiltChannel, storedMessages } from '../../../test/chat-channels.ts'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { recordStatements } from '../../../test/statements.ts'
import type { CommittedMessage } from '../server-events.ts'
import { findAfter } from '../message-store.ts'
import { deleteQuietHours, saveQuietHours } from '../staff/store.ts'
import { wordsOf } from '../search/words.ts'
import { chatWriter, openChatWriter, type SendRequest, type SendResult, QUEUED_MAX } from './writer.ts'

const log = pino({ level: 'silent' })
let server: TestServer
let pair: BuiltChannel
let asha = 0
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  pair = await buildChannel(server)
  ;[asha = 0] = pair.menteeIds
})

const requestOf = (changes: Partial<SendRequest> = {}): SendRequest => ({
  channelId: pair.channelId,
  senderId: asha,
  tempId: crypto.randomUUID(),
  text: 'Hello',
  by: 'member',
  ...changes,
})
const send = (changes: Partial<SendRequest> = {}) => chatWriter(server.app.world).send(requestOf(changes))
const idOf = (result: SendResult): number | string => ('row' in result ? result.row.id : codeOf(result))
const codeOf = (result: SendResult): string => ('refusal' in result ? result.refusal.code : 'taken')

describe('order', () => {
  test('[CHT-07] many messages at once get ids and times in the order of sending, and are published in that order', async () => {
    const published: CommittedMessage[] = []
    chatWriter(server.app.world).onCommitted((committed) =>
      published.push(...committed.filter(({ row }) => row.channelId === pair.channelId)),
    )
    const results = await Promise.all(Array.from({ length: 450 }, (_, at) => send({ text: `number ${at}` })))
    const stored = await storedMessages(server, pair.channelId)
    expect(stored.map(({ body }) => body)).toEqual(Array.from({ length: 450 }, (_, at) => `number ${at}`))
    expect(results.map(idOf)).toEqual(stored.map(({ id }) => id))
    expect(stored.filter(({ createdAt }, at) => createdAt < (stored[at - 1]?.createdAt ?? createdAt))).toEqual([])
    expect(published.map(({ row }) => row.id)).toEqual(stored.map(({ id }) => id))
    expect(published.map(({ previousId }) => previousId)).toEqual([0, ...stored.slice(0, -1).map(({ id }) => id)])
  })

  test('a clock that is set back does not put a message before another', async () => {
    const first = await send()
    server.clock.advance(-600)
    onTestFinished(() => server.clock.reset())
    const second = await send()
    if (!('row' in first) || !('row' in second)) throw new Error('not taken')
    expect(second.row.createdAt.getTime()).toBe(first.row.createdAt.getTime())
    expect(second.row.id).toBeGreaterThan(first.row.id)
  })

  test('two servers that write to one channel at the same time keep one order', async () => {
    const { db, close } = openDatabase({ url: server.url, poolSize: 2, log: () => {} })
    onTestFinished(close)
    const world = { ...server.app.world, db }
    const other = openChatWriter(world, log)
    const mine = chatWriter(server.app.world)
    const published: CommittedMessage[] = []
    for (const writer of [mine, other]) {
      writer.onCommitted((committed) => published.push(...committed.filter(({ row }) => row.channelId === pair.channelId)))
    }
    await Promise.all(Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? mine : other).send(requestOf())))
    const stored = await storedMessages(server, pair.channelId)
    expect(stored).toHaveLength(400)
    expect(stored.filter(({ createdAt }, at) => createdAt < (stored[at - 1]?.createdAt ?? createdAt))).toEqual([])
    const before = new Map(published.map(({ row, previousId }) => [row.id, previousId]))
    expect(stored.map(({ id }) => before.get(id))).toEqual([0, ...stored.slice(0, -1).map(({ id }) => id)])
  })
})

describe('sent again', () => {
  test('[CHT-07] the same temporary id is the same message, at once, later, and with another text', async () => {
    const request = requestOf({ text: 'Once' })
    const writer = chatWriter(server.app.world)
    const results = await Promise.all(Array.from({ length: 100 }, () => writer.send(request)))
    results.push(await writer.send({ ...request, text: 'Other words' }))
    expect(new Set(results.map(idOf)).size).toBe(1)
    expect(results.filter((result) => 'row' in result && !result.isRepeat)).toHaveLength(1)
    expect(await storedMessages(server, pair.channelId)).toMatchObject([{ body: 'Once' }])
  })

  test('the same temporary id of another sender or channel is another message', async () => {
    const other = await buildChannel(server)
    const [mentee = 0] = other.menteeIds
    const requests = [{}, { senderId: pair.mentorId }, { channelId: other.channelId, senderId: mentee }]
    const ids = await Promise.all(requests.map((changes) => send({ tempId: 'same', ...changes })))
    expect(new Set(ids.map(idOf)).size).toBe(3)
  })
})

describe('refused', () => {
  test('a refused message does not affect the others', async () => {
    const stranger = await server.buildPerson()
    const results = await Promise.all([send(), send({ senderId: stranger }), send({ channelId: 99_999_999 }), send()])
    expect(results.map(codeOf)).toEqual(['taken', 'chat.channel_not_found', 'chat.channel_not_found', 'taken'])
    expect(await storedMessages(server, pair.channelId)).toHaveLength(2)
  })

  test('[CHT-16] a member removed while a message waits is refused by the state in the database', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const started = Promise.withResolvers<void>()
    const changing = inTransaction(server.app.world, log, async (ctx) => {
      await sql`select from chat_channel where id = ${pair.channelId} for update`.execute(ctx.db)
      await ctx.db.updateTable('chat_member').set({ is_active: false }).where('person_id', '=', asha).execute()
      started.resolve()
      await released
    })
    await started.promise
    const waiting = send()
    release()
    await changing
    expect(codeOf(await waiting)).toBe('chat.inactive')
    expect(await storedMessages(server, pair.channelId)).toEqual([])
  })

  describe('an account that staff have disabled', () => {
    async function disable(isDisabled: boolean) {
      const staff = await server.buildPerson({ role: 'Admin' })
      await markSecondFactor(server, staff)
      const { status } = await server.ask(staff, setDisabled, {
        params: { personId: asha },
        body: { isDisabled, reason: 'They asked for it.' },
      })
      expect(status).toBe(200)
    }

    test.each([
      ['plain text', {}],
      ['a message that needs the transaction', { extra: { preview: null } }],
    ])('cannot write, even if the message was in flight: %s', async (_what, changes) => {
      const earlier = requestOf()
      expect(codeOf(await chatWriter(server.app.world).send(earlier))).toBe('taken')
      const published: CommittedMessage[] = []
      await disable(true)
      chatWriter(server.app.world).onCommitted((committed) =>
        published.push(...committed.filter(({ row }) => row.channelId === pair.channelId)),
      )
      expect(codeOf(await send(changes))).toBe('chat.inactive')
      expect(codeOf(await chatWriter(server.app.world).send(earlier))).toBe('chat.inactive')
      expect(await storedMessages(server, pair.channelId)).toHaveLength(1)
      expect(published).toEqual([])
      await disable(false)
      expect(codeOf(await send(changes))).toBe('taken')
    })

    test('cannot write, even if the message came while it was being disabled', async () => {
      const other = await buildChannel(server)
      expect(codeOf(await send())).toBe('taken')
      const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const disabling = inTransaction(server.app.world, log, async (ctx) => {
        await ctx.db.updateTable('person').set({ disabled_at: ctx.now() }).where('id', '=', asha).execute()
        started.resolve()
        await released.promise
      })
      await started.promise
      const [waiting, elsewhere] = [send(), await send({ channelId: other.channelId, senderId: other.mentorId })]
      expect(codeOf(elsewhere)).toBe('taken')
      const waits = async () => (await sql`select from pg_locks where not granted`.execute(server.db)).rows.length
      await expect.poll(waits).toBeGreaterThan(0)
      released.resolve()
      await disabling
      expect(codeOf(await waiting)).toBe('chat.inactive')
      expect(await storedMessages(server, pair.channelId)).toHaveLength(1)
    })

    test('does not affect other messages of the same batch', async () => {
      await send()
      await disable(true)
      const results = await Promise.all([send(), send({ senderId: pair.mentorId }), send()])
      expect(results.map(codeOf)).toEqual(['chat.inactive', 'taken', 'chat.inactive'])
    })
  })

  test('messages of the product itself are written in a blackout, too', async () => {
    const blackout_until = new Date(server.clock.now().getTime() + 60_000)
    await server.db.updateTable('chat_channel').set({ blackout_until }).where('id', '=', pair.channelId).execute()
    const staff = await server.buildPerson({ role: 'Admin' })
    expect(codeOf(await send())).toBe('chat.closed')
    const committed = await send({ by: 'broadcast', senderId: staff })
    expect(committed).toMatchObject({ row: { isBroadcast: true, senderId: staff } })
  })

  test('beyond ten thousand queued messages, senders are told to retry', async () => {
    const sent = Array.from({ length: QUEUED_MAX + 1 }, () => send())
    expect(codeOf((await sent.at(-1)) ?? { refusal: new Refusal(404, 'chat.channel_not_found') })).toBe('chat.busy')
    const codes = (await Promise.all(sent)).map(codeOf)
    expect(codes.filter((code) => code === 'taken')).toHaveLength(QUEUED_MAX)
  }, 180_000)
})

describe('the database', () => {
  test('a batch that cannot be written is refused as a whole, and the next is accepted', async () => {
    const { world } = server.app
    const usual = world.db
    const { db, close } = openDatabase({ url: server.url, poolSize: 1, log: () => {} })
    await close()
    world.db = db
    const results = await Promise.all([send(), send()])
    world.db = usual
    expect(results.map(codeOf)).toEqual(['core.unavailable', 'core.unavailable'])
    expect(codeOf(await send())).toBe('taken')
  })

  test('a message that the database rejects is refused alone', async () => {
    const results = await Promise.all([send({ text: 'before' }), send({ text: 'a zero \0' }), send({ text: 'after' })])
    expect(results.map(codeOf)).toEqual(['taken', 'core.bad_input', 'taken'])
    expect((await storedMessages(server, pair.channelId)).map(({ body }) => body)).toEqual(['before', 'after'])
  })

  test('a locked channel delays only its own messages, in order', async () => {
    const other = await buildChannel(server)
    const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const locking = inTransaction(server.app.world, log, async (ctx) => {
      await sql`select from chat_channel where id = ${pair.channelId} for update`.execute(ctx.db)
      started.resolve()
      await released.promise
    })
    await started.promise
    const blocked = send({ text: 'held' })
    const elsewhere = { channelId: other.channelId, senderId: other.mentorId }
    expect(codeOf(await send(elsewhere))).toBe('taken')
    expect(codeOf(await blocked)).toBe('chat.busy')
    const [first, second] = [send({ text: 'first' }), send(elsewhere)]
    expect(codeOf(await second)).toBe('taken')
    released.resolve()
    await locking
    const later = await Promise.all([first, send({ text: 'later' })])
    expect(later.map(codeOf).at(-1)).toBe('taken')
    expect((await storedMessages(server, pair.channelId)).map(({ body }) => body)).toEqual(
      codeOf(later[0]) === 'taken' ? ['first', 'later'] : ['later'],
    )
  }, 180_000)
})

describe('the fast path', () => {
  test('writes any number of plain messages with one statement, and so one commit', async () => {
    const { statementsOf } = recordStatements(server)
    await send()
    // The shared server may also run statements for people of other tests.
    const ofChat = async (work: () => Promise<unknown>) => (await statementsOf(work)).filter((text) => text.includes('chat_'))
    const one = [expect.stringContaining('insert into chat_message')]
    expect(await ofChat(() => send())).toEqual(one)
    expect(await ofChat(() => Promise.all(Array.from({ length: 200 }, () => send())))).toEqual(one)
  })

  const people = () => server.db.updateTable('chat_member').where('channel_id', '=', pair.channelId)
  test.each<{ what: string; change: () => Promise<unknown>; code: string }>([
    {
      what: 'the sender is removed',
      change: () => people().set({ is_active: false }).where('person_id', '=', asha).execute(),
      code: 'chat.inactive',
    },
    {
      what: 'the sender becomes the manager of a pair without members',
      change: async () => {
        await people().set({ is_pair_manager: true }).where('person_id', '=', asha).execute()
        await people().set({ is_active: false }).where('person_id', '!=', asha).execute()
      },
      code: 'chat.inactive',
    },
    {
      what: 'the sender is no longer a member',
      change: () =>
        server.db.deleteFrom('chat_member').where('channel_id', '=', pair.channelId).where('person_id', '=', asha).execute(),
      code: 'chat.channel_not_found',
    },
    {
      what: 'the account of the sender is disabled',
      change: () => server.db.updateTable('person').set({ disabled_at: server.clock.now() }).where('id', '=', asha).execute(),
      code: 'chat.inactive',
    },
    {
      what: 'a blackout begins',
      change: () =>
        server.db
          .updateTable('chat_channel')
          .set({ blackout_until: new Date(server.clock.now().getTime() + 60_000) })
          .where('id', '=', pair.channelId)
          .execute(),
      code: 'chat.closed',
    },
    {
      what: 'quiet hours are set',
      change: () => saveQuietHours(server.db, pair.projectId, quietNow()),
      code: 'chat.closed',
    },
  ])('[CHT-16] if $what on a server that publishes nothing, the fast path does not trust its cache', async ({ change, code }) => {
    expect(codeOf(await send())).toBe('taken')
    await change()
    expect(codeOf(await send())).toBe(code)
    expect(await storedMessages(server, pair.channelId)).toHaveLength(1)
  })

  test('a refused sender can write again at once after the change is undone', async () => {
    expect(codeOf(await send())).toBe('taken')
    await people().set({ is_active: false }).where('person_id', '=', asha).execute()
    expect(codeOf(await send())).toBe('chat.inactive')
    await people().set({ is_active: true }).where('person_id', '=', asha).execute()
    expect(codeOf(await send())).toBe('taken')
    await saveQuietHours(server.db, pair.projectId, quietNow())
    expect(codeOf(await send())).toBe('chat.closed')
    await deleteQuietHours(server.db, pair.projectId)
    expect(codeOf(await send())).toBe('taken')
  })

  test('[CHT-07] plain messages, other messages and repeated ones stay in the order of sending', async () => {
    const again = crypto.randomUUID()
    await send({ text: 'first', tempId: again })
    const mention = mentionOf('Mentor', pair.mentorId)
    const requests = [
      { text: 'one' },
      { text: `two ${mention}` },
      { text: 'three' },
      { text: 'first', tempId: again },
      { text: 'four' },
    ]
    const results = await Promise.all(requests.map((changes) => send(changes)))
    expect(results.map((result) => 'row' in result && result.isRepeat)).toEqual([false, false, false, true, false])
    const bodies = (await storedMessages(server, pair.channelId)).map(({ body }) => body)
    expect(bodies).toEqual(['first', 'one', `two ${mention}`, 'three', 'four'])
  })

  test('a published message equals the stored one, and is found by its words', async () => {
    const result = await send({ text: 'Mangoes of the season' })
    if (!('row' in result)) throw new Error('not taken')
    const { extra, ...published } = result.row
    const [read] = await findAfter(server.db, { channelId: pair.channelId, afterId: 0, limit: 5 })
    expect(read).toMatchObject(published)
    expect(read?.extra ?? null).toBe(extra)
    const words = wordsOf(pair.channelId, 'mangoes season').map((word) => `'${word}'`)
    const found = sql`select id from chat_message where words @@ ${words.join(' & ')}::tsquery`.execute(server.db)
    expect((await found).rows).toEqual([{ id: published.id }])
  })
})

/** From an hour ago for two hours, in India's time zone. */
function quietNow() {
  const at = (hours: number) =>
    new Date(server.clock.now().getTime() + hours * 3_600_000)
      .toLocaleTimeString('en-GB', { timeZone: 'Asia/Kolkata' })
      .slice(0, 5)
  return { begins: at(-1), ends: at(1) }
}
