import { setDisabled } from '@saathi/contract/accounts/staff-calls'
import { mentionOf } from '@saathi/contract/chat/mentions'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { openDatabase } from '#core/db/open.ts'
import { Refusal } from '#core/errors.ts'
import { buildChannel, type BuiltChannel, storedIn } from '../../test/chat-channels.ts'
import { sharedServer, type TestServer } from '../../test/harness.ts'
import { markSecondFactor } from '../../test/matrix/second-factor.ts'
import { keepStatements } from '../../test/statements.ts'
import type { Said } from './hub-notes.ts'
import { findAfter } from './message-store.ts'
import { deleteQuietHours, saveQuietHours } from './staff-store.ts'
import { wordsOf } from './words.ts'
import { chatWriter, openChatWriter, type Order, type Outcome, WAITING_MAX } from './writer.ts'

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

const orderOf = (changes: Partial<Order> = {}): Order => ({
  channelId: pair.channelId,
  senderId: asha,
  tempId: crypto.randomUUID(),
  text: 'Hello',
  by: 'member',
  ...changes,
})
const send = (changes: Partial<Order> = {}) => chatWriter(server.app.world).send(orderOf(changes))
const idOf = (outcome: Outcome): number | string => ('row' in outcome ? outcome.row.id : outcome.refusal.code)
const codeOf = (outcome: Outcome): string => ('refusal' in outcome ? outcome.refusal.code : 'taken')

describe('one order', () => {
  test('[CHT-07] of many at once numbers, times and the order of sending agree, and all are told in it', async () => {
    const told: Said[] = []
    chatWriter(server.app.world).onSaid((said) => told.push(...said.filter(({ row }) => row.channelId === pair.channelId)))
    const outcomes = await Promise.all(Array.from({ length: 450 }, (_, at) => send({ text: `number ${at}` })))
    const stored = await storedIn(server, pair.channelId)
    expect(stored.map(({ body }) => body)).toEqual(Array.from({ length: 450 }, (_, at) => `number ${at}`))
    expect(outcomes.map(idOf)).toEqual(stored.map(({ id }) => id))
    expect(stored.filter(({ createdAt }, at) => createdAt < (stored[at - 1]?.createdAt ?? createdAt))).toEqual([])
    expect(told.map(({ row }) => row.id)).toEqual(stored.map(({ id }) => id))
    expect(told.map(({ previousId }) => previousId)).toEqual([0, ...stored.slice(0, -1).map(({ id }) => id)])
  })

  test('a clock that is set back sets no message before another', async () => {
    const first = await send()
    server.clock.advance(-600)
    onTestFinished(() => server.clock.reset())
    const second = await send()
    if (!('row' in first) || !('row' in second)) throw new Error('not taken')
    expect(second.row.createdAt.getTime()).toBe(first.row.createdAt.getTime())
    expect(second.row.id).toBeGreaterThan(first.row.id)
  })

  test('two servers that write into one channel at the same moment keep its one order', async () => {
    const { db, close } = openDatabase({ url: server.url, poolSize: 2, log: () => {} })
    onTestFinished(close)
    const world = { ...server.app.world, db }
    const other = openChatWriter(world, log)
    const mine = chatWriter(server.app.world)
    const told: Said[] = []
    for (const writer of [mine, other]) {
      writer.onSaid((said) => told.push(...said.filter(({ row }) => row.channelId === pair.channelId)))
    }
    await Promise.all(Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? mine : other).send(orderOf())))
    const stored = await storedIn(server, pair.channelId)
    expect(stored).toHaveLength(400)
    expect(stored.filter(({ createdAt }, at) => createdAt < (stored[at - 1]?.createdAt ?? createdAt))).toEqual([])
    const before = new Map(told.map(({ row, previousId }) => [row.id, previousId]))
    expect(stored.map(({ id }) => before.get(id))).toEqual([0, ...stored.slice(0, -1).map(({ id }) => id)])
  })
})

describe('sent again', () => {
  test('[CHT-07] the same temporary id is the same message, at once, later, and with other words', async () => {
    const order = orderOf({ text: 'Once' })
    const writer = chatWriter(server.app.world)
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => writer.send(order)))
    outcomes.push(await writer.send({ ...order, text: 'Other words' }))
    expect(new Set(outcomes.map(idOf)).size).toBe(1)
    expect(outcomes.filter((outcome) => 'row' in outcome && !outcome.isRepeat)).toHaveLength(1)
    expect(await storedIn(server, pair.channelId)).toMatchObject([{ body: 'Once' }])
  })

  test('of another sender, or in another channel, it is another', async () => {
    const other = await buildChannel(server)
    const [mentee = 0] = other.menteeIds
    const orders = [{}, { senderId: pair.mentorId }, { channelId: other.channelId, senderId: mentee }]
    const ids = await Promise.all(orders.map((changes) => send({ tempId: 'same', ...changes })))
    expect(new Set(ids.map(idOf)).size).toBe(3)
  })
})

