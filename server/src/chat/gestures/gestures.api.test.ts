import { exportOwnData } from '@saathi/contract/accounts/calls'
import { getUnread, listChannels, searchMessages } from '@saathi/contract/chat/calls'
import { setFilterMode } from '@saathi/contract/chat/filter-calls'
import * as calls from '@saathi/contract/chat/gesture-calls'
import { CHANGE_WITHIN_MS } from '@saathi/contract/chat/gestures'
import { mentionOf } from '@saathi/contract/chat/mentions'
import { redactMessage } from '@saathi/contract/chat/staff-calls'
import { sendReport } from '@saathi/contract/safety/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sendUpload } from '#core/files/test-upload.ts'
import { buildAssistantChannel, buildChannel, type BuiltChannel, plantMessages } from '../../../test/chat-channels.ts'
import { addressOf, openChatSocket } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildLead } from '../../../test/safety-desk.ts'
import { chatWriter } from '../write/writer.ts'
import { findVersions } from './store.ts'

let server: TestServer
let pair: BuiltChannel
let asha: number
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 20 })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  pair = await buildChannel(server)
  asha = pair.menteeIds[0] ?? 0
})

async function dial(who: number, channel = pair.channelId) {
  const client = await openChatSocket(addressOf(server.app), await server.tokenFor(who))
  onTestFinished(async () => void (await client.close()))
  client.say({ command: 'join', channel })
  await client.settle()
  return client
}
type Client = Awaited<ReturnType<typeof dial>>
/** Written without a socket. */
async function write(senderId: number, text: string, channelId = pair.channelId): Promise<number> {
  const result = await chatWriter(server.app.world).send({ channelId, senderId, tempId: null, text, by: 'member' })
  if (!('row' in result)) throw new Error('the message was not written')
  return result.row.id
}
const edit = (who: number, id: number, message: string, isConfirmed = false) =>
  server.ask(who, calls.editMessage, { params: { id }, body: { message, isConfirmed } })
const remove = (who: number, id: number) => server.ask(who, calls.deleteMessage, { params: { id } })
const react = (who: number, id: number, emoji: string | null) =>
  server.ask(who, calls.reactToMessage, { params: { id }, body: { emoji } })
const changed = async (client: Client, id: number, version = 1) =>
  (await client.next('messages_changed', ({ messages }) => messages[0]?.msg_id === id && messages[0].version === version))
    .messages[0]
const search = async (who: number, searchText: string) =>
  (await server.ask(who, searchMessages, { body: { searchText } })).body.messages.map(({ messageId }) => messageId)
const listed = async (who: number) =>
  (await server.ask(who, listChannels, {})).body.channels.find(({ channelId }) => channelId === pair.channelId)
const unread = async (who: number) =>
  (await server.ask(who, getUnread, {})).body.channels.find(({ channelId }) => channelId === pair.channelId)
const newest = async (client: Client) => {
  client.say({ command: 'fetch_messages', channel: pair.channelId })
  return (await client.next('messages_payload')).messages
}

