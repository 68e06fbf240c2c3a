import { chooseNotices, listNotices } from '@saathi/contract/notices/calls'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { endMentorship, leaveMentorship } from '#mentorship/public.ts'
import { calendarClient, calendarRows, monday, singleEvent, readIcs, weeklyEvent } from '../../../test/calendar-events.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildMentorship, type BuiltMentorship, openCurriculum } from '../../../test/mentorships.ts'
import { announceCancelled, notifyRevoked } from './notices.ts'

let server: TestServer
let pair: BuiltMentorship
let calendar: ReturnType<typeof calendarClient>
let [mentor, mentee, manager] = [0, 0, 0]
beforeAll(async () => {
  server = await startTestServer({ publicOrigin: 'https://saathi.example' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.set(monday)
  pair = await buildMentorship(server, { withPairManager: true })
  ;[mentor, mentee, manager] = [pair.mentorId, pair.menteeIds[0] ?? 0, pair.pairManagerId ?? 0]
  calendar = calendarClient(server, pair)
  server.delivered.length = 0
})

const log = pino({ level: 'silent' })

/** Calendar notices, oldest first. */
async function notices(who: number) {
  const { body } = await server.ask(who, listNotices, { query: {} })
  return body.notices.filter(({ kind }) => kind === 'calendar').toReversed()
}
async function mails(who: number) {
  const { email } = await server.db.selectFrom('person').select('email').where('id', '=', who).executeTakeFirstOrThrow()
  const columns = ['subject', 'text', 'html', 'calendar_file as file'] as const
  const rows = await server.db.selectFrom('mail').select(columns).where('to_address', '=', email).orderBy('id').execute()
  return rows.flatMap(({ file, ...mail }) => (file === null ? [] : [{ ...mail, file: readIcs(file) }]))
}
/** What the job does once a deletion can no longer be undone. */
async function announceRemovals() {
  const { rows } = await server.pool.query(`delete from jobs.job where name = 'calendar.announce_cancelled' returning data`)
  for (const { data } of rows) await inTransaction(server.app.world, log, (ctx) => announceCancelled(ctx, data))
}
const pushed = () =>
  server.delivered.flatMap((delivery) =>
    'to' in delivery && delivery.event.type === 'calendar.changed'
      ? [{ to: [...delivery.to].toSorted((a, b) => a - b), mentorship: delivery.event.mentorship }]
      : [],
  )
const everybody = () => [mentor, mentee, manager].toSorted((a, b) => a - b)

describe('a new event', () => {
  test('notifies everyone but its creator, with an ICS file', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    expect(pushed()).toEqual([{ to: everybody(), mentorship: pair.id }])
    const link = `/mentorship?mentorship=${pair.id}&calendar=2026-11-14`
    for (const who of [mentee, manager]) {
      expect(await notices(who)).toMatchObject([
        {
          title: 'New in your calendar: Our call',
          text: '“Our call” is planned for Saturday, 14 November 2026 at 7:30 pm, India time.',
          link,
        },
      ])
      const [mail, ...more] = await mails(who)
      expect(more).toEqual([])
      expect(mail?.subject).toBe('New in your calendar: Our call')
      expect(mail?.text).toContain('“Our call” is planned for Saturday, 14 November 2026 at 7:30 pm, India time.')
      expect(mail?.text).toContain(`https://saathi.example${link}`)
      expect(mail?.file).toMatchObject({
        method: null,
        events: [
          {
            uid: `${event.videos[0]?.sessionUuid}@saathi`,
            at: '2026-11-14T14:00:00.000Z',
            title: 'Our call',
            status: 'CONFIRMED',
            sequence: 1,
            url: `https://saathi.example/video/join-meeting/${event.videos[0]?.sessionUuid}?section=video`,
          },
        ],
      })
    }
    expect(await notices(mentor)).toEqual([])
    expect(await mails(mentor)).toEqual([])
  })

  test('that repeats is one notice and one mail with all occurrences', async () => {
    await calendar.added(mentee, weeklyEvent())
    expect(pushed()).toHaveLength(1)
    expect(await notices(mentor)).toMatchObject([
      { text: '“Weekly call” is planned 4 times. The first is on Saturday, 7 November 2026 at 7:30 pm, India time.' },
    ])
    const [mail, ...more] = await mails(mentor)
    expect(more).toEqual([])
    expect(mail?.file.events.map(({ at }) => at.slice(0, 10))).toEqual(['2026-11-07', '2026-11-14', '2026-11-21', '2026-11-28'])
    expect(new Set(mail?.file.events.map(({ uid }) => uid)).size).toBe(4)
  })

  test('is announced in the recipient’s language', async () => {
    const reader = await server.buildPerson({ language: 'hi' })
    const other = await buildMentorship(server, { menteeIds: [reader] })
    await calendarClient(server, other).added(other.mentorId, singleEvent(other, { title: 'बातचीत' }))
    expect(await notices(reader)).toMatchObject([
      {
        title: 'आपके कैलेंडर में नया: बातचीत',
        text: '“बातचीत” शनिवार, 14 नवंबर 2026 को 7:30 pm बजे (भारत का समय) तय हुआ है।',
      },
    ])
  })

  test('[DAY-36] names in its mail who planned it, how long it is and who comes, with a link to join, and in its file, too', async () => {
    const name = (id: number, first: string) =>
      server.db.updateTable('person').set({ first_name: first, last_name: 'K.' }).where('id', '=', id).execute()
    await name(mentor, 'Ravi')
    await name(mentee, 'Asha')
    const event = await calendar.added(mentor, singleEvent(pair, { minutes: 30 }))
    const [mail] = await mails(mentee)
    expect(mail?.text).toContain('Planned by Ravi.')
    expect(mail?.text).toMatch(/30 minutes, with (Ravi and Asha|Asha and Ravi)\./)
    expect(mail?.text).toContain(
      `Join the call: https://saathi.example/video/join-meeting/${event.videos[0]?.sessionUuid}?section=video`,
    )
    const raw = await server.db.selectFrom('mail').select('calendar_file as file').orderBy('id', 'desc').executeTakeFirst()
    const file = raw?.file?.replaceAll('\r\n ', '') ?? ''
    expect(file).toContain('DTEND:20261114T143000Z')
    expect(file).toMatch(/ORGANIZER;CN="?Ravi K\."?:MAILTO:member-\d+@saathi\.invalid/i)
    expect(file).toMatch(/ATTENDEE;[^\n]*PARTSTAT=ACCEPTED;[^\n]*CN="?Ravi K\./)
    expect(file).toMatch(/ATTENDEE;[^\n]*PARTSTAT=NEEDS-ACTION;[^\n]*CN="?Asha K\./)
  })

  test('in the past sends no notice, but refreshes the pages', async () => {
    await calendar.added(mentor, singleEvent(pair, { scheduledTime: '2026-10-30T19:30:00+05:30' }))
    expect(pushed()).toHaveLength(1)
    for (const who of everybody()) expect([await notices(who), await mails(who)]).toEqual([[], []])
  })

  test('that is not a call has no join URL', async () => {
    await calendar.added(mentor, singleEvent(pair, { isPairGroupCall: false }))
    const [mail] = await mails(mentee)
    expect(mail?.file.events[0]?.names).not.toContain('url')
    expect(JSON.stringify(mail)).not.toContain('join-meeting')
  })

  test('C68: is escaped in the mail', async () => {
    const title = '<a href="https://evil.test">Win</a> evil.test'
    await calendar.added(mentor, singleEvent(pair, { title }))
    const [mail] = await mails(mentee)
    expect(mail?.html).not.toContain('<a href="https://evil')
    expect(mail?.subject).not.toMatch(/evil\.test/)
    expect(mail?.file.events.map((event) => event.title)).toEqual([title])
  })
})

describe('a change', () => {
  test('notifies once, with an ICS file of the change', async () => {
    await calendar.added(mentor, weeklyEvent())
    const [, second] = await calendar.list(mentor)
    if (second) await calendar.edited(mentor, second, { scheduledTime: '2026-11-15T18:00:00+05:30' })
    const [, changed, ...more] = await notices(mentee)
    expect(more).toEqual([])
    expect(changed).toMatchObject({
      title: 'Changed in your calendar: Weekly call',
      text: '“Weekly call” was changed. It is on Sunday, 15 November 2026 at 6:00 pm, India time.',
      link: `/mentorship?mentorship=${pair.id}&calendar=2026-11-15`,
    })
    const [added, mail] = await mails(mentee)
    expect(mail?.file.events).toMatchObject([{ at: '2026-11-15T12:30:00.000Z', status: 'CONFIRMED', sequence: 2 }])
    expect(added?.file.events.map(({ uid }) => uid)).toContain(mail?.file.events[0]?.uid)
  })

  test('of a series notifies once, about future occurrences only', async () => {
    await calendar.added(mentor, weeklyEvent())
    server.clock.set(new Date('2026-11-16T12:00:00+05:30'))
    const [, , third] = await calendar.list(mentor)
    if (third) await calendar.edited(mentor, third, { title: 'Saturday call', applyToRecurring: 'ALL' })
    expect((await notices(mentee)).at(-1)?.text).toBe(
      '“Saturday call” was changed. There are 2 to come, the next on Saturday, 21 November 2026 at 7:30 pm, India time.',
    )
    expect((await mails(mentee)).at(-1)?.file.events.map(({ at }) => at.slice(0, 10))).toEqual(['2026-11-21', '2026-11-28'])
  })

  test('that adds, moves and cancels occurrences is one notice', async () => {
    await calendar.added(mentor, weeklyEvent())
    const [first] = await calendar.list(mentor)
    const changes = {
      eventFrequency: 'BIWEEKLY',
      repeatEndDate: '2026-12-05',
      title: 'Now and then',
      applyToRecurring: 'ALL',
    } as const
    if (first) await calendar.edited(mentor, first, changes)
    const found = await notices(mentee)
    expect(found).toHaveLength(2)
    expect(found[1]?.title).toBe('Changed in your calendar: Now and then')
    expect(found[1]?.text).toContain('There are 3 to come')
    const file = (await mails(mentee)).at(-1)?.file
    expect(file?.events.map(({ at, status }) => [at.slice(0, 10), status])).toEqual([
      ['2026-11-07', 'CONFIRMED'],
      ['2026-11-14', 'CANCELLED'],
      ['2026-11-21', 'CONFIRMED'],
      ['2026-11-28', 'CANCELLED'],
      ['2026-12-05', 'CONFIRMED'],
    ])
  })

  test('without any difference notifies nobody', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    await calendar.edited(mentor, event, {})
    expect(await notices(mentee)).toHaveLength(1)
    expect(await mails(mentee)).toHaveLength(1)
  })

  test('by another person notifies the creator', async () => {
    const event = await calendar.added(mentee, singleEvent(pair))
    await calendar.edited(manager, event, { title: 'Another' })
    expect((await notices(mentee)).map(({ title }) => title)).toEqual(['Changed in your calendar: Another'])
    expect(await notices(manager)).toHaveLength(1)
  })

  test('into the past is announced, too', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    await calendar.edited(mentor, event, { scheduledTime: '2026-10-01T10:00:00+05:30' })
    expect((await notices(mentee)).at(-1)?.title).toMatch(/^Changed in your calendar/)
  })

  test('that is refused notifies nobody', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    server.delivered.length = 0
    expect((await calendar.edit(mentor, event.id, { title: '' })).status).toBe(400)
    expect((await calendar.edit(mentee, event.id, singleEvent(pair))).status).toBe(403)
    expect([await notices(mentee), pushed()]).toMatchObject([[{}], []])
  })
})

