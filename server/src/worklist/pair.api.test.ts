import { randomUUID } from 'node:crypto'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import { getPairFacts, listPairs } from '@saathi/contract/staff/pair-calls'
import { addPairNote, PAIR_NOTE_MAX } from '@saathi/contract/worklist/note-calls'
import { listWork } from '@saathi/contract/worklist/calls'
import { beforeAll, expect, test } from 'vitest'
import { chatWriter } from '#chat/write/writer.ts'
import { sharedServer, type TestServer } from '../../test/harness.ts'
import { openChatFor } from '../../test/chat-channels.ts'
import { buildStaff, buildStaffOf } from '../../test/staff-rights.ts'
import { buildLookedAfter, daysFrom, review } from '../../test/worklist.ts'

const ABSENT = 2_000_000_000
const reason = 'Before a call'
let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

const open = async (by: number, id: number) => (await server.ask(by, getPairFacts, { params: { id }, query: { reason } })).body
const note = (by: number | null, id: number, text: string, key: string = randomUUID()) =>
  server.ask(by, addPairNote, { params: { id }, body: { text } }, { 'idempotency-key': key })

test('[TOD-06] no word of the chat is in the page, the list or the worklist, for any reader of the team', async () => {
  const pair = await buildLookedAfter(server, { daysAgo: 40 })
  const { id, channelId, menteeId, mentorId, coordinator, manager } = pair
  await openChatFor(server, [menteeId, mentorId, coordinator])
  const word = `secret${randomUUID()}`
  for (const [at, senderId] of [menteeId, mentorId, coordinator, menteeId].entries()) {
    const message = { by: 'member', channelId, senderId, tempId: `${at}`, text: `${word} ${at}` } as const
    expect(await chatWriter(server.app.world).send(message)).toHaveProperty('row')
  }
  const written = { created_at: daysFrom(server.clock.now(), -9) }
  await server.db.updateTable('chat_message').set(written).where('channel_id', '=', channelId).execute()
  await review(server, { pairs: [id] })
  const lead = await buildStaff(server, 'SafeguardingLead')
  for (const by of [coordinator, manager, lead, await buildStaff(server, 'Admin')]) {
    const page = await open(by, id)
    expect(page.channels).toMatchObject([{ messageCount: 4 }])
    const replies = [
      page,
      (await server.ask(by, listPairs, { query: {} })).body,
      (await server.ask(by, listWork, { query: {} })).body,
    ]
    expect(JSON.stringify(replies)).not.toContain(word)
  }
  expect((await open(manager, id)).work?.items.map(({ rule }) => rule)).toContain('unanswered')
})

test('[TOD-06] a note about a pair is read by those who look after it, and both members see that one was written', async () => {
  const { id, coordinator, manager, menteeId, mentorId, projectId } = await buildLookedAfter(server)
  const key = randomUUID()
  const written = await note(coordinator, id, ' They meet on Sundays now. ', key)
  expect(written.body.note).toMatchObject({ text: 'They meet on Sundays now.', by: expect.any(String) })
  expect((await note(coordinator, id, ' They meet on Sundays now. ', key)).body).toEqual(written.body)
  await note(manager, id, 'Her exams end in March.')
  const { work } = await open(manager, id)
  expect(work?.notes.map(({ text }) => text)).toEqual(['Her exams end in March.', 'They meet on Sundays now.'])
  const lead = await buildStaff(server, 'SafeguardingLead')
  expect((await open(lead, id)).work).toBeNull()
  for (const member of [menteeId, mentorId]) {
    const { looks } = (await server.ask(member, listLooksAtMe, { query: {} })).body
    expect(looks.filter(({ what }) => what === 'wrote_note')).toHaveLength(2)
    expect((await note(member, id, 'Mine')).status).toBe(403)
  }
  const stranger = await buildStaffOf(server, 'PairManager', projectId)
  const elsewhere = await buildStaffOf(server, 'ProgramManager', (await buildLookedAfter(server)).projectId)
  for (const reply of [await note(stranger, id, 'x'), await note(elsewhere, id, 'x'), await note(manager, ABSENT, 'x')])
    expect(reply).toMatchObject({ status: 404, body: { code: 'mentorship.not_found' } })
  expect((await note(lead, id, 'x')).status).toBe(403)
  expect((await note(null, id, 'x')).status).toBe(401)
  for (const text of [' ', 'x'.repeat(PAIR_NOTE_MAX + 1)]) expect((await note(manager, id, text)).status).toBe(400)
})