describe('refused', () => {
  test('each for itself: one who is not in it spoils nobody’s message', async () => {
    const stranger = await server.buildPerson()
    const outcomes = await Promise.all([send(), send({ senderId: stranger }), send({ channelId: 99_999_999 }), send()])
    expect(outcomes.map(codeOf)).toEqual(['taken', 'chat.channel_not_found', 'chat.channel_not_found', 'taken'])
    expect(await storedIn(server, pair.channelId)).toHaveLength(2)
  })

  test('[CHT-16] who is taken out while a message waits is refused by the database’s own truth', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const begun = Promise.withResolvers<void>()
    const changing = inTransaction(server.app.world, log, async (ctx) => {
      await sql`select from chat_channel where id = ${pair.channelId} for update`.execute(ctx.db)
      await ctx.db.updateTable('chat_member').set({ is_active: false }).where('person_id', '=', asha).execute()
      begun.resolve()
      await held
    })
    await begun.promise
    const waiting = send()
    release()
    await changing
    expect(codeOf(await waiting)).toBe('chat.inactive')
    expect(await storedIn(server, pair.channelId)).toEqual([])
  })

  describe('an account that staff have disabled', () => {
    async function disable(isDisabled: boolean) {
      const staff = await server.buildPerson({ role: 'Admin' })
      await markSecondFactor(server, staff)
      const { status } = await server.ask(staff, setDisabled, { params: { personId: asha }, body: { isDisabled } })
      expect(status).toBe(200)
    }

    test.each([
      ['plain words', {}],
      ['words that go the long way', { extra: { preview: null } }],
    ])('writes nothing more, although its message was on its way: %s', async (_what, changes) => {
      const earlier = orderOf()
      expect(codeOf(await chatWriter(server.app.world).send(earlier))).toBe('taken')
      const told: Said[] = []
      await disable(true)
      chatWriter(server.app.world).onSaid((said) => told.push(...said.filter(({ row }) => row.channelId === pair.channelId)))
      expect(codeOf(await send(changes))).toBe('chat.inactive')
      expect(codeOf(await chatWriter(server.app.world).send(earlier))).toBe('chat.inactive')
      expect(await storedIn(server, pair.channelId)).toHaveLength(1)
      expect(told).toEqual([])
      await disable(false)
      expect(codeOf(await send(changes))).toBe('taken')
    })

    test('writes nothing more, although the message came while it was being disabled', async () => {
      expect(codeOf(await send())).toBe('taken')
      const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const disabling = inTransaction(server.app.world, log, async (ctx) => {
        await ctx.db.updateTable('person').set({ disabled_at: ctx.now() }).where('id', '=', asha).execute()
        begun.resolve()
        await held.promise
      })
      await begun.promise
      const [waiting, others] = [send(), await send({ senderId: pair.mentorId })]
      expect(codeOf(others)).toBe('taken')
      const waits = async () => (await sql`select from pg_locks where not granted`.execute(server.db)).rows.length
      await expect.poll(waits).toBeGreaterThan(0)
      held.resolve()
      await disabling
      expect(codeOf(await waiting)).toBe('chat.inactive')
      expect(await storedIn(server, pair.channelId)).toHaveLength(2)
    })

    test('spoils nobody else’s message of the same batch', async () => {
      await send()
      await disable(true)
      const outcomes = await Promise.all([send(), send({ senderId: pair.mentorId }), send()])
      expect(outcomes.map(codeOf)).toEqual(['chat.inactive', 'taken', 'chat.inactive'])
    })
  })

  test('what the product says itself is said in a blackout, too', async () => {
    const blackout_until = new Date(server.clock.now().getTime() + 60_000)
    await server.db.updateTable('chat_channel').set({ blackout_until }).where('id', '=', pair.channelId).execute()
    const staff = await server.buildPerson({ role: 'Admin' })
    expect(codeOf(await send())).toBe('chat.closed')
    const said = await send({ by: 'broadcast', senderId: staff })
    expect(said).toMatchObject({ row: { isBroadcast: true, senderId: staff } })
  })

  test('beyond five thousand that wait whoever sends is told to come back', async () => {
    const sent = Array.from({ length: WAITING_MAX + 1 }, () => send())
    expect(codeOf((await sent.at(-1)) ?? { refusal: new Refusal(503, 'none', 'none') })).toBe('chat.busy')
    const codes = (await Promise.all(sent)).map(codeOf)
    expect(codes.filter((code) => code === 'taken')).toHaveLength(WAITING_MAX)
  }, 180_000)
})