describe('replies', () => {
  test('[DAY-01] a reply carries a line of the message it answers, for everybody and on every page', async () => {
    const [own, other] = [await dial(asha), await dial(pair.mentorId)]
    const question = await other.send(pair.channelId, `${mentionOf('Asha Rao', asha)}, how\nwas it?`)
    own.say({ command: 'send', channel: pair.channelId, message: 'Good', tempId: 'reply', reply_to: question.msg_id })
    const quote = { msg_id: question.msg_id, user_id: pair.mentorId, message: '@Asha Rao, how was it?', kind: 'text' }
    const answer = await other.next('new_message', ({ message }) => message === 'Good')
    expect(answer.reply_to).toEqual(quote)
    expect((await newest(own))[0]).toMatchObject({ msg_id: answer.msg_id, reply_to: quote })
    await remove(pair.mentorId, question.msg_id)
    expect((await newest(own))[0]?.reply_to).toEqual({ msg_id: question.msg_id, user_id: null, message: '', kind: 'gone' })
  })

  test('[DAY-01] a message of another conversation, a missing one and a broadcast cannot be answered', async () => {
    const elsewhere = await buildChannel(server)
    const foreign = await write(elsewhere.mentorId, 'secret', elsewhere.channelId)
    const broadcast = await chatWriter(server.app.world).send({
      channelId: pair.channelId,
      senderId: pair.mentorId,
      tempId: null,
      text: 'To all',
      by: 'broadcast',
    })
    const own = await dial(asha)
    const toAll = 'row' in broadcast ? broadcast.row.id : 0
    for (const [at, reply_to] of [foreign, 2_000_000_000, toAll].entries()) {
      own.say({ command: 'send', channel: pair.channelId, message: 'what?', tempId: `bad-${at}`, reply_to })
      expect(await own.next('error')).toMatchObject({ code: 'chat.reply_not_found', temp_id: `bad-${at}` })
    }
    const assistant = await buildAssistantChannel(server, asha)
    await server.db.updateTable('experience').set({ ai_chat: 'use' }).where('person_id', '=', asha).execute()
    const client = await dial(asha, assistant)
    client.say({ command: 'send', channel: assistant, message: 'what?', tempId: 'bad-ai', reply_to: foreign })
    expect(await client.next('error')).toMatchObject({ code: 'chat.text_only' })
  })

  test('[DAY-01] in a group, two people of whom one has blocked the other can neither quote nor read quotes of each other', async () => {
    const group = await buildChannel(server, { mentees: 3 })
    const [one = 0, other = 0, third = 0] = group.menteeIds
    const said = await write(other, 'words of the other', group.channelId)
    await server.db
      .insertInto('person_block')
      .values({ person_id: one, blocked_id: other, blocked_at: server.clock.now() })
      .execute()
    const [ones, thirds] = [await dial(one, group.channelId), await dial(third, group.channelId)]
    ones.say({ command: 'send', channel: group.channelId, message: 'hm', tempId: 'hm', reply_to: said })
    expect(await ones.next('error')).toMatchObject({ code: 'chat.reply_not_found' })
    expect((await react(one, said, '👍')).status).toBe(404)
    thirds.say({ command: 'send', channel: group.channelId, message: 'I agree', tempId: 'yes', reply_to: said })
    const seen = await ones.next('new_message', ({ message }) => message === 'I agree')
    expect(seen.reply_to).toMatchObject({ kind: 'gone', message: '', user_id: null })
    await react(other, seen.msg_id, '🙏')
    expect((await changed(ones, seen.msg_id))?.reactions).toBeUndefined()
    expect((await changed(thirds, seen.msg_id))?.reactions).toEqual([{ emoji: '🙏', user_ids: [other] }])
  })
})

describe('reactions', () => {
  test('[DAY-02] each person has one reaction, everybody sees it live, and it can be changed and taken back', async () => {
    const [own, other] = [await dial(asha), await dial(pair.mentorId)]
    const { msg_id: id } = await own.send(pair.channelId, 'I passed')
    expect((await react(pair.mentorId, id, '❤️')).status).toBe(200)
    expect((await changed(own, id))?.reactions).toEqual([{ emoji: '❤️', user_ids: [pair.mentorId] }])
    await react(pair.mentorId, id, '❤️')
    await react(pair.mentorId, id, '🎉')
    await react(asha, id, '🎉')
    expect((await changed(other, id, 3))?.reactions).toEqual([{ emoji: '🎉', user_ids: [pair.mentorId, asha] }])
    await react(pair.mentorId, id, null)
    await react(asha, id, null)
    expect((await newest(own))[0]).toMatchObject({ msg_id: id, version: 5 })
    expect((await newest(own))[0]?.reactions).toBeUndefined()
  })

  test('[DAY-02] only an emoji is a reaction, and a flood of them is refused', async () => {
    const id = await write(asha, 'hello')
    for (const text of ['lol', '1', '👍👍', '<b>', ' ', 'a️'])
      expect((await react(pair.mentorId, id, text)).body).toMatchObject({ code: 'chat.not_an_emoji' })
    const limited = await startTestServer()
    onTestFinished(() => limited.stop())
    const small = await buildChannel(limited)
    const [message = 0] = await plantMessages(limited, { channelId: small.channelId, senderId: small.mentorId, count: 1 })
    const mentee = small.menteeIds[0] ?? 0
    let last = 200
    for (let at = 0; at < 70 && last === 200; at += 1)
      last = (await limited.ask(mentee, calls.reactToMessage, { params: { id: message }, body: { emoji: at % 2 ? '👍' : '😢' } }))
        .status
    expect(last).toBe(429)
  })
})

