import { getChannel, listChannels, openDirectChannel } from '@saathi/contract/chat/calls'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { leaveMentorship } from '#mentorship/public.ts'
import { buildChannel, openChatFor } from '../../test/chat-channels.ts'
import { sharedServer, type TestServer } from '../../test/harness.ts'

const log = pino({ level: 'silent' })
let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

const open = (personId: number, mentorship: number, userId: number) =>
  server.ask(personId, openDirectChannel, { body: { mentorship, userId } })

async function accompanied(mentees = 1) {
  const built = await buildChannel(server, { mentees, withPairManager: true })
  return { ...built, managerId: built.pairManagerId ?? 0, menteeId: built.menteeIds[0] ?? 0 }
}

test('a mentee and the pair manager talk alone: the mentor is not in it', async () => {
  const { id, menteeId, mentorId, managerId } = await accompanied()
  const { status, body } = await open(menteeId, id, managerId)
  expect(status).toBe(200)
  expect(body).toMatchObject({ kind: 'direct', mentorship: id, closed: null })
  expect(new Set(body.channelMembers.map(({ userId }) => userId))).toEqual(new Set([menteeId, managerId]))
  expect((await server.ask(mentorId, getChannel, { params: { id: body.channelId } })).status).toBe(404)
  const shown = (await server.ask(managerId, listChannels, {})).body.channels
  expect(shown.map(({ channelId }) => channelId)).toContain(body.channelId)
})

test('opened again, from either side or both at once, it is the same', async () => {
  const { id, menteeId, managerId } = await accompanied()
  const opened = await Promise.all([open(menteeId, id, managerId), open(managerId, id, menteeId), open(menteeId, id, managerId)])
  expect(new Set(opened.map(({ body }) => body.channelId)).size).toBe(1)
})

test('each side sees the other one as its name', async () => {
  const { id, mentorId, managerId } = await accompanied()
  const [ofMentor, ofManager] = [(await open(mentorId, id, managerId)).body, (await open(managerId, id, mentorId)).body]
  const nameOf = async (personId: number) => {
    const row = await server.db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirstOrThrow()
    return `${row.first_name} ${row.last_name}`
  }
  expect(ofMentor.channelName).toBe(await nameOf(managerId))
  expect(ofManager.channelName).toBe(await nameOf(mentorId))
})

test('a pair has its own, and a group mentor and mentee the one they were given', async () => {
  const pair = await accompanied()
  expect((await open(pair.menteeId, pair.id, pair.mentorId)).body.channelId).toBe(pair.channelId)
  const group = await accompanied(3)
  expect((await open(group.menteeId, group.id, group.mentorId)).body.channelId).toBe(group.direct.get(group.menteeId))
})

test('fellow mentees, others and oneself are refused alike', async () => {
  const { id, menteeIds, menteeId, managerId } = await accompanied(3)
  const stranger = await server.buildPerson()
  await openChatFor(server, [stranger])
  for (const answer of [
    await open(menteeId, id, menteeIds[1] ?? 0),
    await open(menteeId, id, menteeId),
    await open(menteeId, id, stranger),
    await open(stranger, id, managerId),
    await open(stranger, 2_000_000_000, managerId),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'chat.channel_not_found' } })
  }
})

test('without chat nothing is opened', async () => {
  const { id, menteeId, managerId } = await accompanied()
  await openChatFor(server, [menteeId], { chattype: 'show' })
  expect(await open(menteeId, id, managerId)).toMatchObject({ status: 403, body: { code: 'chat.off' } })
})

test('when the pair manager leaves, it is closed for both', async () => {
  const { id, menteeId, managerId } = await accompanied()
  const { channelId } = (await open(menteeId, id, managerId)).body
  await inTransaction(server.app.world, log, (ctx) => leaveMentorship(ctx, id, managerId))
  const { body } = await server.ask(menteeId, getChannel, { params: { id: channelId } })
  expect(body.closed).toEqual({ reason: 'inactive', until: null })
})
