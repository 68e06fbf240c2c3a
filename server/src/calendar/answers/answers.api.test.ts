import { randomUUID } from 'node:crypto'
import * as calls from '@saathi/contract/calendar/time-calls'
import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import { listNotices } from '@saathi/contract/notices/calls'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calendarClient, calendarRows, describeEvent, monday, singleEvent, weeklyEvent } from '../../../test/calendar-events.ts'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { buildMentorship, type BuiltMentorship } from '../../../test/mentorships.ts'

let server: TestServer
let pair: BuiltMentorship
let calendar: ReturnType<typeof calendarClient>
let [mentor, mentee, manager] = [0, 0, 0]
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  server.clock.set(monday)
  pair = await buildMentorship(server, { withPairManager: true })
  ;[mentor, mentee, manager] = [pair.mentorId, pair.menteeIds[0] ?? 0, pair.pairManagerId ?? 0]
  calendar = calendarClient(server, pair)
})

type AnswerBody = { answer?: 'yes' | 'no'; scheduledTime?: string; applyToRecurring?: 'THIS' | 'ALL' }
const answer = (who: number, event: CalendarEvent, body: AnswerBody = {}) =>
  server.ask(who, calls.answerEvent, {
    params: { mentorshipId: pair.id, id: event.id },
    body: { answer: 'yes', scheduledTime: event.scheduledTime, ...body },
  })
const propose = (who: number, event: CalendarEvent, scheduledTime: string, note = '') =>
  server.ask(
    who,
    calls.proposeTime,
    { params: { mentorshipId: pair.id, id: event.id }, body: { scheduledTime, note } },
    { 'idempotency-key': randomUUID() },
  )
const settle = (who: number, event: CalendarEvent, reply: 'yes' | 'no') =>
  server.ask(who, calls.answerProposal, {
    params: { mentorshipId: pair.id, id: event.id, proposalId: event.proposals[0]?.id ?? 1 },
    body: { answer: reply },
  })
const restore = (who: number, id: number) => server.ask(who, calls.restoreEvent, { params: { mentorshipId: pair.id, id } })
const shortAnswers = ({ answers }: CalendarEvent) => Object.fromEntries(answers.map(({ userId, isYes }) => [userId, isYes]))
const firstNotice = async (who: number) => (await server.ask(who, listNotices, { query: {} })).body.notices[0]
const other = '2026-11-15T18:00:00+05:30'

describe('an answer', () => {
  test('[DAY-32] is seen by the others; the person who sets a time has said yes', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    expect(shortAnswers(event)).toEqual({ [mentor]: true })
    expect(shortAnswers((await answer(mentee, event)).body)).toEqual({ [mentor]: true, [mentee]: true })
    expect((await firstNotice(mentor))?.title).toMatch(/said yes: Our call$/)
    expect(shortAnswers((await answer(mentee, event, { answer: 'no' })).body)).toEqual({ [mentor]: true, [mentee]: false })
    expect((await firstNotice(mentor))?.title).toMatch(/can’t come: Our call$/)
    for (const who of [mentor, manager])
      expect((await calendar.list(who)).map(shortAnswers)).toEqual([{ [mentor]: true, [mentee]: false }])
  })

  test('[DAY-32] is about one time: it lapses when the event moves, and is refused for a time that has changed', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    await answer(mentee, event)
    const moved = await calendar.edited(mentor, event, { scheduledTime: other })
    expect(shortAnswers(moved)).toEqual({ [mentor]: true })
    expect((await answer(mentee, event)).body).toMatchObject({ code: 'calendar.changed' })
    expect((await answer(mentee, moved)).status).toBe(200)
  })

  test('[DAY-32] to a series counts for all of its events, and one of them can have another', async () => {
    await calendar.added(mentor, weeklyEvent())
    const [first, second] = await calendar.list(mentee)
    if (!first || !second) throw new Error('no series')
    expect((await answer(mentee, first, { applyToRecurring: 'ALL' })).status).toBe(200)
    expect((await answer(mentee, second, { answer: 'no' })).status).toBe(200)
    expect((await calendar.list(mentor)).map((event) => shortAnswers(event)[mentee])).toEqual([true, false, true, true])
  })

  test('[DAY-32] of a fellow mentee is not shown to a mentee', async () => {
    const group = await buildMentorship(server, { mentees: 2 })
    const [asha = 0, zoya = 0] = group.menteeIds
    const event = await calendarClient(server, group).added(group.mentorId, singleEvent(group))
    const params = { mentorshipId: group.id, id: event.id }
    await server.ask(zoya, calls.answerEvent, { params, body: { answer: 'no', scheduledTime: event.scheduledTime } })
    expect((await calendarClient(server, group).list(asha)).map(shortAnswers)).toEqual([{ [group.mentorId]: true }])
  })

  test('[DAY-32] is refused from a pair manager who only looks on, for an event that is over or was cancelled', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    expect((await answer(manager, event)).body).toMatchObject({ code: 'calendar.not_invited' })
    server.clock.set(new Date('2026-11-14T20:31:00+05:30'))
    expect((await answer(mentee, event)).body).toMatchObject({ code: 'calendar.over' })
    server.clock.set(monday)
    await calendar.removed(mentor, event.id)
    for (const reply of [await answer(mentee, event), await propose(mentee, event, other)])
      expect(reply.body).toMatchObject({ code: 'calendar.event_not_found' })
  })
})

