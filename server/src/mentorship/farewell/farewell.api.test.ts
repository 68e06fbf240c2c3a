import { randomUUID } from 'node:crypto'
import { exportOwnData } from '@saathi/contract/accounts/calls'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import { getChannel, listChannels } from '@saathi/contract/chat/calls'
import { setFilterMode } from '@saathi/contract/chat/filter-calls'
import { listMentorships } from '@saathi/contract/mentorship/calls'
import { getMyCourse, requestChange } from '@saathi/contract/mentorship/course-calls'
import type { EndingReason } from '@saathi/contract/mentorship/farewell'
import * as calls from '@saathi/contract/mentorship/farewell-calls'
import { beginFarewell, cancelFarewell, endMentorship } from '@saathi/contract/mentorship/staff-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { blockPerson } from '@saathi/contract/safety/calls'
import { getCase } from '@saathi/contract/safety/desk-calls'
import { getPairFacts } from '@saathi/contract/staff/pair-calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { openChatFor } from '../../../test/chat-channels.ts'
import { erasePersonIn } from '../../../test/erase-person.ts'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { buildMentorship } from '../../../test/mentorships.ts'
import { buildLead, queueOf } from '../../../test/safety-desk.ts'
import { buildStaff, buildStaffOf } from '../../../test/staff-rights.ts'

let server: TestServer
let manager: number
beforeAll(async () => {
  server = await sharedServer()
  manager = await buildStaff(server, 'ProgramManager')
})

const ABSENT = 2_000_000_000
const reason = 'The programme is over'
const note = 'She told us that he asked her to meet alone.'
const begin = (id: number, why: EndingReason = 'mentor_stops', who: number | null = manager, words = note) =>
  server.ask(who, beginFarewell, { params: { id }, body: { why, note: words } })
const cancel = (id: number, who: number | null = manager) => server.ask(who, cancelFarewell, { params: { id }, body: { reason } })
const end = (id: number) => server.ask(manager, endMentorship, { params: { id }, body: { reason } })
const words = { takeaway: 'Ask before I guess.', thanks: 'Thank you for every Sunday.' }
const write = (who: number | null, id: number, body = words) =>
  server.ask(who, calls.writeFarewell, { params: { id }, body }, { 'idempotency-key': randomUUID() })
const read = (who: number | null, id: number) => server.ask(who, calls.getFarewell, { params: { id } })
const paper = (who: number | null, id: number, kind: 'letter' | 'certificate') =>
  server.ask(who, calls.getFarewellPaper, { params: { id, paper: kind } })
const request = (who: number, id: number) =>
  server.ask(
    who,
    requestChange,
    { params: { id }, body: { kind: 'end', reason: 'no_time' } },
    { 'idempotency-key': randomUUID() },
  )
const noticesOf = async (who: number) => (await server.ask(who, listNotices, { query: {} })).body.notices
const mentorshipOf = async (who: number, id: number) =>
  (await server.ask(who, listMentorships, {})).body.mentorships.find((each) => each.id === id)
const courseOf = async (id: number) =>
  (await server.ask(manager, getPairFacts, { params: { id }, query: { reason } })).body.course

