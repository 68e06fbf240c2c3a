import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { endMentorship } from '#mentorship/public.ts'
import { openChatFor } from '../../../test/chat-channels.ts'
import { sharedServer, startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildMentorship } from '../../../test/mentorships.ts'
import { openAssistantChannels, startChannels } from './start-channels.ts'

const log = pino({ level: 'silent' })
let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

/** Kinds and members, without ids. */
async function channelsOf(of: 'mentorship_id' | 'person_id', id: number) {
  const column = of === 'person_id' ? ('channel.person_id' as const) : ('channel.mentorship_id' as const)
  const rows = await server.db
    .selectFrom('chat_channel as channel')
    .innerJoin('chat_member as member', 'member.channel_id', 'channel.id')
    .select([
      'channel.id',
      'channel.kind',
      'member.person_id as personId',
      'member.is_pair_manager as isPairManager',
      'member.is_active as isActive',
    ])
    .where(column, '=', id)
    .orderBy('channel.kind')
    .orderBy('channel.id')
    .orderBy('member.person_id')
    .execute()
  return [...Map.groupBy(rows, (row) => row.id).values()]
    .map((members) => ({
      kind: members[0]?.kind ?? '',
      members: members.map(({ personId }) => personId),
      managers: members.flatMap(({ personId, isPairManager }) => (isPairManager ? [personId] : [])),
      isActive: members.every(({ isActive }) => isActive),
    }))
    .toSorted((a, b) => a.kind.localeCompare(b.kind) || (a.members.at(-1) ?? 0) - (b.members.at(-1) ?? 0))
}
const sorted = (ids: readonly (number | null)[]) => ids.flatMap((id) => id ?? []).toSorted((a, b) => a - b)
const expectedState = { managers: [], isActive: true }

test('a pair has one channel, with its pair manager, and starting again adds none', async () => {
  const { id, mentorId, menteeIds, pairManagerId } = await buildMentorship(server, { sessions: [], withPairManager: true })
  const members = sorted([mentorId, ...menteeIds, pairManagerId])
  const expected = [{ kind: 'pair', members, managers: [pairManagerId], isActive: true }]
  expect(await channelsOf('mentorship_id', id)).toEqual(expected)
  await inTransaction(server.app.world, log, (ctx) => startChannels(ctx, { mentorshipId: id, personIds: members }))
  expect(await channelsOf('mentorship_id', id)).toEqual(expected)
})

test('a group has one channel for all, and one between the mentor and each mentee; mentees have none with each other', async () => {
  const { id, mentorId, menteeIds } = await buildMentorship(server, { sessions: [], mentees: 3 })
  expect(await channelsOf('mentorship_id', id)).toEqual([
    ...menteeIds.map((menteeId) => ({ kind: 'direct', members: sorted([mentorId, menteeId]), ...expectedState })),
    { kind: 'group', members: sorted([mentorId, ...menteeIds]), ...expectedState },
  ])
})

test('enabling the assistant creates its channel once, without other members, and notifies open pages', async () => {
  const person = await server.buildPerson()
  const published: string[] = []
  const { world } = server.app
  const { publishToTopic } = world
  world.publishToTopic = (topic, text) => {
    if (JSON.parse(text).to?.includes(person)) published.push(text)
    publishToTopic(topic, text)
  }
  onTestFinished(() => void (world.publishToTopic = publishToTopic))
  await openChatFor(server, [person], { ai_chat: 'off' })
  const open = () => inTransaction(server.app.world, log, (ctx) => openAssistantChannels(ctx, [person]))
  await open()
  expect(await channelsOf('person_id', person)).toEqual([])
  await openChatFor(server, [person], { ai_chat: 'use' })
  expect(published).toEqual([])
  await open()
  await open()
  expect(published).toHaveLength(1)
  const bot = await server.db.selectFrom('person').select('id').where('role', '=', 'ai_assistant').executeTakeFirstOrThrow()
  expect(await channelsOf('person_id', person)).toEqual([
    { kind: 'assistant', members: sorted([person, bot.id]), ...expectedState },
  ])
})

test('the migration creates the same channels for earlier mentorships, and none for ended ones', async () => {
  const own = await startTestServer()
  const usual = server
  try {
    server = own
    const pair = await buildMentorship(own, { sessions: [], withPairManager: true })
    const group = await buildMentorship(own, { sessions: [], mentees: 3, withPairManager: true })
    const over = await buildMentorship(own, { sessions: [] })
    await inTransaction(own.app.world, log, (ctx) => endMentorship(ctx, over.id))
    await openChatFor(own, [pair.mentorId], { ai_chat: 'use' })
    await inTransaction(own.app.world, log, (ctx) => openAssistantChannels(ctx, null))
    const readChannels = async () => [
      await channelsOf('mentorship_id', pair.id),
      await channelsOf('mentorship_id', group.id),
      await channelsOf('person_id', pair.mentorId),
    ]
    const before = await readChannels()
    await own.db.deleteFrom('chat_channel').execute()
    const file = readFileSync(new URL('../../../migrations/0018_chat.sql', import.meta.url), 'utf8')
    await sql.raw(file.slice(file.indexOf('-- Those who walk together already'))).execute(own.db)
    expect(await readChannels()).toEqual(before)
    expect(before.flat()).toHaveLength(6)
    expect(await channelsOf('mentorship_id', over.id)).toEqual([])
  } finally {
    server = usual
    await own.stop()
  }
})
