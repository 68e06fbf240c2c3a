import { exportOwnData } from '@saathi/contract/accounts/calls'
import * as calls from '@saathi/contract/mentorship/calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { makePicture } from '#core/files/test-pictures.ts'
import { sendUpload } from '#core/files/test-upload.ts'
import { openChatFor } from '../../test/chat-channels.ts'
import { sharedServer, type TestServer } from '../../test/harness.ts'
import { buildMentorship, buildMentorshipSession } from '../../test/mentorships.ts'
import { sessionClient } from '../../test/session-client.ts'
import { erasePerson } from '../accounts/leave/leave.ts'
import { endMentorship, leaveMentorship } from './lifecycle.ts'

let server: TestServer
let actions: ReturnType<typeof sessionClient>
beforeAll(async () => {
  server = await sharedServer()
  actions = sessionClient(server)
})

const log = pino({ level: 'silent' })
const end = (id: number) => inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, id))
const leave = (id: number, personId: number) => inTransaction(server.app.world, log, (ctx) => leaveMentorship(ctx, id, personId))
const titles = async (who: number) => (await server.ask(who, listNotices, { query: {} })).body.notices.map(({ title }) => title)

async function leaveSaathi(personId: number) {
  await server.db.updateTable('person').set({ leaves_at: server.clock.now() }).where('id', '=', personId).execute()
  await inTransaction(server.app.world, log, (ctx) => erasePerson(ctx, personId))
}
async function name(personId: number, firstName: string) {
  const words = { first_name: firstName, last_name: `${firstName}-family`, bio: `${firstName}-bio` }
  await server.db.updateTable('person').set(words).where('id', '=', personId).execute()
}

describe('the data export', () => {
  test('contains the person’s mentorships with part and times, their sessions, and no other names', async () => {
    const session = await buildMentorshipSession(server, { title: 'Listening well' })
    const { id, mentorId, menteeIds } = await buildMentorship(server, { sessions: [session] })
    const [asha = 0] = menteeIds
    await name(mentorId, 'Meera')
    await actions.finish(asha, session)
    await actions.rate(asha, session.id, 4)
    await end(id)
    const { parts } = (await server.ask(asha, exportOwnData, { body: {} })).body
    expect(parts['mentorship']).toEqual({
      mentorships: [
        {
          programme: expect.stringContaining('Walking'),
          groupType: '1to1',
          part: 'mentee',
          joinedAt: expect.any(String),
          leftAt: expect.any(String),
        },
      ],
      requests: [],
      checkIns: [],
      farewells: [],
      proposals: [],
    })
    expect(parts['learning']).toMatchObject({
      mentorshipSessions: [{ session: 'Listening well' }],
      stepsDone: [{ session: 'Listening well' }, { session: 'Listening well' }],
      feedback: [{ session: 'Listening well', rating: 4 }],
    })
    // Notices name whom they are about; they were written to this person.
    const { notices: _own, ...others } = parts
    expect(JSON.stringify(others)).not.toContain('Meera')
  })
})

describe('a person who leaves Saathi', () => {
  test('as the mentor ends the pair: the mentee is notified and sees a former member, the leaver is not notified', async () => {
    const session = await buildMentorshipSession(server)
    const { id, mentorId, menteeIds } = await buildMentorship(server, { sessions: [session] })
    const [asha = 0] = menteeIds
    await name(mentorId, 'Meera')
    await actions.start(asha, session.id)
    server.delivered.length = 0
    await leaveSaathi(mentorId)

    expect(await titles(asha)).toContain('Your mentorship has ended')
    const toAsha = server.delivered.flatMap((each) => ('to' in each && each.to.includes(asha) ? [each.event] : []))
    expect(toAsha).toContainEqual({ type: 'mentorship.changed', mentorship: id })
    expect(await server.db.selectFrom('notice').select('id').where('person_id', '=', mentorId).execute()).toEqual([])
    const { body } = await actions.see(asha, id)
    expect(body).toMatchObject({
      isActive: false,
      partners: [{ userFullName: 'Former member', firstName: 'Former member', bio: '', displayPicture: null, isActive: false }],
    })
    expect(JSON.stringify(body)).not.toContain('Meera')
    expect((await actions.read(asha, session.id)).body).toMatchObject({ sessionStatus: 'ONGOING', isOpen: false })
    expect(await actions.complete(asha, session.id, session.steps[0] ?? 0)).toMatchObject({ status: 403 })
  })

  test('is shown as a former member in the reader’s language', async () => {
    const reader = await server.buildPerson({ language: 'hi' })
    const { id, mentorId } = await buildMentorship(server, { menteeIds: [reader] })
    await leaveSaathi(mentorId)
    expect((await actions.see(reader, id)).body.partners).toMatchObject([{ userFullName: 'पूर्व सदस्य' }])
  })

  test('as one of several mentees no longer holds up the others, and none of their data is kept', async () => {
    const session = await buildMentorshipSession(server)
    const { id, mentorId, menteeIds } = await buildMentorship(server, { sessions: [session], mentees: 2 })
    const [asha = 0, ravi = 0] = menteeIds
    await actions.start(ravi, session.id)
    for (const who of [asha, mentorId]) await actions.finish(who, session)
    await leaveSaathi(ravi)
    expect((await actions.see(asha, id)).body).toMatchObject({ isActive: true, otherMentees: 0 })
    expect((await actions.read(asha, session.id)).body.sessionStatus).toBe('COMPLETED')
    for (const table of ['session_progress', 'step_completion'] as const)
      expect(await server.db.selectFrom(table).select('person_id').where('person_id', '=', ravi).execute()).toEqual([])
    expect(await titles(asha)).not.toContain('Your mentorship has ended')
  })
})