describe('edits', () => {
  test('[DAY-04] an edit reaches everybody with its mark; search, list and mentions follow', async () => {
    const [own, other] = [await dial(asha), await dial(pair.mentorId)]
    const { msg_id: id } = await own.send(pair.channelId, `first words ${mentionOf('Ravi', pair.mentorId)}`)
    expect(await unread(pair.mentorId)).toMatchObject({ unreadCount: 1, isTagged: true })
    expect((await edit(asha, id, ' second words ')).status).toBe(200)
    const frame = await changed(other, id)
    expect(frame).toMatchObject({ message: 'second words', edited_on: expect.any(String), is_tagged: false })
    expect(await search(asha, 'first')).toEqual([])
    expect(await search(pair.mentorId, 'second')).toEqual([id])
    expect((await listed(pair.mentorId))?.lastMessage).toMatchObject({ id, text: 'second words' })
    expect(await unread(pair.mentorId)).toMatchObject({ unreadCount: 1, isTagged: false })
    await edit(asha, id, `third ${mentionOf('Ravi', pair.mentorId)}`)
    expect(await changed(other, id, 2)).toMatchObject({ is_tagged: true })
    expect(await unread(pair.mentorId)).toMatchObject({ isTagged: true })
    // The same text again is no change.
    await edit(asha, id, `third ${mentionOf('Ravi', pair.mentorId)}`)
    expect((await newest(own))[0]?.version).toBe(2)
  })

  test('[DAY-04] the server’s clock decides: after fifteen minutes nothing can be changed or deleted', async () => {
    const id = await write(asha, 'sent')
    server.clock.advance(CHANGE_WITHIN_MS / 1000 - 1)
    expect((await edit(asha, id, 'in time')).status).toBe(200)
    server.clock.advance(1)
    expect((await edit(asha, id, 'late')).body).toMatchObject({ code: 'chat.too_late' })
    expect((await remove(asha, id)).body).toMatchObject({ code: 'chat.too_late' })
    // A reaction has no end.
    expect((await react(pair.mentorId, id, '👍')).status).toBe(200)
  })

  test('[DAY-04] messages of others, of other conversations, erased ones and calls cannot be changed', async () => {
    const theirs = await write(pair.mentorId, 'theirs')
    for (const refused of [await edit(asha, theirs, 'mine'), await remove(asha, theirs)])
      expect(refused).toMatchObject({ status: 403, body: { code: 'chat.not_yours' } })
    const elsewhere = await buildChannel(server)
    const foreign = await write(elsewhere.mentorId, 'secret', elsewhere.channelId)
    for (const id of [foreign, 2_000_000_000])
      for (const refused of [await edit(asha, id, 'x'), await remove(asha, id), await react(asha, id, '👍')])
        expect(refused).toMatchObject({ status: 404, body: { code: 'chat.message_not_found' } })
    const mine = await write(asha, 'mine')
    expect((await edit(asha, mine, '  ')).body).toMatchObject({ code: 'chat.empty' })
    const lead = await buildLead(server, { projectId: pair.projectId })
    await server.ask(lead, redactMessage, { params: { id: mine }, body: {} })
    for (const refused of [await edit(asha, mine, 'x'), await remove(asha, mine), await react(asha, mine, '👍')])
      expect(refused).toMatchObject({ status: 409, body: { code: 'chat.message_gone' } })
  })

  test('[DAY-04] while a conversation is paused, blocked or closed, nothing in it can be changed', async () => {
    const id = await write(asha, 'before')
    await server.db.updateTable('chat_channel').set({ is_paused: true }).where('id', '=', pair.channelId).execute()
    for (const refused of [await edit(asha, id, 'x'), await remove(asha, id), await react(pair.mentorId, id, '👍')])
      expect(refused).toMatchObject({ status: 403, body: { code: 'chat.closed' } })
    await server.db.updateTable('chat_channel').set({ is_paused: false }).where('id', '=', pair.channelId).execute()
    const block = { person_id: pair.mentorId, blocked_id: asha, blocked_at: server.clock.now() }
    await server.db.insertInto('person_block').values(block).execute()
    expect((await edit(asha, id, 'x')).body).toMatchObject({ code: 'chat.closed' })
  })

  test('[SAF-12] the contact filter reads edits, also parts of a number', async () => {
    const lead = await buildLead(server, { projectId: pair.projectId })
    const setMode = (mode: 'warn' | 'hold') =>
      server.ask(lead, setFilterMode, { params: { projectId: pair.projectId }, body: { mode, reason: 'to keep them safe' } })
    const [first, last] = [await write(asha, 'hello'), await write(asha, '43210')]
    await setMode('warn')
    expect((await edit(asha, first, 'call 98765 43210')).body).toMatchObject({ code: 'chat.contact_warning' })
    expect((await edit(asha, first, 'call 98765 43210', true)).status).toBe(200)
    await edit(asha, first, 'hello')
    await setMode('hold')
    expect((await edit(asha, first, 'call 98765 43210', true)).body).toMatchObject({ code: 'chat.edit_shares_contact' })
    expect((await edit(asha, first, 'my number is 98765')).body).toMatchObject({ code: 'chat.edit_shares_contact' })
    expect((await edit(asha, last, 'good night')).status).toBe(200)
    expect((await edit(asha, first, 'my number is 98765')).status).toBe(200)
  })

  test('[SAF-12] the contact filter does not combine an edit with parts that somebody else wrote', async () => {
    const lead = await buildLead(server, { projectId: pair.projectId })
    await write(pair.mentorId, '98765')
    const id = await write(asha, 'hello')
    await write(pair.mentorId, '43210')
    const body = { mode: 'hold', reason: 'to keep them safe' } as const
    await server.ask(lead, setFilterMode, { params: { projectId: pair.projectId }, body })
    for (const part of ['43210', '98765']) expect((await edit(asha, id, part)).status).toBe(200)
  })
})