describe('a cancellation', () => {
  test('notifies once, and is marked in the file', async () => {
    const event = await calendar.added(mentor, weeklyEvent())
    await calendar.removed(mentor, event.id, { applyToRecurring: 'ALL' })
    expect(await notices(mentee)).toHaveLength(1)
    await announceRemovals()
    expect((await notices(mentee)).at(-1)).toMatchObject({
      title: 'Cancelled: Weekly call',
      text: '4 dates of “Weekly call” were cancelled. The first was Saturday, 7 November 2026 at 7:30 pm, India time.',
    })
    const [added, cancelled, ...more] = await mails(mentee)
    expect(more).toEqual([])
    expect(cancelled?.file.events.map(({ uid }) => uid)).toEqual(added?.file.events.map(({ uid }) => uid))
    expect(cancelled?.file.events.map(({ status, sequence }) => `${status} ${sequence}`)).toEqual(Array(4).fill('CANCELLED 2'))
  })

  test('of one event says when it was', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    await calendar.removed(mentor, event.id)
    await announceRemovals()
    expect((await notices(manager)).at(-1)?.text).toBe(
      '“Our call” on Saturday, 14 November 2026 at 7:30 pm, India time, was cancelled.',
    )
  })
})

describe('calendar notices', () => {
  test('name nobody, because mentees of a group do not see each other', async () => {
    const group = await buildMentorship(server, { mentees: 2 })
    const [asha = 0, ravi = 0] = group.menteeIds
    const name = { first_name: 'Ashalata', last_name: 'Raokumar' }
    await server.db.updateTable('person').set(name).where('id', '=', asha).execute()
    await calendarClient(server, group).added(asha, singleEvent(group))
    const found = JSON.stringify([await notices(ravi), await mails(ravi)])
    expect(found).toContain('Our call')
    expect(found).not.toMatch(/Ashalata|Raokumar/)
  })

  test("respect the person's channel settings", async () => {
    const choose = (who: number, inApp: boolean, email: boolean) =>
      server.ask(who, chooseNotices, { body: { kind: 'calendar', inApp, email, push: true } })
    await choose(mentee, false, true)
    await choose(manager, true, false)
    await calendar.added(mentor, singleEvent(pair))
    expect([(await notices(mentee)).length, (await mails(mentee)).length]).toEqual([0, 1])
    expect([(await notices(manager)).length, (await mails(manager)).length]).toEqual([1, 0])
  })

  test('are not sent to people whose area is closed or who left', async () => {
    const group = await buildMentorship(server, { mentees: 3 })
    const [asha = 0, ravi = 0, zoya = 0] = group.menteeIds
    await openCurriculum(server, [asha], 'show')
    await inTransaction(server.app.world, log, (ctx) => leaveMentorship(ctx, group.id, ravi))
    server.delivered.length = 0
    await calendarClient(server, group).added(group.mentorId, singleEvent(group))
    for (const who of [asha, ravi]) expect([await notices(who), await mails(who)]).toEqual([[], []])
    expect(await notices(zoya)).toHaveLength(1)
    expect(pushed()).toEqual([{ to: [group.mentorId, zoya].toSorted((a, b) => a - b), mentorship: group.id }])
  })
})

