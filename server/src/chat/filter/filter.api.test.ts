import { listNotices } from '@saathi/contract/notices/calls'
import { getUnread, listOwnHeldMessages } from '@saathi/contract/chat/calls'
import * as calls from '@saathi/contract/chat/filter-calls'
import type { FilterMode } from '@saathi/contract/chat/filter'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildChannel, type BuiltChannel, storedMessages } from '../../../test/chat-channels.ts'
import { addressOf, openChatSocket } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildLead } from '../../../test/safety-desk.ts'
import { recordStatements } from '../../../test/statements.ts'

const reason = 'to keep the pair safe'
const NUMBER = 'call me on 98765 43210'
let server: TestServer
let pair: BuiltChannel
let asha: number
let lead: number
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 20 })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  pair = await buildChannel(server, { withPairManager: true })
  asha = pair.menteeIds[0] ?? 0
  lead = await buildLead(server, { projectId: pair.projectId })
})

const setMode = (mode: FilterMode, projectId = pair.projectId) =>
  server.ask(lead, calls.setFilterMode, { params: { projectId }, body: { mode, reason } })
async function dial(who: number) {
  const client = await openChatSocket(addressOf(server.app), await server.tokenFor(who))
  onTestFinished(async () => void (await client.close()))
  client.say({ command: 'join', channel: pair.channelId })
  await client.settle()
  return client
}
type Client = Awaited<ReturnType<typeof dial>>
let sent = 0
const say = (client: Client, message: string, more: { tempId?: string; isConfirmed?: boolean } = {}) =>
  client.say({ command: 'send', channel: pair.channelId, message, tempId: `f${(sent += 1)}`, ...more })
const textsIn = async () => (await storedMessages(server, pair.channelId)).map(({ body }) => body)
const waiting = async (who = lead) => (await server.ask(who, calls.listHeldMessages, { query: {} })).body.held
const decide = (id: number, call: typeof calls.releaseHeldMessage | typeof calls.rejectHeldMessage, who = lead) =>
  server.ask(who, call, { params: { id }, body: { reason } })
const messagesOf = (client: Client) => client.frames.flatMap((frame) => (frame.command === 'new_message' ? frame.message : []))