async function buildPair() {
  const asha = await server.buildPerson({ language: 'hi' })
  const built = await buildMentorship(server, { menteeIds: [asha], withPairManager: true })
  const { id, projectId, mentorId: ravi, pairManagerId } = built
  await openChatFor(server, [asha, ravi])
  const { id: channel } = await server.db
    .selectFrom('chat_channel')
    .select('id')
    .where('mentorship_id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, projectId, ravi, asha, anita: pairManagerId ?? 0, channel }
}

describe('a farewell', () => {
  test('[TOD-09] tells both in their language why it ends and until when they can write', async () => {
    const { id, ravi, asha } = await buildPair()
    const { body } = await begin(id)
    expect(body.farewell).toMatchObject({ reason: 'mentor_stops', closedAt: null, writtenBy: [] })
    const { begunAt = '', closesAt = '' } = body.farewell ?? {}
    expect(Date.parse(closesAt) - Date.parse(begunAt)).toBe(7 * 86_400_000)
    const [own] = await noticesOf(ravi)
    expect(own).toMatchObject({ title: 'Your mentorship is coming to an end', link: `/mentorship/farewell/${id}` })
    expect(own?.text).toMatch(/^The mentor can’t go on for now\..* until /)
    expect((await noticesOf(asha))[0]?.text).toMatch(/^मेंटर के लिए अभी आगे बढ़ना संभव नहीं है/)
    expect(await mentorshipOf(asha, id)).toMatchObject({ isActive: true, farewell: { closesAt, isClosed: false } })
    expect((await read(asha, id)).body).toMatchObject({ reason: 'mentor_stops', isMatchedAgain: true, words: null })
    expect((await read(ravi, id)).body).toMatchObject({ isMatchedAgain: false })
  })

  test('[TOD-09] has a last exchange that only the two read; the team sees who has written', async () => {
    const { id, ravi, asha } = await buildPair()
    await begin(id)
    expect((await write(asha, id)).body.words).toMatchObject(words)
    expect((await noticesOf(ravi))[0]).toMatchObject({ title: 'There are last words for you' })
    await write(asha, id, { takeaway: '', thanks: 'Thank you.' })
    expect((await read(ravi, id)).body.partners).toMatchObject([{ userId: asha, words: { takeaway: '', thanks: 'Thank you.' } }])
    const told = (await noticesOf(ravi)).filter(({ title }) => title === 'There are last words for you')
    expect(told).toHaveLength(1)
    const course = await courseOf(id)
    expect(course.farewell?.writtenBy).toEqual([asha])
    expect(JSON.stringify(course)).not.toContain('Thank you')
  })

  test('[TOD-09] leaves a letter, a certificate, and a conversation that can be read but not continued', async () => {
    const { id, ravi, asha, anita, channel } = await buildPair()
    await begin(id)
    await write(ravi, id)
    expect(await paper(asha, id, 'letter')).toMatchObject({ status: 409, body: { code: 'mentorship.farewell_open' } })
    await end(id)
    for (const who of [asha, ravi]) {
      const papers = await Promise.all([paper(who, id, 'letter'), paper(who, id, 'certificate')])
      for (const { body } of papers) expect(Buffer.from(body.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
      expect((await server.ask(who, getChannel, { params: { id: channel } })).body.closed).toEqual({
        reason: 'ended',
        until: null,
      })
      expect((await server.ask(who, listChannels, {})).body.channels.map(({ channelId }) => channelId)).toContain(channel)
      expect((await noticesOf(who))[0]?.link).toBe(`/mentorship/farewell/${id}`)
    }
    const left = (await server.ask(anita, listChannels, {})).body
    expect(JSON.stringify(left)).not.toContain(`"channelId":${channel}`)
    expect(await mentorshipOf(asha, id)).toMatchObject({ isActive: false, farewell: { isClosed: true } })
    expect((await read(asha, id)).body.partners[0]?.words).toMatchObject(words)
    expect(await write(asha, id)).toMatchObject({ status: 409, body: { code: 'mentorship.farewell_closed' } })
  })

  test('that is called off leaves nothing of the words, and another one can begin', async () => {
    const { id, ravi, asha } = await buildPair()
    await begin(id)
    await write(asha, id)
    expect((await cancel(id)).body).toEqual({ farewell: null })
    expect((await noticesOf(asha))[0]?.title).toBe('आपकी मेंटरशिप जारी है')
    expect(await read(ravi, id)).toMatchObject({ status: 404, body: { code: 'mentorship.farewell_not_found' } })
    expect(await cancel(id)).toMatchObject({ status: 404, body: { code: 'mentorship.farewell_not_found' } })
    expect((await begin(id, 'time_over')).status).toBe(200)
    expect((await read(ravi, id)).body.partners[0]?.words).toBeNull()
    const looks = (await server.ask(asha, listLooksAtMe, { query: {} })).body.looks
    // The same act within an hour counts once.
    expect(looks.filter(({ what }) => what === 'changed_pair')).toHaveLength(2)
  })

  test('in a group, the mentor reads everybody’s words and mentees only those of the mentor', async () => {
    const { id, mentorId, menteeIds } = await buildMentorship(server, { mentees: 2 })
    const [asha = 0, imran = 0] = menteeIds
    await begin(id, 'time_over')
    await write(asha, id)
    await write(mentorId, id)
    expect((await read(mentorId, id)).body.partners.map((each) => each.words !== null)).toEqual([true, false])
    expect((await read(imran, id)).body.partners).toMatchObject([{ userId: mentorId, words }])
    expect(JSON.stringify((await noticesOf(imran)).map(({ title }) => title))).toContain('There are last words for you')
  })

  test('does not pass on words between people of whom one has blocked the other', async () => {
    const { id, ravi, asha } = await buildPair()
    await begin(id)
    await write(ravi, id)
    await server.ask(asha, blockPerson, { params: { personId: ravi } })
    expect((await read(asha, id)).body.partners[0]?.words).toBeNull()
    await write(asha, id)
    expect((await read(ravi, id)).body.partners[0]?.words).toBeNull()
  })
})

describe('an unsafe ending', () => {
  test('[TOD-09] ends the pair at once, without a farewell, and opens an urgent case', async () => {
    const { id, projectId, ravi, asha, channel } = await buildPair()
    const lead = await buildLead(server, { projectId })
    await begin(id)
    await write(ravi, id)
    expect((await begin(id, 'unsafe')).body).toEqual({ farewell: null })
    for (const who of [asha, ravi]) {
      expect(await mentorshipOf(who, id)).toMatchObject({ isActive: false, farewell: null })
      expect(await read(who, id)).toMatchObject({ status: 404 })
      expect((await server.ask(who, getChannel, { params: { id: channel } })).body.closed?.reason).toBe('inactive')
      expect(JSON.stringify(await noticesOf(who))).not.toContain('alone')
    }
    const found = (await queueOf(server, lead)).cases.find(({ source }) => source === 'ending')
    expect(found).toMatchObject({ isUrgent: true, state: 'open' })
    const { body } = await server.ask(lead, getCase, { params: { id: found?.id ?? 0 } })
    expect(JSON.stringify(body)).toContain(note)
  })

  test('[TOD-09] requires a note for the safety desk', async () => {
    const { id } = await buildPair()
    expect(await begin(id, 'unsafe', manager, ' ')).toMatchObject({ status: 400, body: { code: 'mentorship.words_missing' } })
  })
})

describe('at the same moment', () => {
  test('[TOD-09] two colleagues begin and both members ask for an end: one farewell, and every request has an answer', async () => {
    for (const _round of [1, 2, 3]) {
      const { id, projectId, ravi, asha } = await buildPair()
      const other = await buildStaffOf(server, 'ProgramManager', projectId)
      const [one, two] = await Promise.all([begin(id), begin(id, 'no_fit', other), request(ravi, id), request(asha, id)])
      expect(new Set([one.status, two.status])).toEqual(new Set([200, 409]))
      const { farewell, requests } = await courseOf(id)
      expect(farewell?.reason).toBe(one.status === 200 ? 'mentor_stops' : 'no_fit')
      // A request that came after the farewell waits like any other.
      for (const { isOpen, answers } of requests) expect(isOpen || answers.length === 1).toBe(true)
    }
  })

  test('[TOD-09] a farewell is called off while the pair ends: it either goes on, or has ended with its letter', async () => {
    for (const _round of [1, 2, 3]) {
      const { id, asha } = await buildPair()
      await begin(id)
      const [cancelled] = await Promise.all([cancel(id), end(id)])
      expect(await mentorshipOf(asha, id)).toMatchObject({ isActive: false })
      expect((await read(asha, id)).status).toBe(cancelled.status === 200 ? 404 : 200)
    }
  })
})

test('[TOD-09] the last words of a member who leaves Saathi are deleted, and the other member keeps the letter', async () => {
  const { id, ravi, asha } = await buildPair()
  await begin(id)
  await write(asha, id)
  await write(ravi, id)
  const exported = await server.ask(asha, exportOwnData, { body: {} })
  expect(exported.body.parts['mentorship']).toMatchObject({ farewells: [words] })
  await erasePersonIn(server, ravi)
  const { body } = await read(asha, id)
  expect(body).toMatchObject({ words, partners: [{ words: null }] })
  expect(body.closedAt).not.toBeNull()
  expect((await paper(asha, id, 'letter')).status).toBe(200)
})

test('contact data is refused where the programme keeps it back', async () => {
  const { id, projectId, asha } = await buildPair()
  const lead = await buildLead(server, { projectId })
  await begin(id)
  const own = { takeaway: '', thanks: 'Call me: 98765 43210' }
  expect((await write(asha, id, own)).status).toBe(200)
  await server.ask(lead, setFilterMode, { params: { projectId }, body: { mode: 'hold', reason } })
  expect(await write(asha, id, own)).toMatchObject({ status: 400, body: { code: 'mentorship.contact_in_words' } })
})

test('is refused for outsiders, coordinators, other programmes, ended pairs and bad input', async () => {
  const { id, projectId, asha, anita } = await buildPair()
  const notFound = { status: 404, body: { code: 'mentorship.not_found' } }
  const outsider = await server.buildPerson()
  const coordinator = await buildStaffOf(server, 'PairManager', projectId)
  const elsewhere = await buildStaffOf(server, 'ProgramManager', (await buildPair()).projectId)
  expect(await begin(id, 'time_over', elsewhere)).toMatchObject(notFound)
  expect(await begin(ABSENT)).toMatchObject(notFound)
  for (const who of [asha, coordinator]) expect((await begin(id, 'time_over', who)).status).toBe(403)
  expect((await begin(id, 'time_over', null)).status).toBe(401)
  await begin(id)
  expect(await begin(id)).toMatchObject({ status: 409, body: { code: 'mentorship.farewell_open' } })
  for (const ask of [read, write]) {
    expect(await ask(outsider, id)).toMatchObject(notFound)
    expect((await ask(anita, id)).status).toBe(404)
    expect((await ask(null, id)).status).toBe(401)
  }
  expect(await write(asha, id, { takeaway: ' ', thanks: '' })).toMatchObject({
    status: 400,
    body: { code: 'mentorship.words_missing' },
  })
  expect((await write(asha, id, { takeaway: 'x'.repeat(601), thanks: '' })).status).toBe(400)
  await end(id)
  expect(await begin(id)).toMatchObject({ status: 409, body: { code: 'mentorship.over' } })
  expect((await server.ask(asha, getMyCourse, { params: { id } })).status).toBe(200)
})
