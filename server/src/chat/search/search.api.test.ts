import { searchMessages } from '@saathi/contract/chat/calls'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  buildAssistantChannel,
  buildChannel,
  type BuiltChannel,
  openChatFor,
  plantMessages,
} from '../../../test/chat-channels.ts'
import { sharedServer, type TestServer } from '../../../test/harness.ts'
import { findBot } from '../assistant/store.ts'
import { wordsOf } from './words.ts'

let server: TestServer
let pair: BuiltChannel
let mentee: number
beforeAll(async () => {
  server = await sharedServer()
  pair = await buildChannel(server, { withPairManager: true })
  mentee = pair.menteeIds[0] ?? 0
})

/** As the writer stores it. */
async function plantMessage(channelId: number, senderId: number, text: string): Promise<number> {
  const [id = 0] = await plantMessages(server, { channelId, senderId, count: 1 })
  const words = wordsOf(channelId, text)
  await sql`update chat_message set body = ${text}, words = array_to_tsvector(${words}::text[]) where id = ${id}`.execute(
    server.db,
  )
  return id
}
const search = async (who: number, searchText: string, pageNumber = 1) => {
  const { status, body } = await server.ask(who, searchMessages, { body: { searchText, pageNumber } })
  expect(status).toBe(200)
  return body
}
const foundIds = async (who: number, searchText: string) =>
  (await search(who, searchText)).messages.map(({ messageId }) => messageId)