describe('deletions', () => {
  test('[DAY-05] a deleted message leaves a trace, and is gone from search, list, counts and reactions', async () => {
    const [own, other] = [await dial(asha), await dial(pair.mentorId)]
    const { msg_id: id } = await own.send(pair.channelId, `sorry ${mentionOf('Ravi', pair.mentorId)}`)
    await react(pair.mentorId, id, '😮')
    expect((await remove(asha, id)).status).toBe(200)
    expect((await remove(asha, id)).status).toBe(200)
    expect(await changed(other, id, 2)).toMatchObject({ message: '', is_deleted: true, is_tagged: false })
    const [last] = await newest(own)
    expect(last).toMatchObject({ msg_id: id, message: '', is_deleted: true, user_id: asha })
    expect(last?.reactions).toBeUndefined()
    expect(await search(asha, 'sorry')).toEqual([])
    expect((await listed(pair.mentorId))?.lastMessage).toMatchObject({ id, text: 'Deleted message' })
    expect(await unread(pair.mentorId)).toMatchObject({ unreadCount: 0, isTagged: false })
    for (const refused of [await edit(asha, id, 'back'), await react(pair.mentorId, id, '👍')])
      expect(refused).toMatchObject({ status: 409, body: { code: 'chat.message_gone' } })
  })

  test('[DAY-05] a file that was sent stays', async () => {
    const own = await dial(asha)
    const file = { bytes: Buffer.from('a file'), name: 'a.txt', type: 'text/plain', purpose: 'chat' }
    const { body } = await sendUpload(server, asha, file)
    own.say({ command: 'send', channel: pair.channelId, message: 'mine', tempId: 'f', attachments: [{ id: body.id }] })
    const { msg_id: id } = await own.next('new_message')
    expect((await remove(asha, id)).body).toMatchObject({ code: 'chat.file_stays' })
    // Its text can be changed, and even left out.
    expect((await edit(asha, id, '')).status).toBe(200)
    const frame = await changed(own, id)
    expect(frame?.message).toBe('')
    expect(JSON.parse(frame?.attachments ?? '[]')).toMatchObject([{ name: 'a.txt', url: expect.stringContaining('/files/') }])
  })

  test('[DAY-06] earlier texts are copied for the desk, are only in the writer’s export, and are deleted with an erased message', async () => {
    const id = await write(asha, 'first')
    await edit(asha, id, 'second')
    await remove(asha, id)
    const report = { clientId: crypto.randomUUID(), thing: { kind: 'message', id: String(id) }, reason: 'threat' } as const
    expect((await server.ask(pair.mentorId, sendReport, { body: report })).status).toBe(200)
    const { content } = await server.db
      .selectFrom('safety_evidence')
      .select('content')
      .orderBy('report_id', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(content).messages).toMatchObject([
      { messageId: id, text: '', isErased: false, earlier: [{ text: 'first' }, { text: 'second' }] },
    ])
    const exported = async (who: number) =>
      JSON.stringify((await server.ask(who, exportOwnData, { body: {} })).body.parts['chat'])
    expect(await exported(asha)).toContain('second')
    expect(await exported(pair.mentorId)).not.toContain('second')
    const lead = await buildLead(server, { projectId: pair.projectId })
    await server.ask(lead, redactMessage, { params: { id }, body: {} })
    expect(await findVersions(server.db, [id])).toEqual([])
  })
})

test('[DAY-09] a client that was away receives what was changed in the meantime, and nothing else', async () => {
  const [old, kept, last] = [await write(asha, 'old'), await write(asha, 'kept'), await write(asha, 'last')]
  const since = server.clock.now().toISOString()
  await edit(asha, old, 'new')
  await react(pair.mentorId, last, '👍')
  const other = await openChatSocket(addressOf(server.app), await server.tokenFor(pair.mentorId))
  onTestFinished(async () => void (await other.close()))
  other.say({ command: 'join', channel: pair.channelId, message_id: last, changed_since: since })
  const { messages } = await other.next('messages_changed')
  expect(messages.map(({ msg_id }) => msg_id).toSorted((a, b) => a - b)).toEqual([old, last])
  expect(messages.find(({ msg_id }) => msg_id === old)).toMatchObject({ message: 'new', version: 1 })
  expect(kept).toBeGreaterThan(old)
})
