import { getChannel, getUnread, listBotUsers, listChannels } from '@saathi/contract/chat/calls'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAssistantChannel, buildChannel, openChatFor, plantMessages } from '../../../test/chat-channels.ts'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { makePicture } from '#core/files/test-pictures.ts'
import { updateProfile } from '@saathi/contract/accounts/calls'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

const list = async (who: number) => (await server.ask(who, listChannels, {})).body.channels
/** Everybody also has a channel with the assistant. */
const listShared = async (who: number) => (await list(who)).filter(({ kind }) => kind !== 'assistant')
const one = (who: number, id: number) => server.ask(who, getChannel, { params: { id } })
const unread = async (who: number) => {
  const shared = new Set((await listShared(who)).map(({ channelId }) => channelId))
  return (await server.ask(who, getUnread, {})).body.channels.filter(({ channelId }) => shared.has(channelId))
}
const setActive = (channelId: number, personId: number, is_active: boolean) =>
  server.db
    .updateTable('chat_member')
    .set({ is_active })
    .where('channel_id', '=', channelId)
    .where('person_id', '=', personId)
    .execute()

describe('[CHT-01] chat', () => {
  test.each([
    [{ chattype: 'off' }, 403],
    [{ chattype: 'show' }, 403],
    [{ mentorship_chat: 'off', ai_chat: 'off' }, 403],
    [{ mentorship_chat: 'show', ai_chat: 'show' }, 403],
    [{ mentorship_chat: 'off', ai_chat: 'use' }, 200],
    [{ mentorship_chat: 'use', ai_chat: 'off' }, 200],
  ])('with the flags %j replies with %i', async (flags, status) => {
    const who = await server.buildPerson()
    await openChatFor(server, [who], flags)
    for (const call of [listChannels, getUnread, listBotUsers]) {
      const answer = await server.ask(who, call, {})
      expect(answer).toMatchObject(status === 403 ? { status, body: { code: 'chat.off' } } : { status })
    }
  })

  test('lists only the kinds of conversation that are enabled', async () => {
    const { menteeIds, channelId } = await buildChannel(server)
    const [mentee = 0] = menteeIds
    const assistantId = await buildAssistantChannel(server, mentee)
    expect((await list(mentee)).map((channel) => channel.channelId).toSorted((a, b) => a - b)).toEqual([channelId, assistantId])
    await openChatFor(server, [mentee], { ai_chat: 'off' })
    expect((await list(mentee)).map((channel) => channel.channelId)).toEqual([channelId])
    expect((await one(mentee, assistantId)).body).toMatchObject({ code: 'chat.off' })
    await openChatFor(server, [mentee], { mentorship_chat: 'off', ai_chat: 'use' })
    expect((await list(mentee)).map((channel) => channel.channelId)).toEqual([assistantId])
  })
})

