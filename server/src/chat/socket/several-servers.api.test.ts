import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantChatGroups } from '../../../test/chat-people.ts'
import { openChatSocket } from '../../../test/chat-socket.ts'
import { testEnv } from '../../../test/harness.ts'
import { type SeveralServers, startSeveralServers } from '../../../test/several-servers.ts'

let several: SeveralServers
beforeAll(async () => {
  several = await startSeveralServers(2)
})
afterAll(() => several.stop())

test('two people on two servers chat as if on one, and receive each other’s read position', async () => {
  const [asha, ravi] = await plantChatGroups(several.builder.db, { groups: 1, size: 2, secret: testEnv.secret })
  const [channel = 0] = asha?.channels ?? []
  const ashas = await openChatSocket(several.hostOf(0), asha?.token ?? '')
  const ravis = await openChatSocket(several.hostOf(1), ravi?.token ?? '')
  for (const client of [ashas, ravis]) {
    client.say({ command: 'join', channel })
    await client.settle()
  }
  const sent = await ashas.send(channel, 'Are you there?')
  expect(await ravis.next('new_message')).toEqual({ ...sent, temp_id: null })
  ravis.say({ command: 'message_seen', channel, message_id: sent.msg_id })
  expect(await ashas.next('update_last_viewed_timestamp')).toMatchObject({ user_id: ravi?.personId, message_id: sent.msg_id })
  await Promise.all([ashas.close(), ravis.close()])
}, 180_000)

test('[DAY-02] a reaction given on one server shows on the others', async () => {
  const [asha, ravi] = await plantChatGroups(several.builder.db, { groups: 1, size: 2, secret: testEnv.secret })
  const [channel = 0] = asha?.channels ?? []
  const ashas = await openChatSocket(several.hostOf(0), asha?.token ?? '')
  const { msg_id } = await ashas.send(channel, 'I did it')
  const answer = await fetch(`http://${several.hostOf(1)}/api/v2/chat/messages/${msg_id}/reaction/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ravi?.token ?? ''}`, 'content-type': 'application/json' },
    body: JSON.stringify({ emoji: '❤️' }),
  })
  expect(answer.status, await answer.text()).toBe(200)
  const { messages } = await ashas.next('messages_changed')
  expect(messages).toMatchObject([{ msg_id, reactions: [{ emoji: '❤️', user_ids: [ravi?.personId] }] }])
  await ashas.close()
}, 180_000)

test('[SAF-12] a filter that is switched on holds at once on every server, even if no event of it arrives', async () => {
  const { db } = several.builder
  const [asha, ravi] = await plantChatGroups(db, { groups: 1, size: 2, secret: testEnv.secret })
  const [channel = 0] = asha?.channels ?? []
  const clients = [
    await openChatSocket(several.hostOf(0), asha?.token ?? ''),
    await openChatSocket(several.hostOf(1), ravi?.token ?? ''),
  ] as const
  // Both servers have the channel in their cache now.
  for (const client of clients) {
    client.say({ command: 'join', channel })
    await client.send(channel, 'Hello')
  }
  const { projectId } = await db
    .selectFrom('chat_channel')
    .innerJoin('mentorship', 'mentorship.id', 'chat_channel.mentorship_id')
    .select('mentorship.project_id as projectId')
    .where('chat_channel.id', '=', channel)
    .executeTakeFirstOrThrow()
  // Without the call of the desk, which also notifies the servers.
  await db
    .insertInto('chat_filter')
    .values({ project_id: projectId ?? 0, mode: 'hold', changed_at: new Date() })
    .execute()
  for (const [at, client] of clients.entries()) {
    client.say({ command: 'send', channel, message: 'my number is 9876543210', tempId: `held-${at}` })
    expect(await client.next('message_held')).toMatchObject({ temp_id: `held-${at}` })
  }
  await Promise.all(clients.map((client) => client.close()))
}, 180_000)
