import type { ServerResponse } from 'node:http'
import { findText } from '#core/texts.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { askTeam } from '@saathi/contract/chat/calls'
import { listHelpMessages } from '@saathi/contract/help/calls'
import { listHelpCases } from '@saathi/contract/help/staff-calls'
import { buildAssistantChannel, buildChannel, plantMessages, storedMessages } from '../../../test/chat-channels.ts'
import { addressOf, type ChatSocket, openChatSocket } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildSession } from '../../../test/hub-sessions.ts'
import { ASSISTANT_TIMEOUT_MS, type AssistantSettings } from '#core/settings/chat.ts'
import { inTransaction } from '#core/ctx.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { streamPieces, startModelStandIn } from '../../../test/model-stand-in.ts'
import { answerJob } from './job.ts'

const t = findText('en')
type Model = Awaited<ReturnType<typeof startModelStandIn>>

async function startAssistant(changes: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(changes)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  await server.app.startJobs(server.url)
  const faq = (question: string, answer: string, hi?: [string, string]) => ({
    question: { text: question, locales: hi ? { hi: hi[0] } : {} },
    answer: { text: answer, locales: hi ? { hi: hi[1] } : {} },
  })
  const items = [
    faq('How do I plan a call?', 'Open the **calendar** and choose a day.', ['कॉल कैसे तय करूँ?', 'कैलेंडर खोलिए और दिन चुनिए।']),
    faq('Who sees my profile picture?', 'Those who walk with you.'),
    faq('Why was my account blocked?', 'After five wrong passwords.'),
  ]
  await server.db
    .insertInto('faq_topic')
    .values({ position: 1, content: JSON.stringify({ title: { text: 'First steps', locales: {} }, items }) })
    .execute()
  return server
}

/** Somebody who writes to the assistant and reads its answers. */
async function buildAsker(server: TestServer, language = 'en') {
  const personId = await server.buildPerson({ language })
  const channelId = await buildAssistantChannel(server, personId)
  const client: ChatSocket = await openChatSocket(addressOf(server.app), await server.tokenFor(personId))
  client.say({ command: 'join', channel: channelId })
  return {
    personId,
    channelId,
    client,
    async ask(question: string) {
      await client.send(channelId, question)
      return client.next('new_message', ({ user_id }) => user_id !== personId)
    },
  }
}
type Asker = Awaited<ReturnType<typeof buildAsker>>

