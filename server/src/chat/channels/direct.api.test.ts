import { getChannel, listChannels, openDirectChannel } from '@saathi/contract/chat/calls'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { leaveMentorship } from '#mentorship/public.ts'
import { buildChannel, openChatFor } from '../../../test/chat-channels.ts'
import { sharedServer, type TestServer } from '../../../test/harness.ts'

const log = pino({ level: 'silent' })
let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

const open = (personId: number, mentorship: number, userId: number) =>
  server.ask(personId, openDirectChannel, { body: { mentorship, userId } })

async function buildAccompanied(mentees = 1) {
  const built = await buildChannel(server, { mentees, withPairManager: true })
  return { ...built, managerId: built.pairManagerId ?? 0, menteeId: built.menteeIds[0] ?? 0 }
}

test('a mentee and the pair manager get a direct channel without the mentor', async () => {
  const { id, menteeId, mentorId, managerId } = await buildAccompanied()
  const { status, body } = await open(menteeId, id, managerId)
  expect(status).toBe(200)
  expect(body).toMatchObject({ kind: 'direct', mentorship: id, closed: null })
  expect(new Set(body.channelMembers.map(({ userId }) => userId))).toEqual(new Set([menteeId, managerId]))
  expect((await server.ask(mentorId, getChannel, { params: { id: body.channelId } })).status).toBe(404)
  const shown = (await server.ask(managerId, listChannels, {})).body.channels
  expect(shown.map(({ channelId }) => channelId)).toContain(body.channelId)
})

test('opening it again, from either side or concurrently, returns the same channel', async () => {
  const { id, menteeId, managerId } = await buildAccompanied()
  const opened = await Promise.all([open(menteeId, id, managerId), open(managerId, id, menteeId), open(menteeId, id, managerId)])
  expect(new Set(opened.map(({ body }) => body.channelId)).size).toBe(1)
})

test('each side sees the other’s name', async () => {
  const { id, mentorId, managerId } = await buildAccompanied()
  const [ofMentor, ofManager] = [(await open(mentorId, id, managerId)).body, (await open(managerId, id, mentorId)).body]
  const nameOf = async (personId: number) => {
    const row = await server.db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirstOrThrow()
    return `${row.first_name} ${row.last_name}`
  }
  expect(ofMentor.channelName).toBe(await nameOf(managerId))
  expect(ofManager.channelName).toBe(await nameOf(mentorId))
})

test('a pair uses its own channel, and a group’s mentor and mentee the one they already have', async () => {
  const pair = await buildAccompanied()
  expect((await open(pair.menteeId, pair.id, pair.mentorId)).body.channelId).toBe(pair.channelId)
  const group = await buildAccompanied(3)
  expect((await open(group.menteeId, group.id, group.mentorId)).body.channelId).toBe(group.direct.get(group.menteeId))
})

test('a channel with a fellow mentee, a stranger or oneself is refused with the same reply', async () => {
  const { id, menteeIds, menteeId, managerId } = await buildAccompanied(3)
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

test('nothing is opened if chat is not enabled', async () => {
  const { id, menteeId, managerId } = await buildAccompanied()
  await openChatFor(server, [menteeId], { chattype: 'show' })
  expect(await open(menteeId, id, managerId)).toMatchObject({ status: 403, body: { code: 'chat.off' } })
})

test('it is closed for both when the pair manager leaves', async () => {
  const { id, menteeId, managerId } = await buildAccompanied()
  const { channelId } = (await open(menteeId, id, managerId)).body
  await inTransaction(server.app.world, log, (ctx) => leaveMentorship(ctx, id, managerId))
  const { body } = await server.ask(menteeId, getChannel, { params: { id: channelId } })
  expect(body.closed).toEqual({ reason: 'inactive', until: null })
})
