import { randomUUID } from 'node:crypto'
import {
  addCalendarEvent,
  DESCRIPTION_MAX,
  editCalendarEvent,
  EVENTS_MAX,
  EVENTS_PER_PERSON_MAX,
  listCalendarEvents,
  removeCalendarEvent,
  TITLE_MAX,
} from '@saathi/contract/calendar/calls'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { endMentorship, leaveMentorship } from '#mentorship/public.ts'
import {
  calendarClient,
  calendarRows,
  monday,
  singleEvent,
  toEditBody,
  describeEvent,
  weeklyEvent,
} from '../../test/calendar-events.ts'
import { sharedServer, toRequest, type TestServer } from '../../test/harness.ts'
import { buildMentorship, type BuiltMentorship, buildMentorshipSession, openCurriculum } from '../../test/mentorships.ts'
import { rows } from '../../test/rows.ts'

let server: TestServer
let pair: BuiltMentorship
let calendar: ReturnType<typeof calendarClient>
let [mentor, mentee, manager] = [0, 0, 0]
beforeAll(async () => {
  server = await sharedServer()
  server.clock.set(monday)
})
beforeEach(async () => {
  pair = await buildMentorship(server, { withPairManager: true })
  ;[mentor, mentee, manager] = [pair.mentorId, pair.menteeIds[0] ?? 0, pair.pairManagerId ?? 0]
  calendar = calendarClient(server, pair)
})

const log = pino({ level: 'silent' })
const ABSENT = 2_000_000_000
const path = () => `/api/v1/mentorships/${pair.id}/calendar-events/`
const countNotices = async () => (await sql<{ n: number }>`select count(*)::int as n from notice`.execute(server.db)).rows[0]?.n