describe('[SAF-12] modes', () => {
  test('off: everything is delivered; without a row too', async () => {
    const client = await dial(asha)
    await client.send(pair.channelId, NUMBER)
    await setMode('off')
    await client.send(pair.channelId, NUMBER)
    expect(await textsIn()).toEqual([NUMBER, NUMBER])
  })

  test('warn: the sender is asked first, and sends it anyway or not; others learn nothing', async () => {
    await setMode('warn')
    const [own, other] = [await dial(asha), await dial(pair.mentorId)]
    say(own, NUMBER, { tempId: 'warned' })
    const error = await own.next('error')
    expect(error).toMatchObject({ code: 'chat.contact_warning', temp_id: 'warned' })
    expect(await textsIn()).toEqual([])
    say(own, NUMBER, { tempId: 'warned', isConfirmed: true })
    expect((await other.next('new_message')).message).toBe(NUMBER)
    await own.send(pair.channelId, 'See you at 5:30, I got 98 and 76 marks')
    expect(await textsIn()).toHaveLength(2)
  })

  test('hold: stored, shown to the sender alone, and delivered once when released, as the newest message', async () => {
    await setMode('hold')
    const [own, other] = [await dial(asha), await dial(pair.mentorId)]
    say(own, NUMBER, { tempId: 'held' })
    expect(await own.next('message_held')).toMatchObject({ channel_id: pair.channelId, temp_id: 'held' })
    await own.send(pair.channelId, 'and good night')
    await other.next('new_message')
    expect(messagesOf(other)).toEqual([])
    const unread = async () =>
      (await server.ask(pair.mentorId, getUnread, {})).body.channels.find(({ channelId }) => channelId === pair.channelId)
    expect(await unread()).toMatchObject({ unreadCount: 1 })
    const ownHeld = (who: number) => server.ask(who, listOwnHeldMessages, { params: { id: pair.channelId } })
    expect((await ownHeld(asha)).body.held).toMatchObject([{ tempId: 'held', text: NUMBER, state: 'waiting' }])
    expect((await ownHeld(pair.mentorId)).body.held).toEqual([])
    // Sent again after a lost connection, it stays one.
    say(own, NUMBER, { tempId: 'held', isConfirmed: true })
    await own.next('message_held')
    const [held, ...more] = await waiting()
    expect(more).toEqual([])
    expect(held).toMatchObject({ kinds: ['phone'], sender: { personId: asha }, hasFile: false })
    const id = held?.id ?? 0
    const both = await Promise.all([decide(id, calls.releaseHeldMessage), decide(id, calls.releaseHeldMessage)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const delivered = await other.next('new_message')
    expect(delivered).toMatchObject({ message: NUMBER, user_id: asha })
    expect(await own.next('new_message', ({ message }) => message === NUMBER)).toMatchObject({ temp_id: 'held' })
    expect(await textsIn()).toEqual(['and good night', NUMBER])
    expect(await unread()).toMatchObject({ unreadCount: 2 })
    expect((await ownHeld(asha)).body.held).toEqual([])
    say(own, NUMBER, { tempId: 'held' })
    await own.settle()
    expect(await textsIn()).toHaveLength(2)
  })

  test('hold: a rejected message is delivered to nobody, and the sender is notified kindly', async () => {
    await setMode('hold')
    const own = await dial(asha)
    say(own, 'whatsapp karo', { tempId: 'no' })
    await own.next('message_held')
    const id = (await waiting())[0]?.id ?? 0
    expect((await decide(id, calls.rejectHeldMessage)).status).toBe(200)
    expect(await textsIn()).toEqual([])
    const { body } = await server.ask(asha, listOwnHeldMessages, { params: { id: pair.channelId } })
    expect(body.held).toMatchObject([{ state: 'rejected' }])
    const { notices } = (await server.ask(asha, listNotices, { query: {} })).body
    expect(notices[0]).toMatchObject({ title: 'One of your messages was not delivered' })
    expect((await decide(id, calls.releaseHeldMessage)).body).toMatchObject({ code: 'chat.held_decided' })
  })

  test('a number is found when it is split over three messages', async () => {
    await setMode('hold')
    const own = await dial(asha)
    await own.send(pair.channelId, 'my number is 9876')
    await own.send(pair.channelId, '543')
    say(own, '210')
    await own.next('message_held')
    expect(await waiting()).toMatchObject([{ kinds: ['phone'] }])
  })

  test('three parts in one batch are found too', async () => {
    await setMode('hold')
    const own = await dial(asha)
    for (const part of ['9876', '543', '210']) say(own, part)
    await own.next('message_held')
    expect(await textsIn()).toEqual(['9876', '543'])
  })

  test('the pair manager may give a number', async () => {
    await setMode('hold')
    const own = await dial(pair.pairManagerId ?? 0)
    await own.send(pair.channelId, NUMBER)
    expect(await textsIn()).toEqual([NUMBER])
  })

  test('a message without contact data is written by one statement, whatever the mode', async () => {
    const own = await dial(asha)
    await own.send(pair.channelId, 'first')
    const { statementsOf } = recordStatements(server)
    const counts: number[] = []
    for (const mode of ['off', 'warn', 'hold'] as const) {
      await setMode(mode)
      // The cached channel is read again after the change.
      await own.send(pair.channelId, 'second')
      const statements = await statementsOf(() => own.send(pair.channelId, 'see you tomorrow'))
      counts.push(statements.filter((text) => text.includes('chat_message')).length)
    }
    expect(new Set(counts)).toEqual(new Set([1]))
  })
})

describe('the desk', () => {
  async function hold(message = NUMBER) {
    await setMode('hold')
    const own = await dial(asha)
    say(own, message)
    await own.next('message_held')
    return (await waiting())[0]?.id ?? 0
  }

  test('reads a held message with a reason, which the sender can see', async () => {
    const id = await hold()
    expect((await server.ask(lead, calls.openHeldMessage, { params: { id }, body: { reason } })).body).toEqual({
      text: NUMBER,
      fileName: null,
    })
    const { looks } = (await server.ask(asha, listLooksAtMe, { query: {} })).body
    expect(looks[0]).toMatchObject({ what: 'read_messages', reason })
  })

  test('of another programme, and members of the conversation, see nothing', async () => {
    const id = await hold()
    const stranger = await buildLead(server, { projectId: (await buildChannel(server)).projectId })
    expect(await waiting(stranger)).toEqual([])
    for (const call of [calls.openHeldMessage, calls.releaseHeldMessage, calls.rejectHeldMessage])
      expect(await server.ask(stranger, call, { params: { id }, body: { reason } })).toMatchObject({
        status: 404,
        body: { code: 'chat.held_not_found' },
      })
    await server.db
      .insertInto('chat_member')
      .values({ channel_id: pair.channelId, person_id: lead, joined_at: server.clock.now() })
      .execute()
    expect(await waiting()).toEqual([])
    expect((await decide(id, calls.releaseHeldMessage)).body).toMatchObject({ code: 'chat.held_not_found' })
  })

  test('cannot deliver into a conversation that was closed in the meantime; the message goes on waiting', async () => {
    const id = await hold()
    await server.db.updateTable('chat_channel').set({ is_paused: true }).where('id', '=', pair.channelId).execute()
    expect((await decide(id, calls.releaseHeldMessage)).body).toMatchObject({ code: 'chat.closed' })
    expect(await waiting()).toHaveLength(1)
  })

  test('changes nothing in another programme', async () => {
    const other = (await buildChannel(server)).projectId
    expect((await setMode('hold', other)).body).toMatchObject({ code: 'chat.project_not_found' })
    const found = await server.ask(lead, calls.getFilter, { params: { projectId: other } })
    expect(found.body).toMatchObject({ code: 'chat.project_not_found' })
  })
})

describe('[SAF-12] own rules', () => {
  const add = (patterns: string[], name = 'Meeting place') =>
    server.ask(lead, calls.addFilterRule, { params: { projectId: pair.projectId }, body: { name, patterns } })
  const rule = async (patterns: string[]) => {
    const { id, version } = (await add(patterns)).body.rules.at(-1)!
    return { params: { id }, version }
  }
  const turn = ({ params, version }: Awaited<ReturnType<typeof rule>>, isActive = true) =>
    server.ask(lead, calls.switchFilterRule, { params, body: { version, isActive, reason } })
  const replay = ({ params, version }: Awaited<ReturnType<typeof rule>>) =>
    server.ask(lead, calls.replayFilterRule, { params, body: { version } })

  test.each([['*'], ['a*'], ['hi'], ['(a+)+$'], ['.*'], ['##'], ['[a-z]+'], ['one two three four five six seven']])(
    '%j is refused: it would fit everything or is a pattern of another kind',
    async (pattern) => {
      expect(await add([pattern])).toMatchObject({ status: 400, body: { code: 'chat.rule_refused' } })
    },
  )

  test('must be replayed before it is switched on; then it holds, in each spelling', async () => {
    const own = await dial(asha)
    await own.send(pair.channelId, 'Meet me behind the old station')
    for (let at = 0; at < 12; at += 1) await own.send(pair.channelId, `ordinary words ${'abc'.repeat(at + 1)}`)
    const first = await rule(['old station*'])
    expect((await turn(first)).body).toMatchObject({ code: 'chat.rule_not_replayed' })
    const early = { params: first.params, body: { version: 1, reason } }
    expect((await server.ask(lead, calls.readReplaySamples, early)).body).toMatchObject({ code: 'chat.rule_not_replayed' })
    expect((await replay(first)).body.rules).toMatchObject([{ replay: { checked: 13, found: 1, isTooWide: false } }])
    const { body } = await server.ask(lead, calls.readReplaySamples, early)
    expect(body.samples.map(({ text }) => text)).toEqual(['Meet me behind the old station'])
    const { looks } = (await server.ask(asha, listLooksAtMe, { query: {} })).body
    expect(looks[0]).toMatchObject({ what: 'read_messages', reason })
    await setMode('hold')
    await own.send(pair.channelId, 'the old station again')
    expect((await turn(first)).body.rules).toMatchObject([{ activeVersion: 1 }])
    say(own, 'the OLD\u200b Stations')
    await own.next('message_held')
    expect((await waiting())[0]).toMatchObject({ kinds: ['rule'] })
    expect((await turn(first, false)).body.rules).toMatchObject([{ activeVersion: null }])
    await own.send(pair.channelId, 'the old station is open')
  })

  test('that fits more than one message in ten cannot be switched on', async () => {
    const own = await dial(asha)
    for (let at = 0; at < 6; at += 1) await own.send(pair.channelId, 'good morning to you')
    const wide = await rule(['good morning'])
    expect((await replay(wide)).body.rules[0]?.replay).toMatchObject({ found: 6, isTooWide: true })
    expect((await turn(wide)).body).toMatchObject({ code: 'chat.rule_too_wide' })
  })

  test('has versions: the one in force stays until the new one was replayed', async () => {
    const first = await rule(['old station'])
    await replay(first)
    await turn(first)
    const change = { name: 'Places', patterns: ['bus stand'], version: 1 }
    const changed = await server.ask(lead, calls.changeFilterRule, { params: first.params, body: change })
    expect(changed.body.rules).toMatchObject([{ name: 'Places', version: 2, activeVersion: 1, replay: null }])
    const again = await server.ask(lead, calls.changeFilterRule, { params: first.params, body: change })
    expect(again.body).toMatchObject({ code: 'chat.rule_changed' })
    for (const outdated of [await turn(first), await replay(first)])
      expect(outdated.body).toMatchObject({ code: 'chat.rule_changed' })
    expect((await turn({ ...first, version: 2 })).body).toMatchObject({ code: 'chat.rule_not_replayed' })
    const refused = { ...change, version: 2, patterns: ['.*'] }
    const bad = await server.ask(lead, calls.changeFilterRule, { params: first.params, body: refused })
    expect(bad.body).toMatchObject({ code: 'chat.rule_refused' })
  })

  test('belongs to its programme, and there are 20 at most', async () => {
    const own = await rule(['old station'])
    const stranger = await buildLead(server, { projectId: (await buildChannel(server)).projectId })
    const { params, version } = own
    expect((await server.ask(stranger, calls.replayFilterRule, { params, body: { version } })).body).toMatchObject({
      code: 'chat.rule_not_found',
    })
    for (let at = 0; at < 19; at += 1) await add(['some place'])
    expect((await add(['some place'])).body).toMatchObject({ code: 'chat.too_many_rules' })
  })
})