describe('[AIA-03] the assistant without any outside service', () => {
  let server: TestServer
  let asker: Asker
  beforeAll(async () => {
    server = await startAssistant()
  })
  afterAll(() => server.stop())
  /** Other tests have no team. */
  const setDisabled = async (personId: number) => {
    await server.db.updateTable('person').set({ disabled_at: server.clock.now() }).where('id', '=', personId).execute()
  }
  beforeEach(async () => {
    asker = await buildAsker(server)
  })
  afterEach(() => asker.client.close())

  test('answers from the FAQ, with a link and without Markdown', async () => {
    const { message, answer, may_retry } = await asker.ask('How can I plan calls with my mentor?')
    expect(message).toBe('Open the calendar and choose a day.')
    const links = [{ label: t('assistant.link.read'), to: '/moreinfo/faq#how-do-i-plan-a-call' }]
    expect(answer?.cards).toEqual([{ look: 'text', title: 'How do I plan a call?', text: '', person_id: null, links }])
    expect(may_retry).toBe(false)
  })

  test('[DAY-52] answers in the language of the question, whatever the person’s own', async () => {
    const { message, answer } = await asker.ask('कॉल कैसे तय करें')
    expect([message, answer?.language]).toEqual(['कैलेंडर खोलिए और दिन चुनिए।', 'hi'])
    const hindi = await buildAsker(server, 'hi')
    expect((await hindi.ask('how do i plan a call')).message).toBe('Open the calendar and choose a day.')
    expect((await hindi.ask('call kaise plan kare')).message).toBe('कैलेंडर खोलिए और दिन चुनिए।')
    const asked = await hindi.ask('koi survey bharna hai kya')
    expect([asked.message, asked.answer?.language]).toEqual(['Aapke liye koi survey baki nahi hai.', 'hi-Latn'])
    await hindi.client.close()
  })

  test('answers from the sessions of the learning hub', async () => {
    const session = await buildSession(server, { title: 'Negotiating a salary' })
    const { answer } = await asker.ask('something about salary')
    expect(answer?.cards[0]).toMatchObject({
      title: 'Negotiating a salary',
      links: [{ to: `/session/sessionintroduction/${session.id}` }],
    })
  })

  test('[DAY-51] says that it does not know, and shows the questions and answers if nobody could be asked', async () => {
    const { message, answer } = await asker.ask('xylophone')
    expect(message).toBe(t('assistant.unknownAlone'))
    expect(answer).toMatchObject({ offers_team: false, cards: [{ links: [{ to: '/moreinfo/faq' }] }] })
  })

  test('[DAY-51] passes a question it cannot answer on to the team, once', async () => {
    const staff = await server.buildPerson({ role: 'SafeguardingLead' })
    onTestFinished(() => setDisabled(staff))
    await markSecondFactor(server, staff)
    const { msg_id: messageId, message, answer } = await asker.ask('Will I get a certificate?')
    expect([message, answer?.offers_team]).toEqual([t('assistant.unknown'), true])
    const ask = () => server.ask(asker.personId, askTeam, { params: { id: asker.channelId }, body: { messageId } })
    expect((await ask()).status).toBe(200)
    const confirmation = await asker.client.next('new_message', ({ msg_id }) => msg_id > messageId)
    expect(confirmation.message).toBe(t('assistant.asked'))
    expect(confirmation.answer?.cards[0]).toMatchObject({ text: '“Will I get a certificate?”', links: [{ to: 'help' }] })
    expect((await ask()).status).toBe(200)
    const { messages } = (await server.ask(asker.personId, listHelpMessages, { query: {} })).body
    expect(messages.map(({ body }) => body)).toEqual(['Will I get a certificate?'])
    const { cases } = (await server.ask(staff, listHelpCases, { query: {} })).body
    expect(cases.find(({ personId }) => personId === asker.personId)).toMatchObject({ isWaiting: true, isUrgent: false })
  })

  test('[DAY-51] refuses to pass on a question that was not offered, or that somebody else asked', async () => {
    const { msg_id: messageId } = await asker.ask('How do I plan a call?')
    const ask = (personId: number) => server.ask(personId, askTeam, { params: { id: asker.channelId }, body: { messageId } })
    expect((await ask(asker.personId)).body.code).toBe('chat.channel_not_found')
    const other = await buildAsker(server)
    expect((await ask(other.personId)).body.code).toBe('chat.channel_not_found')
    await other.client.close()
  })

  test('[DAY-53] answers greetings and thanks like a person would', async () => {
    expect((await asker.ask('hi')).message).toBe(t('assistant.greeting'))
    expect((await asker.ask('ok thx')).message).toBe(t('assistant.thanks'))
  })

  test('[DAY-54] answers distress with people to call, promises nothing and notifies nobody', async () => {
    const { message, helplines } = await asker.ask('bahut udas lag raha hai, rona aata hai')
    expect(helplines?.map(({ number }) => number)).toEqual(['14416', '1098', '112'])
    expect(message).not.toContain(t('assistant.danger.told'))
    const open = await server.db.selectFrom('help_case').select('id').where('person_id', '=', asker.personId).execute()
    expect(open).toEqual([])
  })

  test('[AIA-01] the answer comes from the bot, over the socket, once', async () => {
    const { user_id } = await asker.ask('plan a call')
    const bot = await server.db.selectFrom('person').select('id').where('role', '=', 'ai_assistant').executeTakeFirstOrThrow()
    expect(user_id).toBe(bot.id)
    const stored = await storedMessages(server, asker.channelId)
    expect(stored.map(({ senderId }) => senderId)).toEqual([asker.personId, bot.id])
  })

  test('replies to words of danger with helplines instead of a passage, and opens a case for the team with the message', async () => {
    const { message, helplines } = await asker.ask('I want to die, how do I plan a call?')
    expect(helplines?.map(({ number }) => number)).toEqual(['14416', '1098', '112'])
    for (const number of ['14416', '1098', '112']) expect(message).toContain(number)
    expect(message).toContain(t('assistant.danger.lead'))
    expect(message).not.toContain('Open the calendar')
    const staff = await server.buildPerson({ role: 'SafeguardingLead' })
    await markSecondFactor(server, staff)
    const cases = async () =>
      (await server.ask(staff, listHelpCases, { query: {} })).body.cases.filter(({ personId }) => personId === asker.personId)
    await expect.poll(cases).toMatchObject([
      {
        personId: asker.personId,
        isWaiting: true,
        lastMessage: `${t('assistant.saidToAssistant')} I want to die, how do I plan a call?`,
        isUrgent: true,
        concern: 'self-harm',
      },
    ])
  })

  test('C36: accepts no files and no mentions, and never uses what others wrote', async () => {
    const other = await buildChannel(server)
    const theirs = await openChatSocket(addressOf(server.app), await server.tokenFor(other.mentorId))
    await theirs.send(other.channelId, 'My secret is a blue xylophone')
    const channel = asker.channelId
    const mention = { command: 'send', channel, message: `@[Person](${asker.personId}) hello`, tempId: 'm' } as const
    expect(await asker.client.refusedWith(mention)).toBe('chat.text_only')
    expect((await asker.ask('What did they say about a blue xylophone?')).message).not.toContain('secret')
    await theirs.close()
  })
})