/** Sends raw JSON, so that anything can be sent. */
async function send(who: number, method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${await server.tokenFor(who)}` }
  const { statusCode, body } = await server.app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: statusCode, body: JSON.parse(body), text: body }
}

describe('the event list', () => {
  test('[CAL-01] is sorted by time, regardless of who added what and when', async () => {
    await calendar.added(mentor, singleEvent(pair, { title: 'Third', scheduledTime: '2026-11-20T10:00:00+05:30' }))
    await calendar.added(mentee, singleEvent(pair, { title: 'First', scheduledTime: '2026-10-20T10:00:00+05:30' }))
    await calendar.added(manager, singleEvent(pair, { title: 'Second', scheduledTime: '2026-11-20T04:00:00Z' }))
    for (const who of [mentor, mentee, manager]) {
      expect((await calendar.list(who)).map(({ title }) => title)).toEqual(['First', 'Second', 'Third'])
    }
  })

  test('[CAL-02] includes the sessions to choose from, also for the pair manager', async () => {
    const [first, second] = [
      await buildMentorshipSession(server, { title: 'First' }),
      await buildMentorshipSession(server, { title: 'Second' }),
    ]
    const group = await buildMentorship(server, { mentees: 2, withPairManager: true, sessions: [second, first] })
    await server.db
      .insertInto('session_text')
      .values({ session_id: first.id, language_code: 'hi', title: 'पहला', overview: '' })
      .execute()
    const [asha = 0] = group.menteeIds
    await server.db.updateTable('person').set({ language_code: 'hi' }).where('id', '=', asha).execute()
    const sessionsOf = async (who: number) => {
      const { status, body } = await calendarClient(server, group).read(who)
      expect(status).toBe(200)
      return body.sessions
    }
    const due = expect.stringMatching(/^2026-.*Z$/)
    expect(await sessionsOf(asha)).toEqual([
      { id: second.id, title: 'Second', localeTitle: 'Second', endDate: due },
      { id: first.id, title: 'First', localeTitle: 'पहला', endDate: due },
    ])
    expect(await sessionsOf(group.pairManagerId ?? 0)).toEqual([
      { id: second.id, title: 'Second', localeTitle: 'Second', endDate: null },
      { id: first.id, title: 'First', localeTitle: 'First', endDate: null },
    ])
    expect((await sessionsOf(group.mentorId))?.map(({ id }) => id)).toEqual([second.id, first.id])
    for (const { id } of (await sessionsOf(group.pairManagerId ?? 0)) ?? []) {
      const planned = singleEvent(group, { sessionId: id })
      expect(await calendarClient(server, group).added(group.pairManagerId ?? 0, planned)).toMatchObject({ sessionId: id })
    }
  })

  test('contains all fields with the names of the specification', async () => {
    const event = await calendar.added(mentor, singleEvent(pair, { description: 'Bring\nyour notebook.' }))
    const headers = { authorization: `Bearer ${await server.tokenFor(mentee)}` }
    const { events } = (await server.app.inject({ url: path(), headers })).json()
    expect(events).toEqual([
      {
        id: event.id,
        series: expect.any(Number),
        title: 'Our call',
        description: 'Bring\nyour notebook.',
        event_frequency: 'NONE',
        scheduled_time: '2026-11-14T14:00:00.000Z',
        time_zone: 'Asia/Kolkata',
        series_date: '2026-11-14',
        session_id: pair.sessions[0]?.id,
        session_name: expect.any(String),
        locale_session_name: expect.any(String),
        is_pair_group_call: true,
        is_recurring_event: false,
        is_exception: false,
        repeat_end_date: null,
        mentorship: pair.id,
        mentor_group: null,
        minutes: 60,
        planned_at: expect.any(String),
        answers: [{ user_id: mentor, is_yes: true, answered_at: expect.any(String) }],
        proposals: [],
        created_by: mentor,
        may_edit: false,
        version: 1,
        videos: [{ session_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) }],
      },
    ])
  })

  test('starts a year ago by default, and respects `from` and `until`', async () => {
    const at = (title: string, scheduledTime: string) => calendar.added(mentor, singleEvent(pair, { title, scheduledTime }))
    await at('Long ago', '2025-10-01T10:00:00+05:30')
    await at('Lately', '2026-10-01T10:00:00+05:30')
    await at('Soon', '2026-12-01T10:00:00+05:30')
    const titles = async (query: Parameters<typeof calendar.read>[1]) =>
      (await calendar.read(mentee, query)).body.events.map(({ title }) => title)
    expect(await titles({})).toEqual(['Lately', 'Soon'])
    expect(await titles({ from: '2020-01-01T00:00:00Z' })).toEqual(['Long ago', 'Lately', 'Soon'])
    const [from, until] = ['2026-10-01T10:00:00+05:30', '2026-12-01T10:00:00+05:30']
    expect(await titles({ from, until })).toEqual(['Lately'])
    expect(await titles({ from: until, until: from })).toEqual([])
  })

  test('C64: has pages of 75 without gaps, even with many events at one time', async () => {
    const times = Array.from({ length: 3 }, (_, at) => weeklyEvent({ title: `Series ${at}`, repeatEndDate: '2027-12-25' }))
    for (const body of times) await calendar.added(mentor, body)
    const whole: number[] = []
    let query: Parameters<typeof calendar.read>[1] = {}
    for (;;) {
      const { body } = await calendar.read(mentee, query)
      expect(body.events.length).toBeLessThanOrEqual(75)
      whole.push(...body.events.map(({ id }) => id))
      if (body.next === null) break
      query = body.next
    }
    const { events } = await calendarRows(server, pair.id)
    expect(whole).toHaveLength(180)
    const inOrder = events.toSorted((a, b) => a.scheduled_at.getTime() - b.scheduled_at.getTime() || a.id - b.id)
    expect(whole).toEqual(inOrder.map(({ id }) => id))
  })

  test('C64: stays below 250 kB with the longest texts', async () => {
    const body = weeklyEvent({
      title: 'क'.repeat(TITLE_MAX),
      description: 'क'.repeat(DESCRIPTION_MAX),
      repeatEndDate: '2027-12-25',
    })
    for (let at = 0; at < 3; at += 1) await calendar.added(mentee, body)
    const headers = { authorization: `Bearer ${await server.tokenFor(mentor)}` }
    expect(Buffer.byteLength((await server.app.inject({ url: path(), headers })).body)).toBeLessThan(250_000)
  })

  test('has the session title in the viewer’s language, which can also be used to select the session', async () => {
    const session = await buildMentorshipSession(server, { title: 'Listening well', hindiTitle: 'ध्यान से सुनना' })
    const reader = await server.buildPerson({ language: 'hi' })
    const other = await buildMentorship(server, { sessions: [session], menteeIds: [reader] })
    const here = calendarClient(server, other)
    for (const sessionName of ['Listening well', 'ध्यान से सुनना']) {
      const body = singleEvent(other, { sessionId: null, sessionName })
      expect(await here.added(reader, body)).toMatchObject({
        sessionId: session.id,
        sessionName: 'Listening well',
        localeSessionName: 'ध्यान से सुनना',
      })
    }
    expect((await here.list(other.mentorId))[0]?.localeSessionName).toBe('Listening well')
  })

  test('of a group has mentorGroup set', async () => {
    const group = await buildMentorship(server, { mentees: 2 })
    expect(await calendarClient(server, group).added(group.mentorId, weeklyEvent())).toMatchObject({
      mentorship: group.id,
      mentorGroup: group.id,
    })
  })
})

describe('access', () => {
  test('[CAL-07] mentor, mentee and pair manager can read and add events', async () => {
    for (const who of [mentor, mentee, manager]) {
      expect(await calendar.added(who, singleEvent(pair))).toMatchObject({ createdBy: who, mayEdit: true })
    }
    for (const who of [mentor, mentee, manager]) expect(await calendar.list(who)).toHaveLength(3)
  })

  test('[CAL-07] creator, mentor and pair manager can change and cancel an event', async () => {
    for (const who of [mentee, mentor, manager]) {
      const event = await calendar.added(mentee, singleEvent(pair))
      const mine = (await calendar.list(who)).find(({ id }) => id === event.id)
      expect(mine?.mayEdit).toBe(true)
      const changed = await calendar.edited(who, event, { title: 'Changed' })
      await calendar.removed(who, changed.id, { version: changed.version })
    }
    expect(await calendar.list(mentee)).toEqual([])
  })

  test('[CAL-04] an event that somebody changed in the meantime is neither changed nor cancelled', async () => {
    const seen = await calendar.added(mentee, singleEvent(pair))
    await calendar.edited(mentor, seen, { title: 'Changed' })
    const before = await calendarRows(server, pair.id)
    const refused = { status: 409, body: { code: 'calendar.changed' } }
    expect(await calendar.edit(mentee, seen.id, toEditBody(seen, { title: 'Mine' }))).toMatchObject(refused)
    expect(await calendar.remove(mentee, seen.id, { version: seen.version })).toMatchObject(refused)
    expect(await calendarRows(server, pair.id)).toEqual(before)
  })

  test('[CAL-07] a mentee cannot change an event of someone else', async () => {
    const event = await calendar.added(mentor, weeklyEvent())
    const before = await calendarRows(server, pair.id)
    expect((await calendar.list(mentee)).map(({ mayEdit }) => mayEdit)).toEqual([false, false, false, false])
    const refused = { status: 403, body: { code: 'calendar.not_yours' } }
    expect(await calendar.edit(mentee, event.id, toEditBody(event, { title: 'Mine' }))).toMatchObject(refused)
    for (const applyToRecurring of ['THIS', 'FOLLOWING', 'ALL'] as const) {
      expect(await calendar.remove(mentee, event.id, { applyToRecurring })).toMatchObject(refused)
    }
    expect(await calendarRows(server, pair.id)).toEqual(before)
  })

  test('[CAL-07] mentees of a group do not see which of them created an event', async () => {
    const group = await buildMentorship(server, { mentees: 2, withPairManager: true })
    const [asha = 0, ravi = 0] = group.menteeIds
    const here = calendarClient(server, group)
    await here.added(asha, singleEvent(group))
    const knows = async (who: number) => (await here.list(who))[0]?.createdBy
    expect(await knows(ravi)).toBeNull()
    for (const who of [asha, group.mentorId, group.pairManagerId ?? 0]) expect(await knows(who)).toBe(asha)
    await here.added(group.mentorId, singleEvent(group, { scheduledTime: '2026-11-01T10:00:00+05:30' }))
    expect(await knows(ravi)).toBe(group.mentorId)
  })

  const inputs = {
    title: 'Mine',
    isPairGroupCall: true,
    eventFrequency: 'NONE',
    scheduledTime: '2026-11-14T19:30:00+05:30',
  } as const
  type At = { mentorshipId: number; id: number }
  const requests: [string, (at: At) => ReturnType<typeof toRequest>][] = [
    ['listing', ({ mentorshipId }) => toRequest(listCalendarEvents, { params: { mentorshipId }, query: {} }, {})],
    ['planning', ({ mentorshipId }) => toRequest(addCalendarEvent, { params: { mentorshipId }, body: inputs }, {})],
    ['changing', (params) => toRequest(editCalendarEvent, { params, body: inputs }, {})],
    ['cancelling', (params) => toRequest(removeCalendarEvent, { params, query: {} }, {})],
  ]

  describe.each(requests)('%s', (_what, request) => {
    async function ask(who: number | null, at: At) {
      const authorization = who === null ? {} : { authorization: `Bearer ${await server.tokenFor(who)}` }
      const { statusCode, body } = await server.app.inject({ ...request(at), headers: authorization })
      return { statusCode, body }
    }
    const nowhere = { mentorshipId: ABSENT, id: ABSENT }

    test('[CAL-07] requires a sign-in', async () => {
      const event = await calendar.added(mentor, singleEvent(pair))
      expect((await ask(null, { mentorshipId: pair.id, id: event.id })).statusCode).toBe(401)
    })

    test('[CAL-07] gives a stranger the same bytes as for a missing mentorship', async () => {
      const event = await calendar.added(mentor, singleEvent(pair))
      const stranger = (await buildMentorship(server)).mentorId
      const before = await calendarRows(server, pair.id)
      const refused = await ask(stranger, { mentorshipId: pair.id, id: event.id })
      expect(refused.statusCode).toBe(404)
      expect(refused).toEqual(await ask(stranger, nowhere))
      expect(await calendarRows(server, pair.id)).toEqual(before)
    })

    test('[CAL-07] treats people who left, and everyone after the end, as strangers', async () => {
      const group = await buildMentorship(server, { mentees: 2 })
      const [asha = 0, ravi = 0] = group.menteeIds
      const event = await calendarClient(server, group).added(asha, singleEvent(group))
      await inTransaction(server.app.world, log, (ctx) => leaveMentorship(ctx, group.id, asha))
      const at = { mentorshipId: group.id, id: event.id }
      expect(await ask(asha, at)).toEqual(await ask(asha, nowhere))
      await inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, group.id))
      for (const who of [ravi, group.mentorId]) expect(await ask(who, at)).toEqual(await ask(who, nowhere))
    })

    test.each(['show', 'off'])('[CAL-07] is refused while the curriculum flag is ‘%s’, and nothing changes', async (flag) => {
      const event = await calendar.added(mentor, singleEvent(pair))
      await openCurriculum(server, [mentor], flag)
      const before = await calendarRows(server, pair.id)
      const refused = await ask(mentor, { mentorshipId: pair.id, id: event.id })
      expect([refused.statusCode, JSON.parse(refused.body).code]).toEqual([403, 'learning.curriculum_locked'])
      expect(await calendarRows(server, pair.id)).toEqual(before)
    })
  })

  test('C19: an event of another mentorship cannot be changed or cancelled through the path of one’s own', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    const other = await buildMentorship(server)
    const here = calendarClient(server, other)
    const before = await calendarRows(server, pair.id)
    const notThere = { status: 404, body: { code: 'calendar.event_not_found' } }
    expect(await here.edit(other.mentorId, event.id, singleEvent(other, { title: 'Mine' }))).toMatchObject(notThere)
    expect(await here.remove(other.mentorId, event.id, { applyToRecurring: 'ALL' })).toMatchObject(notThere)
    const absent = await here.remove(other.mentorId, ABSENT)
    expect((await here.remove(other.mentorId, event.id)).body).toEqual(absent.body)
    expect(await calendarRows(server, pair.id)).toEqual(before)
    expect((await calendarRows(server, other.id)).events).toEqual([])
  })

  test('C19: the mentorship in the body must match the path', async () => {
    const other = await buildMentorship(server)
    const here = calendarClient(server, other)
    for (const [field, name] of [
      ['mentorship', 'mentorship'],
      ['mentorGroup', 'mentor_group'],
    ] as const) {
      const answer = await here.add(other.mentorId, singleEvent(other, { [field]: pair.id }))
      expect(answer).toMatchObject({ status: 400, body: { errors: { [name]: [expect.any(String)] } } })
    }
    expect((await here.add(other.mentorId, singleEvent(other, { mentorship: other.id, mentorGroup: null }))).status).toBe(200)
    expect((await calendarRows(server, pair.id)).events).toEqual([])
    expect((await calendarRows(server, other.id)).events).toHaveLength(1)
  })
})

describe('bad input', () => {
  const required = 'This field is required'
  const single = () => ({
    title: 'Our call',
    is_pair_group_call: true,
    event_frequency: 'NONE',
    scheduled_time: '2026-11-14T19:30:00+05:30',
    session_id: pair.sessions[0]?.id,
  })
  const repeated = { event_frequency: 'WEEKLY', repeat_end_date: '2026-11-28', session_id: null }
  const [anything, isRequired] = [/./, /^This field is required$/]
  const bad: [string, object, string, RegExp][] = [
    ['no title', { title: '' }, 'title', isRequired],
    ['a blank title', { title: ' \u00a0 ' }, 'title', isRequired],
    ['a title with CR LF', { title: 'Call\r\nATTENDEE:mailto:evil@evil.test' }, 'title', anything],
    ['a title with a line separator', { title: 'Call\u2028ATTENDEE' }, 'title', anything],
    ['a title with a control character', { title: 'Call\u0007' }, 'title', anything],
    ['a title that is too long', { title: 'a'.repeat(121) }, 'title', anything],
    ['a description that is too long', { description: 'a'.repeat(2001) }, 'description', anything],
    ['a description with a control character', { description: 'a\u0008' }, 'description', anything],
    ['no value for is_pair_group_call', { is_pair_group_call: null }, 'is_pair_group_call', isRequired],
    ['a string for is_pair_group_call', { is_pair_group_call: 'Yes' }, 'is_pair_group_call', anything],
    ['no time', { scheduled_time: null }, 'scheduled_time', isRequired],
    ['a time without an offset', { scheduled_time: '2026-11-14T19:30:00' }, 'scheduled_time', anything],
    ['a day that does not exist', { scheduled_time: '2026-11-31T19:30:00+05:30' }, 'scheduled_time', anything],
    ['the year 9999', { scheduled_time: '9999-12-31T19:30:00+05:30' }, 'scheduled_time', anything],
    ['more than five years ahead', { scheduled_time: '2031-11-03T19:30:00+05:30' }, 'scheduled_time', anything],
    ['the year 1970', { scheduled_time: '1970-01-01T00:00:00Z' }, 'scheduled_time', anything],
    ['the year 1', { scheduled_time: '0001-01-01T00:00:00Z' }, 'scheduled_time', anything],
    ['the last moment of 2019', { scheduled_time: '2019-12-31T23:59:59Z' }, 'scheduled_time', anything],
    ['no frequency', { event_frequency: null }, 'event_frequency', isRequired],
    ['an unknown frequency', { event_frequency: 'DAILY' }, 'event_frequency', anything],
    ['a single event without session', { session_id: null }, 'session_name', isRequired],
    ['an end date without repeat', { repeat_end_date: '2026-11-28' }, 'repeat_end_date', anything],
    ['a repeating event without end', { ...repeated, repeat_end_date: null }, 'repeat_end_date', isRequired],
    ['an end before the start', { ...repeated, repeat_end_date: '2026-11-13' }, 'repeat_end_date', anything],
    ['an end in the year 9999', { ...repeated, repeat_end_date: '9999-12-31' }, 'repeat_end_date', anything],
    ['an end in the year 0', { ...repeated, repeat_end_date: '0000-01-01' }, 'repeat_end_date', anything],
    ['an end that is not a date', { ...repeated, repeat_end_date: '2026-02-30' }, 'repeat_end_date', anything],
    ['a zone that does not exist', { time_zone: 'Mars/Olympus' }, 'time_zone', anything],
    ['a zone with a line break', { time_zone: 'Asia/Kolkata\r\nX' }, 'time_zone', anything],
    ['an unknown session id', { session_id: ABSENT }, 'session_id', anything],
    ['an unknown session name', { session_id: null, session_name: 'Nothing' }, 'session_name', anything],
    ['an unknown field', { colour: 'red' }, 'colour', anything],
    ['a contradiction of is_recurring_event and frequency', { is_recurring_event: true }, 'is_recurring_event', anything],
    ['a title with a bidi override', { title: 'Call \u202Eexe.fdp' }, 'title', anything],
  ]

  test.each(bad)('%s is refused with its field; nothing is stored or sent', async (_what, changes, field, text) => {
    const before = [await calendarRows(server, pair.id), await countNotices(), server.delivered.length]
    const answer = await send(mentor, 'POST', path(), { ...single(), ...changes })
    expect(answer).toMatchObject({ status: 400, body: { code: 'core.bad_input' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
    expect(answer.body.errors[field].join()).toMatch(text)
    expect([await calendarRows(server, pair.id), await countNotices(), server.delivered.length]).toEqual(before)
  })

  test.each(rows(bad, 6))('%s is refused in an edit', async (_what, changes, field) => {
    const event = await calendar.added(mentor, singleEvent(pair))
    const before = [await calendarRows(server, pair.id), await countNotices()]
    const answer = await send(mentor, 'PUT', `${path()}${event.id}/`, { ...single(), ...changes })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]])
    expect([await calendarRows(server, pair.id), await countNotices()]).toEqual(before)
  })

  test('a repeating event cannot have a session', async () => {
    const answer = await calendar.add(mentor, weeklyEvent({ sessionId: pair.sessions[0]?.id ?? 0 }))
    expect(answer).toMatchObject({ status: 400, body: { errors: { session_name: [expect.any(String)] } } })
  })

  test('a session of another mentorship is refused', async () => {
    const other = await buildMentorship(server)
    const answer = await calendar.add(mentor, singleEvent(other))
    expect(answer).toMatchObject({ status: 400, body: { errors: { session_id: [expect.any(String)] } } })
  })

  test('[CAL-02] all missing fields are reported at once', async () => {
    const { status, body } = await send(mentor, 'POST', path(), {})
    expect(status).toBe(400)
    expect(body.errors).toEqual({
      title: [required],
      is_pair_group_call: [required],
      scheduled_time: [required],
      event_frequency: [required],
    })
  })

  test('[CAL-02] an event that is not a call is valid', async () => {
    expect(await calendar.added(mentor, singleEvent(pair, { isPairGroupCall: false }))).toMatchObject({ isPairGroupCall: false })
  })

  test('an event can be sent back as it was read', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    const headers = { authorization: `Bearer ${await server.tokenFor(mentor)}` }
    const [read] = (await server.app.inject({ url: path(), headers })).json().events
    const sent = { ...read, title: 'Sent back', apply_to_recurring: 'THIS', created_by: mentee, videos: [] }
    const answer = await send(mentor, 'PUT', `${path()}${event.id}/`, sent)
    expect(answer).toMatchObject({ status: 200, body: { title: 'Sent back', created_by: mentor, videos: read.videos } })
    const copied = await send(mentor, 'POST', path(), { ...sent, version: undefined, id: null })
    expect(copied).toMatchObject({ status: 200, body: { created_by: mentor } })
    expect(copied.body.videos).not.toEqual(read.videos)
    const other = await send(mentor, 'PUT', `${path()}${event.id}/`, { ...sent, version: undefined, id: copied.body.id })
    expect(other).toMatchObject({ status: 400, body: { errors: { id: [expect.any(String)] } } })
  })

  test('seconds are dropped', async () => {
    const exact = await calendar.added(mentor, singleEvent(pair, { scheduledTime: '2026-11-14T19:30:41.250+05:30' }))
    expect(exact.scheduledTime).toBe('2026-11-14T14:00:00.000Z')
  })

  test('a session name that does not match the id is refused', async () => {
    const [first, second] = pair.sessions
    const { sessionName } = await calendar.added(mentor, singleEvent(pair, { sessionId: second?.id ?? 0 }))
    const answer = await calendar.add(mentor, singleEvent(pair, { sessionId: first?.id ?? 0, sessionName }))
    expect(answer).toMatchObject({ status: 400, body: { errors: { session_name: [expect.any(String)] } } })
  })

  test('an unknown scope is refused for changing and cancelling', async () => {
    const event = await calendar.added(mentor, weeklyEvent())
    const before = await calendarRows(server, pair.id)
    const url = `${path()}${event.id}/`
    const put = await send(mentor, 'PUT', url, { apply_to_recurring: 'SOME' })
    expect(put).toMatchObject({ status: 400, body: { errors: { apply_to_recurring: [expect.any(String)] } } })
    const removal = await send(mentor, 'DELETE', `${url}?apply_to_recurring=SOME`)
    expect(removal).toMatchObject({ status: 400, body: { errors: { apply_to_recurring: [expect.any(String)] } } })
    expect(await calendarRows(server, pair.id)).toEqual(before)
  })

  test('texts are trimmed, and any script is accepted', async () => {
    const answer = await calendar.added(mentor, singleEvent(pair, { title: '  बातचीत 👩‍🏫 ', description: '\n Bring it. \n' }))
    expect(answer).toMatchObject({ title: 'बातचीत 👩‍🏫', description: 'Bring it.' })
  })
})

describe('adding an event', () => {
  test('too often per minute is refused, counting failed attempts', async () => {
    const { mentorId, id } = await buildMentorship(server)
    const here = calendarClient(server, { id })
    for (let tries = 0; tries < 30; tries += 1) expect((await here.remove(mentorId, ABSENT)).status).toBe(404)
    expect(await here.remove(mentorId, ABSENT)).toMatchObject({ status: 429, body: { code: 'core.too_many' } })
    const other = await buildMentorship(server)
    expect((await calendarClient(server, other).add(other.mentorId, singleEvent(other))).status).toBe(200)
  })

  test('concurrently does not exceed the maximum', async () => {
    const full = await buildMentorship(server)
    const here = calendarClient(server, full)
    const { id, series } = await here.added(full.mentorId, singleEvent(full))
    await sql`insert into calendar_event (series_id, mentorship_id, series_date, scheduled_at, title, description, is_pair_group_call, session_id, created_at, updated_at)
      select series_id, mentorship_id, series_date + n, scheduled_at - n * interval '1 hour', title, description, is_pair_group_call, session_id, created_at, updated_at
      from calendar_event, generate_series(1, ${EVENTS_PER_PERSON_MAX - 2}::int) as n where id = ${id} and series_id = ${series}`.execute(
      server.db,
    )
    const answers = await Promise.all([here.add(full.mentorId, singleEvent(full)), here.add(full.mentorId, singleEvent(full))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await calendarRows(server, full.id)).events).toHaveLength(EVENTS_PER_PERSON_MAX)
  })

  test('twice with one idempotency key adds and notifies once, even concurrently', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const both = await Promise.all([calendar.add(mentor, weeklyEvent(), key), calendar.add(mentor, weeklyEvent(), key)])
    const again = await calendar.add(mentor, weeklyEvent(), key)
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    for (const { body } of [...both, again]) expect(body).toEqual(again.body)
    expect(await calendar.list(mentor)).toHaveLength(4)
    const notices = await server.db
      .selectFrom('notice')
      .select('person_id')
      .where('person_id', 'in', [mentor, mentee, manager])
      .where('kind', '=', 'calendar')
      .execute()
    expect(notices.map(({ person_id }) => person_id).toSorted((a, b) => a - b)).toEqual(
      [mentee, manager].toSorted((a, b) => a - b),
    )
  })

  test('with a reused idempotency key is refused', async () => {
    const key = { 'idempotency-key': randomUUID() }
    await calendar.add(mentor, weeklyEvent(), key)
    expect(await calendar.add(mentor, weeklyEvent({ title: 'Another' }), key)).toMatchObject({
      body: { code: 'core.idempotency_key_reused' },
    })
    expect(await calendar.list(mentor)).toHaveLength(4)
  })

  test('returns the first occurrence of a series', async () => {
    const first = await calendar.added(mentor, weeklyEvent())
    expect(describeEvent(first)).toBe('11-07 19:30 Weekly call')
    expect(first).toMatchObject({ isRecurringEvent: true, repeatEndDate: '2026-11-28', seriesDate: '2026-11-07' })
  })

  test('is refused in a full calendar, without side effects', async () => {
    const first = await calendar.added(mentor, weeklyEvent())
    const other = await calendar.added(manager, weeklyEvent())
    await sql`
      insert into calendar_event
        (series_id, mentorship_id, series_date, scheduled_at, title, description, is_pair_group_call, created_at, updated_at)
      select ${other.series}::bigint, ${pair.id}::bigint, date '2027-01-01' + n, timestamptz '2027-01-01 10:00+05:30' + n * interval '1 day',
        'Full', '', true, now(), now()
      from generate_series(1, ${EVENTS_MAX - 10}::int) as n`.execute(server.db)
    const full = { status: 409, body: { code: 'calendar.full' } }
    const before = await calendarRows(server, pair.id)
    expect(await calendar.add(mentor, weeklyEvent())).toMatchObject(full)
    const longer = toEditBody(first, { repeatEndDate: '2026-12-19', applyToRecurring: 'ALL' })
    expect(await calendar.edit(mentor, first.id, longer)).toMatchObject(full)
    expect(await calendarRows(server, pair.id)).toEqual(before)
    expect((await calendar.add(mentor, singleEvent(pair))).status).toBe(200)
    expect((await calendar.add(mentor, singleEvent(pair))).status).toBe(200)
    expect(await calendar.add(mentor, singleEvent(pair))).toMatchObject(full)
  })

  test('is refused to a person who added three hundred events, and to nobody else', async () => {
    const year = weeklyEvent({ repeatEndDate: '2027-12-25' })
    for (let at = 0; at < EVENTS_PER_PERSON_MAX / 60; at += 1) expect((await calendar.add(mentee, year)).status).toBe(200)
    expect(await calendar.add(mentee, singleEvent(pair))).toMatchObject({ status: 409, body: { code: 'calendar.full' } })
    expect((await calendar.add(mentor, singleEvent(pair))).status).toBe(200)
    const [first] = await calendar.list(mentee)
    await calendar.removed(mentee, first?.id ?? 0)
    expect((await calendar.add(mentee, singleEvent(pair))).status).toBe(200)
  })
})