describe('the database', () => {
  test('a batch that cannot be written is answered to all of it, and the next is taken', async () => {
    const { world } = server.app
    const usual = world.db
    const { db, close } = openDatabase({ url: server.url, poolSize: 1, log: () => {} })
    await close()
    world.db = db
    const outcomes = await Promise.all([send(), send()])
    world.db = usual
    expect(outcomes.map(codeOf)).toEqual(['core.unavailable', 'core.unavailable'])
    expect(codeOf(await send())).toBe('taken')
  })

  test('what the database cannot keep is refused alone', async () => {
    const outcomes = await Promise.all([send({ text: 'before' }), send({ text: 'a zero \0' }), send({ text: 'after' })])
    expect(outcomes.map(codeOf)).toEqual(['taken', 'core.bad_input', 'taken'])
    expect((await storedIn(server, pair.channelId)).map(({ body }) => body)).toEqual(['before', 'after'])
  })

  test('a channel that somebody holds keeps only itself waiting, in its order', async () => {
    const other = await buildChannel(server)
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = inTransaction(server.app.world, log, async (ctx) => {
      await sql`select from chat_channel where id = ${pair.channelId} for update`.execute(ctx.db)
      begun.resolve()
      await held.promise
    })
    await begun.promise
    const here = send({ text: 'held' })
    const elsewhere = { channelId: other.channelId, senderId: other.mentorId }
    expect(codeOf(await send(elsewhere))).toBe('taken')
    expect(codeOf(await here)).toBe('chat.busy')
    const [first, second] = [send({ text: 'first' }), send(elsewhere)]
    expect(codeOf(await second)).toBe('taken')
    held.resolve()
    await holding
    const later = await Promise.all([first, send({ text: 'later' })])
    expect(later.map(codeOf).at(-1)).toBe('taken')
    expect((await storedIn(server, pair.channelId)).map(({ body }) => body)).toEqual(
      codeOf(later[0]) === 'taken' ? ['first', 'later'] : ['later'],
    )
  }, 180_000)
})

describe('the short way', () => {
  test('what is remembered is enough for plain words: any number of them is one statement, and so one commit', async () => {
    const { statementsOf } = keepStatements(server)
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
      what: 'the sender is taken out',
      change: () => people().set({ is_active: false }).where('person_id', '=', asha).execute(),
      code: 'chat.inactive',
    },
    {
      what: 'the sender becomes a manager of a pair that is not there any more',
      change: async () => {
        await people().set({ is_pair_manager: true }).where('person_id', '=', asha).execute()
        await people().set({ is_active: false }).where('person_id', '!=', asha).execute()
      },
      code: 'chat.inactive',
    },
    {
      what: 'the sender is no member any more',
      change: () =>
        server.db.deleteFrom('chat_member').where('channel_id', '=', pair.channelId).where('person_id', '=', asha).execute(),
      code: 'chat.channel_not_found',
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
  ])('[CHT-16] $what on a server of which nothing is heard: what is remembered decides nothing', async ({ change, code }) => {
    expect(codeOf(await send())).toBe('taken')
    await change()
    expect(codeOf(await send())).toBe(code)
    expect(await storedIn(server, pair.channelId)).toHaveLength(1)
  })

  test('who was refused and comes back is heard at once', async () => {
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

  test('[CHT-07] plain words beside others, and what was sent before, stay in the order of sending', async () => {
    const again = crypto.randomUUID()
    await send({ text: 'first', tempId: again })
    const named = mentionOf('Mentor', pair.mentorId)
    const orders = [
      { text: 'one' },
      { text: `two ${named}` },
      { text: 'three' },
      { text: 'first', tempId: again },
      { text: 'four' },
    ]
    const outcomes = await Promise.all(orders.map((changes) => send(changes)))
    expect(outcomes.map((outcome) => 'row' in outcome && outcome.isRepeat)).toEqual([false, false, false, true, false])
    const bodies = (await storedIn(server, pair.channelId)).map(({ body }) => body)
    expect(bodies).toEqual(['first', 'one', `two ${named}`, 'three', 'four'])
  })

  test('what is told of a message is what a reader of the page gets, and it is found by its words', async () => {
    const outcome = await send({ text: 'Mangoes of the season' })
    if (!('row' in outcome)) throw new Error('not taken')
    const { extra, ...told } = outcome.row
    const [read] = await findAfter(server.db, { channelId: pair.channelId, afterId: 0, limit: 5 })
    expect(read).toMatchObject(told)
    expect(read?.extra ?? null).toBe(extra)
    const words = wordsOf(pair.channelId, 'mangoes season').map((word) => `'${word}'`)
    const found = sql`select id from chat_message where words @@ ${words.join(' & ')}::tsquery`.execute(server.db)
    expect((await found).rows).toEqual([{ id: told.id }])
  })
})

/** From an hour ago for two hours, by India's clock. */
function quietNow() {
  const at = (hours: number) =>
    new Date(server.clock.now().getTime() + hours * 3_600_000)
      .toLocaleTimeString('en-GB', { timeZone: 'Asia/Kolkata' })
      .slice(0, 5)
  return { begins: at(-1), ends: at(1) }
}
