import { searchMessages } from '@saathi/contract/chat/calls'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildChannel, type BuiltChannel, openChatFor, plantMessages } from '../../test/chat-channels.ts'
import { sharedServer, type TestServer } from '../../test/harness.ts'
import { wordsOf } from './words.ts'

let server: TestServer
let pair: BuiltChannel
let mentee: number
beforeAll(async () => {
  server = await sharedServer()
  pair = await buildChannel(server, { withPairManager: true })
  mentee = pair.menteeIds[0] ?? 0
})

/** As the writer keeps it. */
async function say(channelId: number, senderId: number, text: string): Promise<number> {
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
  test('finds by the beginnings of words, all of them in one message, the newest first', async () => {
    const first = await say(pair.channelId, pair.mentorId, 'The interview is on Friday')
    const second = await say(pair.channelId, mentee, 'Interviews on friday make me nervous')
    await say(pair.channelId, mentee, 'An interview on Monday')
    expect(await foundIds(mentee, 'INTER fri')).toEqual([second, first])
    expect(await foundIds(mentee, 'terview')).toEqual([])
  })

  test('knows whom a message names by name, and not by number', async () => {
    const id = await say(pair.channelId, mentee, '@[Kavita](98765) knows the way')
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
  ])('finds %j by %j', async (text, asked) => {
    const id = await say(pair.channelId, mentee, text)
    expect(await foundIds(mentee, asked)).toEqual([id])
  })

  test('shows who said it, without an address, and where in the text the hit is', async () => {
    const id = await say(pair.channelId, pair.mentorId, `${'long '.repeat(40)}zebra ${'tail '.repeat(40)}`)
    const [found] = (await search(mentee, 'zeb')).messages
    expect(found).toMatchObject({ messageId: id, channelId: pair.channelId, user: { firstName: 'Person', userEmailId: '' } })
    expect(found?.text.length).toBeLessThanOrEqual(65)
    expect(found?.text.slice(found.hit.start, found.hit.start + found.hit.length)).toBe('zeb')
  })

  test('shows a mention as its name', async () => {
    await say(pair.channelId, pair.mentorId, `@[Asha Rao](${mentee}) rhubarb`)
    expect((await search(mentee, 'rhubarb')).messages[0]?.text).toBe('@Asha Rao rhubarb')
  })

  test('comes in pages from 1', async () => {
    const other = await buildChannel(server)
    for (let n = 0; n < 25; n += 1) await say(other.channelId, other.mentorId, `pageful ${n}`)
    const [first, second] = [await search(other.mentorId, 'pageful'), await search(other.mentorId, 'pageful', 2)]
    expect([first.messages.length, first.hasNextPage, second.messages.length, second.hasNextPage]).toEqual([20, true, 5, false])
    const ids = [...first.messages, ...second.messages].map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(25)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  test.each(['', '   ', '!?', '👩‍🏫', "' | :*", '&', '\\'])('for %j finds nothing, and breaks nothing', async (text) => {
    expect(await search(mentee, text)).toEqual({ messages: [], hasNextPage: false })
  })

  test('names who has left a former member, and who is in no list one of the team', async () => {
    const group = await buildChannel(server, { mentees: 2 })
    const [reader = 0, gone = 0] = group.menteeIds
    await say(group.channelId, gone, 'aardvark')
    await server.db.updateTable('person').set({ deleted_at: server.clock.now() }).where('id', '=', gone).execute()
    expect((await search(reader, 'aardvark')).messages[0]?.user).toEqual({
      firstName: 'Former member',
      lastName: '',
      userEmailId: '',
    })
    await say(group.channelId, await server.buildPerson({ role: 'Admin' }), 'albatross')
    expect((await search(reader, 'albatross')).messages[0]?.user.firstName).toBe('Staff')
  })
})

describe('C20: a search never finds', () => {
  test('what others say, what one can no longer read, nor what a pair manager alone is left with', async () => {
    const own = await buildChannel(server, { withPairManager: true })
    const [inside = 0] = own.menteeIds
    const manager = own.pairManagerId ?? 0
    await say(own.channelId, own.mentorId, 'secretword')
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

  test('what was taken away', async () => {
    const id = await say(pair.channelId, mentee, 'quokka')
    await server.db.updateTable('chat_message').set({ redacted_at: server.clock.now() }).where('id', '=', id).execute()
    expect(await foundIds(mentee, 'quokka')).toEqual([])
  })

  test('by a number that is put in front of a word', async () => {
    const own = await buildChannel(server)
    await say(own.channelId, own.mentorId, 'wombat')
    expect(await foundIds(mentee, `${own.channelId}:wombat`)).toEqual([])
    expect(await foundIds(mentee, `' | '${own.channelId}:wombat`)).toEqual([])
  })
})

test('is counted, and refused beyond sixty a minute', async () => {
  const { mentorId } = await buildChannel(server)
  for (let n = 0; n < 60; n += 1) await search(mentorId, 'x')
  expect(await server.ask(mentorId, searchMessages, { body: { searchText: 'x', pageNumber: 1 } })).toMatchObject({ status: 429 })
})

test('needs a sign-in, and a chat that is open', async () => {
  const input = { body: { searchText: 'x', pageNumber: 1 } }
  expect((await server.ask(null, searchMessages, input)).status).toBe(401)
  const outsider = await server.buildPerson()
  await openChatFor(server, [outsider], { chattype: 'show' })
  expect(await server.ask(outsider, searchMessages, input)).toMatchObject({
    status: 403,
    body: { code: 'chat.off' },
  })
})
