import { randomUUID } from 'node:crypto'
import { exportOwnData } from '@saathi/contract/accounts/calls'
import * as calls from '@saathi/contract/help/calls'
import * as staffCalls from '@saathi/contract/help/staff-calls'
import { chooseNotices, listNotices } from '@saathi/contract/notices/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Delivery } from '#core/ctx.ts'
import { erasePersonIn } from '../../test/erase-person.ts'
import { advanceToNoon } from '../../test/server-clock.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildCase, switchHelpOn } from '../../test/help-cases.ts'
import { markSecondFactor } from '../../test/matrix/second-factor.ts'

let server: TestServer
let staff: number
let asha: number
beforeAll(async () => {
  server = await startTestServer({ publicOrigin: 'https://saathi.example' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.pool.query('truncate help_case cascade')
  staff = await buildStaff('Harjit')
  asha = await switchHelpOn(server, await server.buildPerson())
  server.delivered.length = 0
})

async function buildStaff(firstName: string) {
  const id = await server.buildPerson({ role: 'Admin' })
  await server.db.updateTable('person').set({ first_name: firstName, last_name: 'Kaur' }).where('id', '=', id).execute()
  await markSecondFactor(server, id)
  return id
}
const send = (body: string) => server.ask(asha, calls.sendHelpMessage, { body: { clientId: randomUUID(), body } })
const own = async (personId = asha) => (await server.ask(personId, calls.listHelpMessages, { query: {} })).body.messages
const answer = (who: number, id: number, body: string, clientId: string = randomUUID()) =>
  server.ask(who, staffCalls.answerHelp, { params: { id }, body: { clientId, body } })
const close = async (id: number, upTo?: number) =>
  server.ask(staff, staffCalls.closeHelpCase, { params: { id }, body: { upTo: upTo ?? (await lastIdOf(id)) } })
/** The id staff have read up to; any number works if there is nothing. */
const lastIdOf = async (id: number) => {
  const newest = server.db.selectFrom('help_message').select('id').where('case_id', '=', id).orderBy('id', 'desc')
  return (await newest.executeTakeFirst())?.id ?? 1
}
const open = (id: number, before?: number) =>
  server.ask(staff, staffCalls.getHelpCase, { params: { id }, query: before === undefined ? {} : { before } })
const cases = async (query: Parameters<typeof server.ask<typeof staffCalls.listHelpCases>>[2]['query'] = {}) =>
  (await server.ask(staff, staffCalls.listHelpCases, { query })).body
const ids = async (query = {}) => (await cases(query)).cases.map(({ id }) => id)
const caseIdOf = async (personId = asha) =>
  (await server.db.selectFrom('help_case').select('id').where('person_id', '=', personId).executeTakeFirstOrThrow()).id
const pushedTo = (personId: number) =>
  server.delivered.flatMap((each: Delivery) => ('to' in each && each.to.includes(personId) ? [each.event.type] : []))

describe('staff of one programme', () => {
  test('[STF-03] see and answer conversations of that programme only; others look like missing ones', async () => {
    const insert = (key: string) =>
      server.db.insertInto('project').values({ key, name: key, group_type: '1to1' }).returning('id').executeTakeFirstOrThrow()
    const [ownProgramme, otherProgramme] = [await insert(randomUUID()), await insert(randomUUID())]
    const lead = await server.buildPerson({ role: 'SafeguardingLead' })
    await markSecondFactor(server, lead)
    const right = server.db.updateTable('staff_right').set({ project_id: ownProgramme.id })
    await right.where('person_id', '=', lead).execute()
    const buildCaseIn = async (projectId: number | null) => {
      const personId = await server.buildPerson()
      await server.db.updateTable('person').set({ project_id: projectId }).where('id', '=', personId).execute()
      return buildCase(server, { personId })
    }
    const mine = await buildCaseIn(ownProgramme.id)
    const foreign = [await buildCaseIn(otherProgramme.id), await buildCaseIn(null)]
    const { cases: listed } = (await server.ask(lead, staffCalls.listHelpCases, { query: {} })).body
    expect(listed.map(({ id }) => id)).toEqual([mine])
    expect((await answer(lead, mine, 'Hello.')).status).toBe(200)
    const absent = await answer(lead, 2_000_000_000, 'Hello.')
    expect(absent).toMatchObject({ status: 404, body: { code: 'help.case_not_found' } })
    for (const id of foreign) {
      expect((await answer(lead, id, 'Hello.')).body).toEqual(absent.body)
      expect((await server.ask(lead, staffCalls.getHelpCase, { params: { id }, query: {} })).status).toBe(404)
      expect((await server.ask(lead, staffCalls.closeHelpCase, { params: { id }, body: { upTo: 1 } })).status).toBe(404)
    }
  })
})

describe('the list', () => {
  test('has waiting conversations first, longest wait at the top, then the others by last message', async () => {
    const answeredLong = await buildCase(server, { isWaiting: false, minutesAgo: 90 })
    const waitsLong = await buildCase(server, { minutesAgo: 60 })
    const answered = await buildCase(server, { isWaiting: false, minutesAgo: 10 })
    const waits = await buildCase(server, { minutesAgo: 5 })
    const closed = await buildCase(server, { isClosed: true })
    expect(await ids()).toEqual([waitsLong, waits, answered, answeredLong])
    expect(await ids({ view: 'closed' })).toEqual([closed])
  })

  test('shows the person, their role, the last message and its time', async () => {
    await send('Hello')
    const last = await send('Are you there?')
    expect(await cases()).toEqual({
      cases: [
        {
          id: await caseIdOf(),
          personId: asha,
          personName: expect.stringMatching(/^Person \d+$/),
          role: 'Mentee',
          lastMessage: 'Are you there?',
          lastMessageAt: last.body.sentAt,
          isWaiting: true,
          isClosed: false,
          isUrgent: false,
          concern: null,
          assignee: null,
        },
      ],
      hasNextPage: false,
      counts: { open: 1, mine: 0, unassigned: 1, urgent: 0 },
    })
  })

  test('is paged', async () => {
    const built: number[] = []
    for (let n = 0; n < 5; n += 1) built.push(await buildCase(server, { minutesAgo: 10 - n }))
    const pages = [await cases({ size: 2 }), await cases({ size: 2, page: 2 }), await cases({ size: 2, page: 3 })]
    expect(pages.flatMap((page) => page.cases.map(({ id }) => id))).toEqual(built)
    expect(pages.map(({ hasNextPage }) => hasNextPage)).toEqual([true, true, false])
  })
})

describe('an answer', () => {
  test('reaches the person at once with the first name only, and ends the waiting', async () => {
    await send('Hello')
    const id = await caseIdOf()
    server.delivered.length = 0
    const answered = await answer(staff, id, 'Hello Asha')
    expect(answered).toMatchObject({ status: 200, body: { isFromStaff: true, senderName: 'Harjit', body: 'Hello Asha' } })
    expect((await own()).at(-1)).toEqual(answered.body)
    expect(pushedTo(asha)).toContain('help.changed')
    expect((await cases()).cases).toMatchObject([{ id, isWaiting: false, lastMessage: 'Hello Asha' }])
    await send('Thank you')
    expect((await cases()).cases).toMatchObject([{ id, isWaiting: true }])
  })

  test('creates one notice, and one mail if unread, as the person has chosen', async () => {
    await send('Hello')
    const id = await caseIdOf()
    const clientId = randomUUID()
    await Promise.all(Array.from({ length: 4 }, () => answer(staff, id, 'Hello Asha', clientId)))
    const notices = async () => (await server.ask(asha, listNotices, { query: {} })).body.notices
    expect(await notices()).toMatchObject([
      { kind: 'help', text: 'The Saathi team has answered you in the help centre.', link: '/moreinfo/faq', isRead: false },
    ])
    const mail = () =>
      server.db
        .selectFrom('mail')
        .innerJoin('person', 'person.email', 'mail.to_address')
        .select(['mail.subject', 'mail.text'])
        .where('person.id', '=', asha)
        .execute()
    await server.app.startJobs(server.url)
    await advanceToNoon(server)
    await expect.poll(mail).toMatchObject([{ subject: 'You have an answer from the Saathi team' }])
    // The mail does not contain the message, because others may see the mail.
    expect((await mail())[0]?.text).not.toContain('Hello Asha')
    await server.ask(asha, chooseNotices, { body: { kind: 'help', inApp: false, email: false, push: false } })
    await answer(staff, id, 'One more thing')
    expect(await notices()).toHaveLength(1)
    expect(await mail()).toHaveLength(1)
  })

  test('sent twice is stored once, and two staff members may answer concurrently', async () => {
    const other = await buildStaff('Lata')
    const id = await buildCase(server, { personId: asha })
    const clientId = randomUUID()
    const twice = await Promise.all([answer(staff, id, 'From me', clientId), answer(staff, id, 'From me', clientId)])
    expect(twice[0]?.body).toEqual(twice[1]?.body)
    await answer(other, id, 'From me too', clientId)
    expect((await own()).map(({ body, senderName }) => [senderName, body])).toEqual([
      [null, 'Please help.'],
      ['Harjit', 'From me'],
      ['Lata', 'From me too'],
    ])
  })

  test('of a person who has left shows no name', async () => {
    const id = await buildCase(server, { personId: asha })
    await answer(staff, id, 'Hello Asha')
    await erase(staff)
    expect((await own()).map(({ body, senderName }) => [senderName, body])).toEqual([
      [null, 'Please help.'],
      ['Former member', 'Hello Asha'],
    ])
  })
})

describe('a conversation', () => {
  test('is readable by staff with both sides, in pages', async () => {
    for (let n = 1; n <= 12; n += 1) await send(`Message ${n}`)
    const id = await caseIdOf()
    const { body } = await open(id)
    expect(body.case).toMatchObject({ id, personId: asha, lastMessage: 'Message 12' })
    expect(body.messages).toEqual(await own())
    const above = (await open(id, body.messages[2]?.id)).body
    expect(above.messages.map((message) => message.body)).toEqual(['Message 1', 'Message 2'])
  })

  test('is closed, keeps its date when closed again, and opens with the next message of either side', async () => {
    const id = await buildCase(server, { personId: asha })
    expect((await close(id)).body.case).toMatchObject({ id, isClosed: true, isWaiting: false })
    const closedAt = async () =>
      (await server.db.selectFrom('help_case').select('closed_at').where('id', '=', id).executeTakeFirstOrThrow()).closed_at
    const day = await closedAt()
    server.clock.advance(60)
    await close(id)
    expect(await closedAt()).toEqual(day)
    server.clock.advance(-60)
    await send('One more thing')
    expect((await cases()).cases).toMatchObject([{ id, isClosed: false, isWaiting: true }])
    await close(id)
    await answer(staff, id, 'I forgot to say')
    expect((await cases()).cases).toMatchObject([{ id, isClosed: false, isWaiting: false }])
  })

  test('is not closed over a message that staff have not seen', async () => {
    await send('Thank you')
    const id = await caseIdOf()
    const seen = await lastIdOf(id)
    await answer(staff, id, 'You are welcome')
    expect((await close(id, seen)).status).toBe(200)
    await send('I am not safe at home')
    const refused = await close(id, seen)
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 409, code: 'help.new_message' })
    expect((await cases()).cases).toMatchObject([{ id, isClosed: false, isWaiting: true, lastMessage: 'I am not safe at home' }])
    const read = await lastIdOf(id)
    const both = await Promise.all([send('Please answer'), close(id, read)])
    expect(both[0].status).toBe(200)
    expect((await cases()).cases).toMatchObject([{ id, isClosed: false, isWaiting: true }])
  })

  test('that does not exist is not found by any call', async () => {
    const absent = 2_000_000_000
    for (const { status, body } of [await open(absent), await answer(staff, absent, 'Hello'), await close(absent)]) {
      expect({ status, body }).toEqual({
        status: 404,
        body: { code: 'help.case_not_found', message: 'There is no such conversation.' },
      })
    }
  })

  test('is closed to members and to staff without the second factor', async () => {
    const id = await buildCase(server)
    const halfIn = await server.buildPerson({ role: 'Admin' })
    for (const person of [asha, halfIn]) {
      const answers = [
        await server.ask(person, staffCalls.listHelpCases, { query: {} }),
        await server.ask(person, staffCalls.getHelpCase, { params: { id }, query: {} }),
        await answer(person, id, 'Hello'),
        await server.ask(person, staffCalls.closeHelpCase, { params: { id }, body: { upTo: 1 } }),
      ]
      for (const { status, body } of answers) expect({ status, code: body.code }).toEqual({ status: 403, code: 'core.forbidden' })
    }
  })
})

const erase = (personId: number) => erasePersonIn(server, personId)

describe('personal data', () => {
  test('is exported with both sides of the person’s own conversation', async () => {
    const id = await buildCase(server, { personId: asha })
    await answer(staff, id, 'Hello Asha')
    await buildCase(server, { body: 'Of somebody else' })
    const exported = async (personId: number) => (await server.ask(personId, exportOwnData, { body: {} })).body.parts['help']
    expect(await exported(asha)).toEqual({
      conversation: [
        { isFromTeam: false, message: 'Please help.', sentAt: expect.any(String) },
        { isFromTeam: true, message: 'Hello Asha', sentAt: expect.any(String) },
      ],
    })
    expect(await exported(staff)).toEqual({ conversation: [] })
  })

  test('is erased with all replies, and nobody else’s is', async () => {
    const id = await buildCase(server, { personId: asha })
    await answer(staff, id, 'Hello Asha')
    const other = await buildCase(server)
    await erase(asha)
    expect(await ids()).toEqual([other])
    const left = await server.db.selectFrom('help_message').select('case_id').execute()
    expect(left).toEqual([{ case_id: other }])
  })
})