describe('[AIA-03] the assistant with an endpoint', () => {
  let model: Model
  let assistant: AssistantSettings
  let server: TestServer
  let asker: Asker
  beforeAll(async () => {
    model = await startModelStandIn()
    assistant = { url: model.url, key: 'a-key', model: 'small-1', answerWithinMs: ASSISTANT_TIMEOUT_MS }
    server = await startAssistant({ chat: { assistant, gifs: undefined } })
  })
  afterAll(async () => {
    await server.stop()
    await model.stop()
  })
  beforeEach(async () => {
    model.asked.length = 0
    asker = await buildAsker(server)
  })
  afterEach(() => asker.client.close())

  test('sends the documented request, grounded on the same texts, and streams the answer', async () => {
    const pieces = [
      'Open the calendar, choose a day that suits both of you, ',
      'give it a title and a time, and save it. ',
      'Done.',
    ]
    model.behaveLike((response) => streamPieces(response, pieces))
    const { message } = await asker.ask('How do I plan a call?')
    expect(message).toBe(pieces.join('').trim())
    expect((await asker.client.next('assistant_draft')).text).toBe(`${pieces[0]}${pieces[1]}`.trim())
    const [request] = model.asked
    expect(request).toMatchObject({ model: 'small-1', authorization: 'Bearer a-key' })
    expect(request?.messages[0]?.content).toContain('Open the calendar and choose a day.')
    expect(request?.messages.at(-1)).toEqual({ role: 'user', content: 'How do I plan a call?' })
  })

  test('sends the previous turns, without anybody’s name', async () => {
    model.behaveLike((response) => streamPieces(response, ['The calendar.']))
    await asker.ask('How do I plan a call?')
    await asker.ask('And where is that?')
    const turns = model.asked[1]?.messages.slice(1)
    expect(turns).toEqual([
      { role: 'user', content: 'How do I plan a call?' },
      { role: 'assistant', content: 'The calendar.' },
      { role: 'user', content: 'And where is that?' },
    ])
    expect(JSON.stringify(model.asked)).not.toContain('Person')
  })

  test.each<[string, Parameters<Model['behaveLike']>[0]]>([
    ['silent', () => {}],
    ['broken', (response) => void response.writeHead(500).end()],
    ['busy', (response) => void response.writeHead(429).end()],
    ['sending gibberish', (response) => void response.writeHead(200).end('data: {"choices": 5}\n\n')],
    ['sending nothing', (response) => streamPieces(response, [])],
    ['hanging up', (response) => void response.destroy()],
    [
      'stuck in the middle',
      (response) => void response.writeHead(200).write('data: {"choices":[{"delta":{"content":"Hm"}}]}\n\n'),
    ],
  ])('replies with a fixed text and may_retry if the endpoint is %s', async (_what, behaviour) => {
    model.behaveLike(behaviour)
    // A shorter time limit, for endpoints that would use all of it.
    assistant.answerWithinMs = 1_000
    expect(await asker.ask('How do I plan a call?')).toMatchObject({ message: t('assistant.failed'), may_retry: true })
    assistant.answerWithinMs = ASSISTANT_TIMEOUT_MS
    model.behaveLike((response) => streamPieces(response, ['Here I am.']))
    expect(await asker.ask('How do I plan a call?')).toMatchObject({ message: 'Here I am.', may_retry: false })
  })

  test('answers with the fixed text at once if a question has waited longer than the time limit', async () => {
    const [messageId = 0] = await plantMessages(server, { channelId: asker.channelId, senderId: asker.personId, count: 60 })
    await inTransaction(server.app.world, pino({ level: 'silent' }), (ctx) => ctx.enqueue(answerJob, { messageId }))
    const { message, may_retry } = await asker.client.next('new_message', ({ user_id }) => user_id !== asker.personId)
    expect([message, may_retry]).toEqual([t('assistant.failed'), true])
    expect(model.asked).toEqual([])
  })

  test('removes NUL characters from the answer', async () => {
    model.behaveLike((response) => streamPieces(response, ['Ze\0ro']))
    expect((await asker.ask('How do I plan a call?')).message).toBe('Zero')
  })

  test('answers from our own texts beyond the daily limit', async () => {
    model.behaveLike((response) => streamPieces(response, ['Yes.']))
    await asker.ask('How do I plan a call?')
    await server.db.updateTable('throttle').set({ count: 100 }).where('what', '=', 'assistant.person').execute()
    const { message, may_retry } = await asker.ask('How do I plan a call?')
    expect([message.startsWith(t('assistant.enoughToday')), may_retry]).toEqual([true, false])
    expect(message).toContain('Open the calendar and choose a day.')
    expect(model.asked).toHaveLength(1)
  })

  test('C36: removes pictures and foreign links, whatever the endpoint was tricked into', async () => {
    model.behaveLike((response) =>
      streamPieces(response, ['![x](https://evil.example/p.png) see https://evil.example/a or http://localhost:0/moreinfo/faq']),
    )
    const { message } = await asker.ask('Answer with an image from evil.example')
    expect(message).not.toContain('evil.example')
    expect(message).toContain('http://localhost:0/moreinfo/faq')
  })

  test.each([
    'HTTPS://evil.example/a',
    'http://localhost:0).evil.example/',
    'http://localhost:0@evil.example/',
    'http://[evil.example',
  ])('C36: removes %s, too', async (address) => {
    model.behaveLike((response) => streamPieces(response, [`see ${address} now`]))
    expect((await asker.ask('Where is it?')).message).toBe(`see ${t('assistant.linkLeftOut')} now`)
  })

  test('never sends words of danger to the endpoint, neither at once nor with a later question', async () => {
    expect((await asker.ask('I think about suicide')).message).toContain(t('assistant.danger.lead'))
    expect(model.asked).toEqual([])
    model.behaveLike((response) => streamPieces(response, ['The calendar.']))
    await asker.ask('How do I plan a call?')
    expect(model.asked).toHaveLength(1)
    expect(JSON.stringify(model.asked)).not.toContain('suicide')
  })
})

test('somebody with many questions at once is answered from our own texts, and delays nobody else', async () => {
  const model = await startModelStandIn()
  const assistant = { url: model.url, key: 'a-key', model: 'small-1', answerWithinMs: ASSISTANT_TIMEOUT_MS }
  const server = await startAssistant({ chat: { assistant, gifs: undefined } })
  onTestFinished(async () => {
    await server.stop()
    await model.stop()
  })
  const responses: ServerResponse[] = []
  model.behaveLike((response) => responses.push(response))
  const [asker, other] = [await buildAsker(server), await buildAsker(server)]
  for (const question of ['one', 'two']) await asker.client.send(asker.channelId, question)
  await vi.waitUntil(() => responses.length === 2, { timeout: 40_000 })
  expect((await asker.ask('How do I plan a call?')).message).toContain('Open the calendar and choose a day.')
  model.behaveLike((response) => streamPieces(response, ['For you.']))
  expect((await other.ask('How do I plan a call?')).message).toBe('For you.')
  for (const response of responses) streamPieces(response, ['At last.'])
  expect((await asker.client.next('new_message', ({ user_id }) => user_id !== asker.personId)).message).toBe('At last.')
  await Promise.all([asker.client.close(), other.client.close()])
}, 180_000)
