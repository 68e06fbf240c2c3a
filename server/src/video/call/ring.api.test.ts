import { randomUUID } from 'node:crypto'
import { listNotices } from '@saathi/contract/notices/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { silent } from '../../../test/video-caller.ts'
import { buildCallers, placeCall, openVideoFor } from '../../../test/video-rooms.ts'
import { requireVisit } from '../access.ts'
import { enterRoom } from './presence.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 20 })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())

const callNotices = async (personId: number) =>
  (await server.ask(personId, listNotices, { query: {} })).body.notices.filter(({ kind }) => kind === 'calls')

async function enter(personId: number, roomId: string) {
  const now = server.clock.now()
  const signInId = randomUUID()
  const times = { started_at: now, last_used_at: now, confirmed_at: now, expires_at: new Date(now.getTime() + 86_400_000) }
  await server.db
    .insertInto('sign_in')
    .values({ id: signInId, person_id: personId, device: 'Test', ...times })
    .execute()
  await inTransaction(server.app.world, server.app.log, async (ctx) => {
    const target = await requireVisit({ ...ctx, actor: { personId, language: 'en' } }, roomId)
    await enterRoom(ctx, { target, personId, signInId, resume: null, canRecord: true, state: silent, engineParticipantId: null })
  })
}

test('[PLT-02] a call notifies everyone it is for once, by name, with the time and the link', async () => {
  const { mentorId, menteeIds, channelId } = await buildCallers(server, { mentees: 3 })
  const [caller = 0, without = 0, other = 0] = menteeIds
  await openVideoFor(server, [without], 'off')
  const { room } = await placeCall(server, caller, channelId)
  await placeCall(server, other, channelId)
  for (const personId of [mentorId, other]) {
    const notices = await callNotices(personId)
    expect(notices).toMatchObject([
      // The text stays true when it is read or mailed much later.
      {
        title: expect.stringMatching(/^Missed video call from Person · \d+:\d\d\s[ap]m$/),
        text: 'Call back, or write when it suits you.',
        link: `/video/join-meeting/${room}?section=video`,
        isRead: false,
      },
    ])
  }
  expect(await callNotices(caller)).toEqual([])
  expect(await callNotices(without)).toEqual([])
})

test('[DAY-49] a call that was joined is not listed as missed, for that person only', async () => {
  const { mentorId, menteeIds, channelId } = await buildCallers(server, { mentees: 2 })
  const [caller = 0, other = 0] = menteeIds
  const { room } = await placeCall(server, caller, channelId)
  await enter(mentorId, room)
  expect(await callNotices(mentorId)).toEqual([])
  expect(await callNotices(other)).toMatchObject([{ isRead: false }])
})