describe('a channel', () => {
  test('of a pair has the other person’s name and is the direct channel of both', async () => {
    const { channelId, mentorId, menteeIds, id, pairManagerId } = await buildChannel(server, { withPairManager: true })
    const [mentee = 0] = menteeIds
    const [channel] = await listShared(mentee)
    const mentor = channel?.channelMembers.find(({ userId }) => userId === mentorId)
    expect(channel).toMatchObject({ channelId, kind: 'pair', isGroup: false, mentorship: id, closed: null, lastMessage: null })
    expect(channel?.channelName).toBe(mentor?.userFullName)
    expect(mentor).toMatchObject({ role: 'Mentor', isActive: true, isPairManager: false, myDirectChannelWithUser: channelId })
    const others = channel?.channelMembers.filter(({ userId }) => userId !== mentorId)
    expect(others?.map(({ userId, myDirectChannelWithUser }) => [userId, myDirectChannelWithUser])).toEqual([
      [mentee, null],
      [pairManagerId, null],
    ])
  })

  test('[CHT-15] of a group lists everybody; mentees have a direct channel with the mentor and none with each other', async () => {
    const { channelId, mentorId, menteeIds, direct } = await buildChannel(server, { mentees: 3 })
    const [mentee = 0, fellow = 0] = menteeIds
    const group = (await list(mentee)).find((channel) => channel.channelId === channelId)
    expect(group).toMatchObject({ kind: 'group', isGroup: true })
    const directOf = (who: number) => group?.channelMembers.find(({ userId }) => userId === who)?.myDirectChannelWithUser
    expect([directOf(mentorId), directOf(fellow), directOf(mentee)]).toEqual([direct.get(mentee), null, null])
    const ofMentor = (await list(mentorId)).find((channel) => channel.channelId === channelId)
    for (const id of menteeIds) {
      expect(ofMentor?.channelMembers.find(({ userId }) => userId === id)?.myDirectChannelWithUser).toBe(direct.get(id))
    }
    expect((await list(mentee)).map((channel) => channel.channelId)).not.toContain(direct.get(fellow))
    expect((await one(mentee, direct.get(fellow) ?? 0)).status).toBe(404)
  })

  test('is listed with the newest message first and shows it in one line', async () => {
    const { channelId, mentorId, menteeIds, direct } = await buildChannel(server, { mentees: 2 })
    const [mentee = 0] = menteeIds
    const directId = direct.get(mentee) ?? 0
    server.clock.advance(60)
    await plantMessages(server, { channelId: directId, senderId: mentorId, count: 1 })
    server.clock.advance(60)
    await plantMessages(server, { channelId, senderId: mentorId, count: 2 })
    const channels = await listShared(mentee)
    expect(channels.map((channel) => channel.channelId)).toEqual([channelId, directId])
    expect(channels[0]?.lastMessage).toMatchObject({ userId: mentorId, text: 'planted 2' })
    server.clock.reset()
  })

  test('with the assistant has the bot as the other member', async () => {
    const who = await server.buildPerson()
    const channelId = await buildAssistantChannel(server, who)
    const { botUsers } = (await server.ask(who, listBotUsers, {})).body
    expect(botUsers).toEqual([{ userId: expect.any(Number), roleType: 'ai_assistant' }])
    const [channel] = await list(who)
    expect(channel).toMatchObject({ channelId, kind: 'assistant', mentorship: null, channelName: 'AI Assistant' })
    expect(channel?.channelMembers.find(({ role }) => role === 'ai_assistant')?.userId).toBe(botUsers[0]?.userId)
  })

  test.each([
    ['hi', 'एआई सहायक'],
    ['ta', 'ஏஐ அசிஸ்டன்ட்'],
  ])('with the assistant names it in the reader’s language, %s', async (language, name) => {
    const who = await server.buildPerson({ language })
    await buildAssistantChannel(server, who)
    const [channel] = await list(who)
    expect(channel).toMatchObject({ channelName: name })
    expect(channel?.channelMembers.find(({ role }) => role === 'ai_assistant')?.userFullName).toBe(name)
  })

  test('shows people who have left Saathi as former members', async () => {
    const { channelId, menteeIds } = await buildChannel(server, { mentees: 2 })
    const [mentee = 0, gone = 0] = menteeIds
    await server.db.updateTable('person').set({ deleted_at: server.clock.now() }).where('id', '=', gone).execute()
    const shown = (await one(mentee, channelId)).body.channelMembers.find(({ userId }) => userId === gone)
    expect(shown).toMatchObject({ userFullName: 'Former member', displayPicture: null, isActive: false })
  })

  test('C21: shows profile pictures to its members, fellow mentees too, and to nobody else', async () => {
    const { channelId, menteeIds } = await buildChannel(server, { mentees: 2 })
    const [mentee = 0, fellow = 0] = menteeIds
    const form = new FormData()
    form.set('first_name', 'Fellow')
    form.set('picture', new File([new Uint8Array(await makePicture())], 'me.jpg', { type: 'image/jpeg' }))
    const encoded = new Response(form)
    await server.app.inject({
      method: 'PUT',
      url: updateProfile.path,
      headers: {
        authorization: `Bearer ${await server.tokenFor(fellow)}`,
        'content-type': encoded.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    const shown = (await one(mentee, channelId)).body.channelMembers.find(({ userId }) => userId === fellow)
    const url = shown?.displayPicture ?? ''
    expect((await server.app.inject({ url })).statusCode).toBe(200)
    await setActive(channelId, mentee, false)
    expect((await server.app.inject({ url })).statusCode).toBe(404)
  })
})

describe('[CHT-16] a person who takes no part', () => {
  test('does not see the channel in the list, and by address sees it closed without an end', async () => {
    const { channelId, mentorId, menteeIds } = await buildChannel(server)
    const [mentee = 0] = menteeIds
    await plantMessages(server, { channelId, senderId: mentorId, count: 3 })
    await setActive(channelId, mentee, false)
    expect(await listShared(mentee)).toEqual([])
    expect((await server.ask(mentee, getUnread, {})).body.channels.map((each) => each.channelId)).not.toContain(channelId)
    const { body } = await one(mentee, channelId)
    expect(body).toMatchObject({ closed: { reason: 'inactive', until: null }, lastMessage: null, unreadCount: 0 })
    expect(body.channelMembers.map(({ userId }) => userId)).toEqual([mentee])
  })

  test('as pair manager takes part again only when somebody else does', async () => {
    const { channelId, mentorId, menteeIds, pairManagerId } = await buildChannel(server, { withPairManager: true })
    const [mentee = 0] = menteeIds
    const manager = pairManagerId ?? 0
    await setActive(channelId, mentee, false)
    expect((await listShared(manager)).map((channel) => channel.channelId)).toEqual([channelId])
    await setActive(channelId, mentorId, false)
    expect(await listShared(manager)).toEqual([])
    expect((await one(manager, channelId)).body.closed).toEqual({ reason: 'inactive', until: null })
  })

  test('and was never a member gets the same reply as for a missing channel', async () => {
    const { channelId } = await buildChannel(server)
    const other = await buildChannel(server)
    const absent = await one(other.mentorId, 2_000_000_000)
    const foreign = await one(other.mentorId, channelId)
    expect([foreign.status, foreign.body]).toEqual([absent.status, absent.body])
    expect(foreign).toMatchObject({ status: 404, body: { code: 'chat.channel_not_found' } })
  })
})

test('[CHT-17] a blackout shows until when the channel is closed', async () => {
  const { channelId, mentorId } = await buildChannel(server)
  const until = new Date(server.clock.now().getTime() + 3_600_000)
  await server.db.updateTable('chat_channel').set({ blackout_until: until }).where('id', '=', channelId).execute()
  expect((await listShared(mentorId))[0]?.closed).toEqual({ reason: 'blackout', until: until.toISOString() })
})

describe('[CHT-08] the unread count', () => {
  test('counts from the last seen message, without the reader’s own, up to 99', async () => {
    const { channelId, mentorId, menteeIds } = await buildChannel(server)
    const [mentee = 0] = menteeIds
    const ids = await plantMessages(server, { channelId, senderId: mentorId, count: 5 })
    await plantMessages(server, { channelId, senderId: mentee, count: 2 })
    const mark = { last_seen_id: ids[1] ?? 0 }
    await server.db.updateTable('chat_member').set(mark).where('channel_id', '=', channelId).execute()
    expect(await unread(mentee)).toEqual([{ channelId, unreadCount: 3, isTagged: false }])
    expect(await unread(mentorId)).toEqual([{ channelId, unreadCount: 2, isTagged: false }])
    await plantMessages(server, { channelId, senderId: mentorId, count: 120 })
    expect(await unread(mentee)).toMatchObject([{ unreadCount: 99 }])
    expect((await listShared(mentee))[0]).toMatchObject({ unreadCount: 99 })
  })

  test('tells whether the reader is mentioned', async () => {
    const { channelId, mentorId, menteeIds } = await buildChannel(server)
    const [mentee = 0] = menteeIds
    const [id = 0] = await plantMessages(server, { channelId, senderId: mentorId, count: 1 })
    await server.db.insertInto('chat_mention').values({ message_id: id, person_id: mentee, channel_id: channelId }).execute()
    expect(await unread(mentee)).toEqual([{ channelId, unreadCount: 1, isTagged: true }])
    await server.db.updateTable('chat_member').set({ last_seen_id: id }).where('person_id', '=', mentee).execute()
    expect(await unread(mentee)).toEqual([{ channelId, unreadCount: 0, isTagged: false }])
  })
})