describe('a member’s picture', () => {
  async function givePicture(personId: number) {
    const { status, body } = await sendUpload(server, personId, { bytes: await makePicture() })
    expect(status).toBe(200)
    await server.db.updateTable('person').set({ picture_file_id: body.id }).where('id', '=', personId).execute()
    return String(body.id)
  }
  /** A link as the server would sign it for this reader. */
  async function linkFor(reader: number, fileId: string) {
    await server.tokenFor(reader)
    const { id: sessionId } = await server.db
      .selectFrom('sign_in')
      .select('id')
      .where('person_id', '=', reader)
      .executeTakeFirstOrThrow()
    const expiresAt = new Date(server.clock.now().getTime() + 60_000)
    return `/api/v2/files/${server.app.world.fileLinks.sign({ fileId, variant: 'original', personId: reader, sessionId, expiresAt })}/`
  }
  const open = async (url: string) => (await server.app.inject({ url })).statusCode
  const shownIn = async (reader: number, id: number) => (await actions.see(reader, id)).body.partners[0]?.displayPicture ?? ''

  test('opens by its link during the mentorship, and not afterwards', async () => {
    const { id, mentorId, menteeIds } = await buildMentorship(server)
    const [asha = 0] = menteeIds
    await givePicture(mentorId)
    await givePicture(asha)
    const links = [await shownIn(asha, id), await shownIn(mentorId, id)]
    for (const link of links) expect(await open(link)).toBe(200)
    await end(id)
    for (const link of links) expect(await open(link)).toBe(404)
    expect([await shownIn(asha, id), await shownIn(mentorId, id)]).toEqual(['', ''])
  })

  test('opens neither for removed members, nor for strangers, nor after its owner has left Saathi', async () => {
    const { id, mentorId, menteeIds } = await buildMentorship(server, { mentees: 3 })
    const [asha = 0, ravi = 0, zoya = 0] = menteeIds
    const picture = await givePicture(mentorId)
    const stranger = await server.buildPerson()
    for (const who of [asha, ravi]) expect(await open(await linkFor(who, picture))).toBe(200)
    expect(await open(await linkFor(stranger, picture))).toBe(404)
    await leave(id, asha)
    expect(await open(await linkFor(asha, picture))).toBe(404)
    expect(await open(await linkFor(ravi, picture))).toBe(200)
    const ofZoya = await givePicture(zoya)
    expect(await open(await linkFor(mentorId, ofZoya))).toBe(200)
    await leaveSaathi(zoya)
    expect(await open(await linkFor(mentorId, ofZoya))).toBe(404)
  })

  test('of a fellow mentee does not open through the mentorship, and no reply links to it', async () => {
    const { id, mentorId, menteeIds, pairManagerId } = await buildMentorship(server, { mentees: 2, withPairManager: true })
    const [asha = 0, ravi = 0] = menteeIds
    const picture = await givePicture(ravi)
    // Group chat members see each other, so this test uses no channel.
    expect(await open(await linkFor(asha, picture))).toBe(200)
    await openChatFor(server, [asha], { mentorship_chat: 'off' })
    expect(await open(await linkFor(asha, picture))).toBe(404)
    for (const who of [mentorId, pairManagerId ?? 0, ravi]) expect(await open(await linkFor(who, picture))).toBe(200)
    const { body } = await server.ask(asha, calls.listMentorships, {})
    expect(JSON.stringify([body, (await actions.see(asha, id)).body])).not.toContain('/api/v2/files/')
  })
})