describe('[CHT-14] a search', () => {
  test('finds messages with all words by their prefixes, newest first', async () => {
    const first = await plantMessage(pair.channelId, pair.mentorId, 'The interview is on Friday')
    const second = await plantMessage(pair.channelId, mentee, 'Interviews on friday make me nervous')
    await plantMessage(pair.channelId, mentee, 'An interview on Monday')
    expect(await foundIds(mentee, 'INTER fri')).toEqual([second, first])
    expect(await foundIds(mentee, 'terview')).toEqual([])
  })

  test('finds mentioned people by name, not by id', async () => {
    const id = await plantMessage(pair.channelId, mentee, '@[Kavita](98765) knows the way')
    expect(await foundIds(mentee, 'kavita')).toEqual([id])
    expect(await foundIds(mentee, '98765')).toEqual([])
  })

  test.each([
    ['कल साक्षात्कार है', 'साक्षा'],
    ['நாளை நேர்காணல்', 'நேர்'],
    ['কাল সাক্ষাৎকার', 'সাক্ষাৎ'],
    ['రేపు ఇంటర్వ్యూ', 'ఇంటర్'],
    ['ನಾಳೆ ಸಂದರ್ಶನ', 'ಸಂದರ್'],
    ['ਕੱਲ੍ਹ ਇੰਟਰਵਿਊ', 'ਇੰਟਰ'],
    ['कल पढ़ाई', 'पढ़ा'],
    ['বাড়ি পৌঁছে', 'পৌঁ'],
    ['பொங்கல் கொண்டாட்டம்', 'கொண்டா'],
    ['రాజ్\u200cకుమార్ వస్తారు', 'రాజ్కు'],
    ['ಬೆಂಗಳೂರಿನಲ್ಲಿ ಮೋಹನ್\u200cರವರು', 'ಮೋಹನ್ರ'],
  ])('finds %j by %j, in any composition', async (text, searchText) => {
    const id = await plantMessage(pair.channelId, mentee, text)
    for (const form of ['NFC', 'NFD']) expect(await foundIds(mentee, searchText.normalize(form))).toEqual([id])
  })

  test('shows the sender without an address, and the position of the match', async () => {
    const id = await plantMessage(pair.channelId, pair.mentorId, `${'long '.repeat(40)}zebra ${'tail '.repeat(40)}`)
    const [found] = (await search(mentee, 'zeb')).messages
    expect(found).toMatchObject({ messageId: id, channelId: pair.channelId, user: { firstName: 'Person', userEmailId: '' } })
    expect(found?.text.length).toBeLessThanOrEqual(65)
    expect(found?.text.slice(found.hit.start, found.hit.start + found.hit.length)).toBe('zeb')
  })

  test('shows a mention as its name', async () => {
    await plantMessage(pair.channelId, pair.mentorId, `@[Asha Rao](${mentee}) rhubarb`)
    expect((await search(mentee, 'rhubarb')).messages[0]?.text).toBe('@Asha Rao rhubarb')
  })

  test('has pages that start at 1', async () => {
    const other = await buildChannel(server)
    for (let n = 0; n < 25; n += 1) await plantMessage(other.channelId, other.mentorId, `pageful ${n}`)
    const [first, second] = [await search(other.mentorId, 'pageful'), await search(other.mentorId, 'pageful', 2)]
    expect([first.messages.length, first.hasNextPage, second.messages.length, second.hasNextPage]).toEqual([20, true, 5, false])
    const ids = [...first.messages, ...second.messages].map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(25)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  test.each(['', '   ', '!?', '👩‍🏫', "' | :*", '&', '\\'])('for %j finds nothing and does not fail', async (text) => {
    expect(await search(mentee, text)).toEqual({ messages: [], hasNextPage: false })
  })

  test('shows deleted senders as former members, and senders who are not members as staff', async () => {
    const group = await buildChannel(server, { mentees: 2 })
    const [reader = 0, gone = 0] = group.menteeIds
    await plantMessage(group.channelId, gone, 'aardvark')
    await server.db.updateTable('person').set({ deleted_at: server.clock.now() }).where('id', '=', gone).execute()
    expect((await search(reader, 'aardvark')).messages[0]?.user).toEqual({
      firstName: 'Former member',
      lastName: '',
      userEmailId: '',
    })
    await plantMessage(group.channelId, await server.buildPerson({ role: 'Admin' }), 'albatross')
    expect((await search(reader, 'albatross')).messages[0]?.user.firstName).toBe('Staff')
  })

  test('shows the assistant in the reader’s language', async () => {
    const reader = await server.buildPerson({ language: 'ta' })
    const channelId = await buildAssistantChannel(server, reader)
    await plantMessage(channelId, await findBot(server.db), 'salamander')
    expect((await search(reader, 'salamander')).messages[0]?.user).toMatchObject({ firstName: 'ஏஐ அசிஸ்டன்ட்', lastName: '' })
  })
})

describe('C20: a search never finds', () => {
  test('messages in channels of others, in channels the reader has left, or in a channel with only a pair manager', async () => {
    const own = await buildChannel(server, { withPairManager: true })
    const [inside = 0] = own.menteeIds
    const manager = own.pairManagerId ?? 0
    await plantMessage(own.channelId, own.mentorId, 'secretword')
    const setActive = (personId: number, is_active: boolean) =>
      server.db
        .updateTable('chat_member')
        .set({ is_active })
        .where('channel_id', '=', own.channelId)
        .where('person_id', '=', personId)
        .execute()
    expect(await foundIds(inside, 'secretword')).toHaveLength(1)
    expect(await foundIds(manager, 'secretword')).toHaveLength(1)
    expect(await foundIds(mentee, 'secretword')).toEqual([])
    await setActive(inside, false)
    expect(await foundIds(inside, 'secretword')).toEqual([])
    await setActive(own.mentorId, false)
    expect(await foundIds(manager, 'secretword')).toEqual([])
  })

  test('redacted messages', async () => {
    const id = await plantMessage(pair.channelId, mentee, 'quokka')
    await server.db.updateTable('chat_message').set({ redacted_at: server.clock.now() }).where('id', '=', id).execute()
    expect(await foundIds(mentee, 'quokka')).toEqual([])
  })

  test('messages of another channel by typing its id in front of a word', async () => {
    const own = await buildChannel(server)
    await plantMessage(own.channelId, own.mentorId, 'wombat')
    expect(await foundIds(mentee, `${own.channelId}:wombat`)).toEqual([])
    expect(await foundIds(mentee, `' | '${own.channelId}:wombat`)).toEqual([])
  })
})

test('a search is limited to sixty per minute', async () => {
  const { mentorId } = await buildChannel(server)
  for (let n = 0; n < 60; n += 1) await search(mentorId, 'x')
  expect(await server.ask(mentorId, searchMessages, { body: { searchText: 'x', pageNumber: 1 } })).toMatchObject({ status: 429 })
})

test('a search requires a sign-in and enabled chat', async () => {
  const input = { body: { searchText: 'x', pageNumber: 1 } }
  expect((await server.ask(null, searchMessages, input)).status).toBe(401)
  const outsider = await server.buildPerson()
  await openChatFor(server, [outsider], { chattype: 'show' })
  expect(await server.ask(outsider, searchMessages, input)).toMatchObject({
    status: 403,
    body: { code: 'chat.off' },
  })
})