describe('another time', () => {
  test('[DAY-33] is asked for by a mentee; the event stays until the mentor says yes, and then moves with both agreed', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    const asked = (await propose(mentee, event, other, 'I have a test.')).body
    expect(describeEvent(asked)).toBe('11-14 19:30 Our call')
    expect(asked.proposals).toMatchObject([{ userId: mentee, scheduledTime: '2026-11-15T12:30:00.000Z', note: 'I have a test.' }])
    expect((await firstNotice(mentor))?.title).toMatch(/asks for another time: Our call$/)
    expect((await settle(mentee, asked, 'yes')).body).toMatchObject({ code: 'calendar.not_yours' })
    const moved = (await settle(mentor, asked, 'yes')).body
    expect(describeEvent(moved)).toBe('11-15 18:00 Our call')
    expect([moved.proposals, shortAnswers(moved)]).toEqual([[], { [mentor]: true, [mentee]: true }])
  })

  test('[DAY-33] can be declined, is replaced by the next one, and lapses when the event moves', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    await propose(mentee, event, other)
    const second = (await propose(mentee, event, '2026-11-16T18:00:00+05:30')).body
    expect(second.proposals).toHaveLength(1)
    expect((await settle(mentor, second, 'no')).body.proposals).toEqual([])
    expect((await firstNotice(mentee))?.title).toBe('Same time as before: Our call')
    const third = (await propose(mentee, event, other)).body
    await calendar.edited(mentor, event, { scheduledTime: '2026-11-17T18:00:00+05:30' })
    expect((await settle(mentor, third, 'yes')).body).toMatchObject({ code: 'calendar.proposal_closed' })
  })

  test('[DAY-33] two answers at once: one counts, the other is refused', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    const asked = (await propose(mentee, event, other)).body
    const replies = await Promise.all([settle(mentor, asked, 'yes'), settle(manager, asked, 'no')])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('[DAY-33] of one event of a series moves this one only', async () => {
    await calendar.added(mentor, weeklyEvent())
    const [first] = await calendar.list(mentee)
    if (!first) throw new Error('no series')
    const asked = (await propose(mentee, first, '2026-11-08T18:00:00+05:30')).body
    await settle(mentor, asked, 'yes')
    expect((await calendar.list(mentor)).map(describeEvent)).toEqual([
      '11-08 18:00 Weekly call',
      '11-14 19:30 Weekly call',
      '11-21 19:30 Weekly call',
      '11-28 19:30 Weekly call',
    ])
  })

  test('[DAY-33] lapses with its event: what was cancelled a moment ago can neither be moved nor kept', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    const asked = (await propose(mentee, event, other)).body
    await calendar.removed(mentor, event.id)
    for (const reply of [
      await settle(mentor, asked, 'yes'),
      await settle(mentor, asked, 'no'),
      await propose(mentee, event, other),
    ])
      expect(reply).toMatchObject({ status: 404, body: { code: 'calendar.event_not_found' } })
    expect(await calendar.list(mentor)).toEqual([])
  })

  test('[DAY-33] in the past, the same time or a note of several lines is refused', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    const bad = [['2026-11-01T18:00:00+05:30'], [event.scheduledTime], [other, 'a\nb'], ['2040-11-01T18:00:00+05:30']] as const
    for (const [time, note] of bad) expect((await propose(mentee, event, time, note)).status).toBe(400)
    expect((await calendar.list(mentor))[0]?.proposals).toEqual([])
  })
})

