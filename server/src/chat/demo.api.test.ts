import { fileURLToPath } from 'node:url'
import { getRatingStatus, listChannels, searchMessages } from '@saathi/contract/chat/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadFolder } from '#programme/load/folder.ts'
import { storedMessages } from '../../test/chat-channels.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { address } from '../../test/programme-mentorship.ts'

const demo = fileURLToPath(new URL('../../../demo', import.meta.url))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.clock.set(new Date('2026-03-09T12:00:00+05:30'))
  await loadFolder(server.app.world, demo, server.app.log, async (password) => `hash of ${password}`)
})
afterAll(() => server.stop())

const personId = async (name: string) =>
  (await server.db.selectFrom('person').select('id').where('email', '=', address(name)).executeTakeFirstOrThrow()).id
const channelsOf = async (name: string) => (await server.ask(await personId(name), listChannels, {})).body.channels

test('Asha and Ravi have more than two pages of messages, in order of time, with Anita as pair manager', async () => {
  const pair = (await channelsOf('asha')).find(({ kind }) => kind === 'pair')
  const stored = await storedMessages(server, pair?.channelId ?? 0)
  expect(stored.length).toBeGreaterThan(60)
  const times = stored.map(({ createdAt }) => createdAt.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThanOrEqual(server.clock.now().getTime())
  expect(pair).toMatchObject({ channelName: 'Ravi Kulkarni', lastMessage: { id: stored.at(-1)?.id } })
  expect(pair?.unreadCount).toBeGreaterThan(0)
  expect(pair?.channelMembers.some(({ isPairManager }) => isPairManager)).toBe(true)
})

test('Meera’s group writes in two languages; she has a direct channel with each mentee, and they have none with each other', async () => {
  const ofMeera = await channelsOf('meera')
  expect(ofMeera.filter(({ kind }) => kind === 'direct')).toHaveLength(5)
  const ofDivya = await channelsOf('divya')
  expect(ofDivya.map(({ kind }) => kind).toSorted()).toEqual(['assistant', 'direct', 'group'])
  const found = await server.ask(await personId('divya'), searchMessages, { body: { searchText: 'साइकिल', pageNumber: 1 } })
  expect(found.body.messages).toHaveLength(1)
})

test('Asha has asked the assistant, and everybody with the assistant enabled has a channel', async () => {
  const assistant = (await channelsOf('asha')).find(({ kind }) => kind === 'assistant')
  expect(await storedMessages(server, assistant?.channelId ?? 0)).toHaveLength(6)
  const due = await server.ask(await personId('asha'), getRatingStatus, { params: { id: assistant?.channelId ?? 0 } })
  expect(due.body).toMatchObject({ isRatingDue: false })
  expect((await channelsOf('neha')).map(({ kind }) => kind).toSorted()).toEqual(['assistant', 'pair'])
})

test('nobody has a conversation of an ended mentorship', async () => {
  expect((await channelsOf('mentorship-ended')).map(({ kind }) => kind)).toEqual(['assistant'])
})
