import { exportOwnData } from '@saathi/contract/accounts/calls'
import { openCalendarFeed } from '@saathi/contract/calendar/integration-calls'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { endMentorship } from '#mentorship/public.ts'
import { calendarClient, calendarRows, monday, singleEvent, weeklyEvent } from '../../test/calendar-events.ts'
import { sharedServer, type TestServer } from '../../test/harness.ts'
import { dumpTables, occursIn } from '../../test/matrix/table-dump.ts'
import { buildMentorship } from '../../test/mentorships.ts'
import { erasePerson } from '../accounts/leave/leave.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
  server.clock.set(monday)
})

const log = pino({ level: 'silent' })

async function connect(personId: number, words: { email: string; access: string }) {
  const { id } = await server.db
    .insertInto('calendar_integration')
    .values({
      person_id: personId,
      provider: 'yahoo',
      email: words.email,
      sealed_access: Buffer.from(words.access),
      connected_at: server.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function eraseAccount(personId: number) {
  await server.db.updateTable('person').set({ leaves_at: server.clock.now() }).where('id', '=', personId).execute()
  await inTransaction(server.app.world, log, (ctx) => erasePerson(ctx, personId))
}

describe('the data export', () => {
  test("contains the person's events and connection, without credentials", async () => {
    const pair = await buildMentorship(server)
    const [asha = 0] = pair.menteeIds
    const calendar = calendarClient(server, pair)
    const { id } = await calendar.added(asha, singleEvent(pair, { description: 'Bring it.' }))
    await calendar.removed(asha, id)
    await calendar.added(pair.mentorId, weeklyEvent({ title: 'Not planned by me' }))
    await connect(asha, { email: 'asha@yahoo.example', access: 'sealed-access-of-asha' })
    await server.ask(asha, openCalendarFeed, { body: {} })
    const { parts } = (await server.ask(asha, exportOwnData, { body: {} })).body
    expect(parts['calendar']).toEqual({
      planned: [
        {
          title: 'Our call',
          description: 'Bring it.',
          scheduledTime: '2026-11-14T14:00:00.000Z',
          isPairGroupCall: true,
          eventFrequency: 'NONE',
          cancelledAt: expect.any(String),
        },
      ],
      answers: [
        {
          title: 'Our call',
          scheduledTime: '2026-11-14T14:00:00.000Z',
          isYes: true,
          answeredAt: expect.any(String),
        },
      ],
      otherTimes: [],
      freeHours: null,
      connections: [
        { provider: 'yahoo', email: 'asha@yahoo.example', connectedAt: expect.any(String), busyTimesReadSince: null },
      ],
      busyTimes: [],
      hasPrivateAddress: true,
    })
    const whole = JSON.stringify(parts)
    expect(JSON.stringify(parts['calendar'])).not.toContain('Not planned by me')
    expect(whole).not.toContain('sealed-access')
    expect(whole).not.toContain('calendar-feed')
  })

  test('is complete for a person without events', async () => {
    const { parts } = (await server.ask(await server.buildPerson(), exportOwnData, { body: {} })).body
    expect(parts['calendar']).toEqual({
      planned: [],
      answers: [],
      otherTimes: [],
      freeHours: null,
      connections: [],
      busyTimes: [],
      hasPrivateAddress: false,
    })
  })
})

describe('erasing a person', () => {
  test('deletes connection and feed; their events stay for the others without a name', async () => {
    const group = await buildMentorship(server, { mentees: 2 })
    const [asha = 0, ravi = 0] = group.menteeIds
    const calendar = calendarClient(server, group)
    const event = await calendar.added(asha, singleEvent(group, { title: 'For all of us' }))
    await connect(asha, { email: 'leaver@yahoo.example', access: 'sealed-access-of-leaver' })
    const kept = await connect(ravi, { email: 'stayer@yahoo.example', access: 'sealed-access-of-stayer' })
    const { feedUrl } = (await server.ask(asha, openCalendarFeed, { body: {} })).body
    await eraseAccount(asha)

    expect((await calendar.list(ravi)).map(({ id, title, createdBy }) => [id, title, createdBy])).toEqual([
      [event.id, 'For all of us', null],
    ])
    expect((await calendarRows(server, group.id)).series.map(({ created_by }) => created_by)).toEqual([null])
    const dump = await dumpTables(server.db)
    for (const word of ['leaver@yahoo.example', 'sealed-access-of-leaver']) expect(occursIn(dump, word)).toBe(false)
    expect(occursIn(dump, 'sealed-access-of-stayer')).toBe(true)
    expect(await server.db.selectFrom('calendar_integration').select('id').where('id', '=', kept).execute()).toHaveLength(1)
    expect(await server.db.selectFrom('calendar_feed').select('person_id').where('person_id', '=', asha).execute()).toEqual([])
    expect((await server.app.inject({ url: new URL(feedUrl).pathname })).statusCode).toBe(404)
  })

  test('that ends a pair wipes the texts of their events', async () => {
    const pair = await buildMentorship(server)
    const [asha = 0] = pair.menteeIds
    const calendar = calendarClient(server, pair)
    await server.ask(pair.mentorId, openCalendarFeed, { body: {} })
    await calendar.added(asha, weeklyEvent({ title: 'Planned by who leaves', description: 'In their own words' }))
    await calendar.added(pair.mentorId, weeklyEvent({ title: 'Planned by who stays' }))
    await eraseAccount(asha)
    const { series, events } = await calendarRows(server, pair.id)
    const words = [...series, ...events].map(({ title, description }) => `${title} ${description}`)
    expect(new Set(words)).toEqual(new Set(['- ', 'Planned by who stays ']))
    expect(events.map(({ cancelled_at }) => cancelled_at !== null)).toEqual(Array(8).fill(true))
  })

  test('that ends a pair wipes their titles in the notices of others, including earlier titles', async () => {
    const pair = await buildMentorship(server, { withPairManager: true })
    const [asha = 0] = pair.menteeIds
    const calendar = calendarClient(server, pair)
    const event = await calendar.added(asha, singleEvent(pair, { title: 'First words of who leaves' }))
    await calendar.edited(asha, event, { title: 'Last words of who leaves' })
    await calendar.added(pair.mentorId, singleEvent(pair, { title: 'Words of who stays' }))
    const titles = async () => {
      const ids = [pair.mentorId, pair.pairManagerId ?? 0]
      const rows = await server.db.selectFrom('notice').select('text_values').where('person_id', 'in', ids).execute()
      return JSON.stringify(rows)
    }
    for (const word of ['First words', 'Last words', 'Words of who stays']) expect(await titles()).toContain(word)
    await eraseAccount(asha)
    for (const word of ['First words', 'Last words']) expect(await titles()).not.toContain(word)
    expect(await titles()).toContain('Words of who stays')
  })

  test('wipes their texts later, when the remaining group ends', async () => {
    const group = await buildMentorship(server, { mentees: 2 })
    const [asha = 0] = group.menteeIds
    const calendar = calendarClient(server, group)
    await calendar.added(asha, weeklyEvent({ title: 'Planned by who left first', description: 'In their own words' }))
    await calendar.added(group.mentorId, singleEvent(group, { title: 'Planned by who stayed' }))
    await eraseAccount(asha)
    const words = async () => {
      const { series, events } = await calendarRows(server, group.id)
      return new Set([...series, ...events].map(({ title, description }) => `${title} ${description}`))
    }
    expect(await words()).toEqual(new Set(['Planned by who left first In their own words', 'Planned by who stayed ']))
    await inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, group.id))
    expect(await words()).toEqual(new Set(['- ', 'Planned by who stayed ']))
  })
})