describe('undo', () => {
  test('[DAY-34] brings a deleted event back with its link and answers, and nobody was notified', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    await answer(mentee, event)
    const before = await calendar.list(mentee)
    const notices = async () => (await server.ask(mentee, listNotices, { query: {} })).body.notices.length
    const count = await notices()
    await calendar.removed(mentor, event.id)
    server.clock.advance(9)
    expect((await restore(mentee, event.id)).body).toMatchObject({ code: 'calendar.not_yours' })
    expect((await restore(mentor, event.id)).body).toEqual({ ids: [event.id] })
    const [back] = await calendar.list(mentee)
    expect(back).toEqual({ ...before[0], version: expect.any(Number) })
    expect(await notices()).toBe(count)
  })

  test.each(['THIS', 'FOLLOWING', 'ALL'] as const)('[DAY-34] brings back what was deleted with %s of a series', async (scope) => {
    await calendar.added(mentor, weeklyEvent())
    const before = await calendar.list(mentor)
    const second = before[1]?.id ?? 0
    await calendar.removed(mentor, second, { applyToRecurring: scope })
    expect((await restore(mentor, second)).status).toBe(200)
    const shape = (events: readonly CalendarEvent[]) =>
      events.map(({ id, scheduledTime, videos, repeatEndDate }) => [id, scheduledTime, videos, repeatEndDate])
    expect(shape(await calendar.list(mentor))).toEqual(shape(before))
  })

  test('[DAY-34] is refused once the others are notified', async () => {
    const event = await calendar.added(mentor, singleEvent(pair))
    expect((await restore(mentor, event.id)).body).toMatchObject({ code: 'calendar.event_not_found' })
    await calendar.removed(mentor, event.id)
    server.clock.advance(calls.UNDO_SECONDS)
    const rows = await calendarRows(server, pair.id)
    expect((await restore(mentor, event.id)).body).toMatchObject({ code: 'calendar.event_not_found' })
    expect(await calendarRows(server, pair.id)).toEqual(rows)
  })
})

test('[DAY-39] a paused pair plans, answers and asks for nothing; what is planned can still be cancelled', async () => {
  const event = await calendar.added(mentor, singleEvent(pair))
  const asked = (await propose(mentee, event, other)).body
  await server.db
    .insertInto('person_block')
    .values({ person_id: mentee, blocked_id: mentor, blocked_at: server.clock.now() })
    .execute()
  const times = await server.ask(mentor, calls.findTimes, { params: { mentorshipId: pair.id }, query: {} })
  const refused = [
    times,
    await calendar.add(mentor, singleEvent(pair)),
    await answer(mentee, event),
    await settle(mentor, asked, 'yes'),
  ]
  for (const { status, body } of [...refused, await propose(mentee, event, other)])
    expect([status, body]).toMatchObject([409, { code: 'calendar.paused' }])
  await calendar.removed(mentor, event.id)
})
