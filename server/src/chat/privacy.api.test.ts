import { exportOwnData } from '@saathi/contract/accounts/calls'
import { getChannel } from '@saathi/contract/chat/calls'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { sendUpload } from '#core/files/test-upload.ts'
import { buildAssistantChannel, buildChannel, storedMessages } from '../../test/chat-channels.ts'
import { addressOf, openChatSocket } from '../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { dumpTables, occursIn } from '../../test/matrix/table-dump.ts'
import { erasePerson } from '../accounts/leave/leave.ts'
import { chatWriter } from './write/writer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())

const log = pino({ level: 'silent' })
const dial = async (who: number) => openChatSocket(addressOf(server.app), await server.tokenFor(who))
async function leaveSaathi(personId: number) {
  await server.db.updateTable('person').set({ leaves_at: server.clock.now() }).where('id', '=', personId).execute()
  await inTransaction(server.app.world, log, (ctx) => erasePerson(ctx, personId))
}

describe('the export of own data', () => {
  test('contains the person’s messages, both sides of the assistant channel, and received messages without names', async () => {
    const pair = await buildChannel(server)
    const [asha = 0] = pair.menteeIds
    const assistantId = await buildAssistantChannel(server, asha)
    const [own, other] = [await dial(asha), await dial(pair.mentorId)]
    await own.send(pair.channelId, 'from Asha')
    await other.send(pair.channelId, `from Ravi @[Called-by-Ravi](${asha})`)
    const elsewhere = await buildChannel(server)
    const stranger = await dial(elsewhere.mentorId)
    await stranger.send(elsewhere.channelId, 'not for Asha')
    await own.send(assistantId, 'asked by Asha')
    const { parts } = (await server.ask(asha, exportOwnData, { body: {} })).body
    expect(parts['chat']).toMatchObject({
      conversations: [
        { conversation: pair.channelId, kind: 'pair', isActive: true },
        { conversation: assistantId, kind: 'assistant', isActive: true },
      ],
      messages: [
        { text: 'from Asha', isFromAssistant: false },
        { text: 'asked by Asha', isFromAssistant: false },
      ],
      received: [{ conversation: pair.channelId, kind: 'pair', text: 'from Ravi @…', sentAt: expect.any(String) }],
      ratings: [],
    })
    for (const word of ['not for Asha', 'Called-by-Ravi']) expect(JSON.stringify(parts)).not.toContain(word)
    // A former member's export includes what they had seen.
    own.say({ command: 'message_seen', channel: pair.channelId })
    await own.next('update_last_viewed_timestamp')
    await server.db.updateTable('chat_member').set({ is_active: false }).where('person_id', '=', asha).execute()
    await chatWriter(server.app.world).send({
      channelId: pair.channelId,
      senderId: pair.mentorId,
      tempId: null,
      text: 'afterwards',
      by: 'member',
    })
    const later = (await server.ask(asha, exportOwnData, { body: {} })).body.parts['chat']
    expect(later).toMatchObject({ received: [{ text: 'from Ravi @…' }] })
    await Promise.all([own.close(), other.close(), stranger.close()])
  })
})

describe('[CHT-20] a person who leaves Saathi', () => {
  test('is erased with messages, files and name; the rows stay and show a former member', async () => {
    const group = await buildChannel(server, { mentees: 2 })
    const [asha = 0, fellow = 0] = group.menteeIds
    const assistantId = await buildAssistantChannel(server, asha)
    const [own, other] = [await dial(asha), await dial(fellow)]
    const { body: file } = await sendUpload(server, asha, {
      bytes: Buffer.from('words-in-a-file'),
      name: 'a.txt',
      type: 'text/plain',
      purpose: 'chat',
    })
    await own.send(group.channelId, 'words-of-asha')
    own.say({ command: 'send', channel: group.channelId, message: '', tempId: 'f', attachments: [{ id: file.id }] })
    await own.next('new_message', ({ temp_id }) => temp_id === 'f')
    await own.send(assistantId, 'asked-by-asha')
    await other.send(group.channelId, `@[Asha-by-name](${asha}) hello`)
    // Neither of these creates a mention: a broadcast by staff, and a message after she was removed.
    const staff = await server.buildPerson({ role: 'Admin' })
    const writer = chatWriter(server.app.world)
    const mention = { channelId: group.channelId, tempId: null, text: `@[Asha-unheard](${asha}) hello` }
    await writer.send({ ...mention, senderId: staff, by: 'broadcast' })
    await server.db.updateTable('chat_member').set({ is_active: false }).where('person_id', '=', asha).execute()
    await writer.send({ ...mention, senderId: fellow, by: 'member' })
    await Promise.all([own.close(), other.close()])

    await leaveSaathi(asha)
    const dump = await dumpTables(server.db)
    for (const word of ['words-of-asha', 'asked-by-asha', 'Asha-by-name', 'Asha-unheard'])
      expect(occursIn(dump, word), word).toBe(false)
    const stored = await storedMessages(server, group.channelId)
    expect(stored.map(({ senderId, body }) => [senderId, body])).toEqual([
      [null, ''],
      [null, ''],
      [fellow, `@[Former member](${asha}) hello`],
      [staff, `@[Former member](${asha}) hello`],
      [fellow, `@[Former member](${asha}) hello`],
    ])
    expect(await storedMessages(server, assistantId)).toEqual([])
    const { body } = await server.ask(fellow, getChannel, { params: { id: group.channelId } })
    expect(body.channelMembers.find(({ userId }) => userId === asha)).toMatchObject({
      userFullName: 'Former member',
      isActive: false,
      lastViewedTimestamp: null,
    })
  })
})