describe('the end', () => {
  test('of a mentorship cancels future events without notices, and past ones stay', async () => {
    await calendar.added(mentor, weeklyEvent())
    server.clock.set(new Date('2026-11-16T12:00:00+05:30'))
    const before = [(await notices(mentee)).length, (await mails(mentee)).length]
    await inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, pair.id))
    const { events } = await calendarRows(server, pair.id)
    expect(events.map(({ cancelled_at, version }) => [cancelled_at !== null, version])).toEqual([
      [false, 1],
      [false, 1],
      [true, 2],
      [true, 2],
    ])
    expect([(await notices(mentee)).length, (await mails(mentee)).length]).toEqual(before)
  })

  test("for one member changes nothing for the others, not even that member's events", async () => {
    const group = await buildMentorship(server, { mentees: 2 })
    const [asha = 0, ravi = 0] = group.menteeIds
    const here = calendarClient(server, group)
    const event = await here.added(asha, singleEvent(group))
    await inTransaction(server.app.world, log, (ctx) => leaveMentorship(ctx, group.id, asha))
    for (const who of [ravi, group.mentorId]) expect((await here.list(who)).map(({ id }) => id)).toEqual([event.id])
    expect((await here.list(group.mentorId))[0]).toMatchObject({ createdBy: null, mayEdit: true })
  })
})

test('a revoked connection notifies its owner with the provider’s name', async () => {
  await inTransaction(server.app.world, log, (ctx) => notifyRevoked(ctx, { personId: mentee, provider: 'outlook' }))
  expect(await notices(mentee)).toMatchObject([
    { title: 'Your Outlook calendar is no longer connected', link: '/mentorship?calendar=' },
  ])
  expect(await notices(mentor)).toEqual([])
})

test('the mailbox at /dev shows the file if there is one', async () => {
  const { email } = await server.db.selectFrom('person').select('email').where('id', '=', mentee).executeTakeFirstOrThrow()
  await inTransaction(server.app.world, log, (ctx) => ctx.raise({ type: 'accounts.password_changed', personId: mentee }))
  await calendar.added(mentor, singleEvent(pair))
  const { mail } = (await server.app.inject({ url: `/dev/mail.json?to=${email}` })).json()
  const [planned, another] = mail
  expect(readIcs(planned.calendar_file).events).toHaveLength(1)
  expect(another).not.toHaveProperty('calendar_file')
})
