import { randomUUID } from 'node:crypto'
import * as calls from '@saathi/contract/help/calls'
import * as staffCalls from '@saathi/contract/help/staff-calls'
import { HELP_MESSAGE_MAX_LENGTH } from '@saathi/contract/help/entities'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Delivery } from '#core/ctx.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { switchHelpOff, switchHelpOn } from '../../test/help-cases.ts'
import { markSecondFactor } from '../../test/matrix/second-factor.ts'

let server: TestServer
let asha: number
let staff: number
beforeAll(async () => {
  server = await startTestServer({ limitFactor: 100 })
  staff = await server.buildPerson({ role: 'Admin' })
  await server.db.updateTable('person').set({ first_name: 'Harjit', last_name: 'Kaur' }).where('id', '=', staff).execute()
  await markSecondFactor(server, staff)
})
afterAll(() => server.stop())
beforeEach(async () => {
  asha = await switchHelpOn(server, await server.buildPerson())
  server.delivered.length = 0
})

const centre = (personId: number | null, on = server) => on.ask(personId, calls.getHelpCentre, {})
const send = (personId: number | null, body: string, clientId: string = randomUUID()) =>
  server.ask(personId, calls.sendHelpMessage, { body: { clientId, body } })
const list = async (personId: number, before?: number) =>
  (await server.ask(personId, calls.listHelpMessages, { query: before === undefined ? {} : { before } })).body
const read = (personId: number | null, upTo: number) => server.ask(personId, calls.readHelpMessages, { body: { upTo } })
const answerTo = async (personId: number, body: string) => {
  const { id } = await caseOf(personId)
  return server.ask(staff, staffCalls.answerHelp, { params: { id }, body: { clientId: randomUUID(), body } })
}
const caseOf = (personId: number) =>
  server.db.selectFrom('help_case').selectAll().where('person_id', '=', personId).executeTakeFirstOrThrow()
const messagesOf = (personId: number) =>
  server.db
    .selectFrom('help_message')
    .innerJoin('help_case', 'help_case.id', 'help_message.case_id')
    .select('help_message.body')
    .where('help_case.person_id', '=', personId)
    .execute()
const close = async (personId: number) => {
  const upTo = (await list(personId)).messages.at(-1)?.id ?? 0
  await server.ask(staff, staffCalls.closeHelpCase, { params: { id: (await caseOf(personId)).id }, body: { upTo } })
}
const pushedTo = (personId: number) =>
  server.delivered.flatMap((each: Delivery) => ('to' in each && each.to.includes(personId) ? [each.event.type] : []))

describe('words that sound like danger', () => {
  const numbers = ({ helplines }: { helplines: { number: string }[] }) => helplines.map(({ number }) => number)

  test('[NAV-12] get the helplines, also when sent again and after a reload, until the case is closed', async () => {
    const clientId = randomUUID()
    const { body } = await send(asha, 'I want to kill myself', clientId)
    expect(numbers(body)[0]).toBe('14416')
    expect((await send(asha, 'I want to kill myself', clientId)).body).toEqual(body)
    expect((await send(asha, 'When does my session start?')).body.helplines).toEqual([])
    expect((await list(asha)).helplines).toEqual(body.helplines)
    await close(asha)
    expect((await list(asha)).helplines).toEqual([])
  })

  test('[NAV-12] get other numbers for another danger, in the language of the person', async () => {
    const ravi = await switchHelpOn(server, await server.buildPerson({ language: 'hi' }))
    const { body } = await send(ravi, 'my uncle beats me')
    expect(numbers(body)[0]).toBe('1098')
    expect(body.helplines[0]?.text).toMatch(/[\u0900-\u097f]/)
  })

  test('get no helplines if they are ordinary', async () => {
    expect((await send(asha, 'I lost my password')).body.helplines).toEqual([])
    expect((await list(asha)).helplines).toEqual([])
  })
})

describe('the help centre', () => {
  test('[NAV-12] is our own by default, with the role and a hash that differs for everybody', async () => {
    const ravi = await switchHelpOn(server, await server.buildPerson({ role: 'Mentor' }))
    const [mine, his] = [await centre(asha), await centre(ravi)]
    expect(mine).toMatchObject({
      status: 200,
      body: { kind: 'built_in', scriptUrl: null, identity: { userId: asha, role: 'Mentee' }, unread: 0 },
    })
    expect(his.body.identity).toMatchObject({ userId: ravi, role: 'Mentor' })
    expect(mine.body.identity.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(his.body.identity.hash).not.toBe(mine.body.identity.hash)
    expect((await centre(asha)).body.identity.hash).toBe(mine.body.identity.hash)
  })

  const scriptUrl = 'https://widget.example/v1/chat.js'
  async function startWithWidget() {
    const other = await startTestServer({ helpCenter: { scriptUrl, secret: 'what the service gave' } })
    onTestFinished(other.stop)
    const projects = await other.db
      .insertInto('project')
      .values([
        { key: 'school', name: 'School', group_type: '1to1' },
        { key: 'adults', name: 'Adults', group_type: '1to1', members_are_adults: true },
      ])
      .returning('id')
      .execute()
    const [school, adults] = projects.map(({ id }) => id)
    const hosts = { name: 'Circle hosts', is_active: true, project_id: school ?? null }
    const institutions = [
      { ...hosts, code: 'HOSTS', members_are_adults: true },
      { ...hosts, code: 'CLASS-9', members_are_adults: false },
    ]
    await other.db.insertInto('institution').values(institutions).execute()
    const member = async (of: { project_id?: number | undefined; institution_code?: string }) => {
      const person = await switchHelpOn(other, await other.buildPerson())
      if (Object.keys(of).length > 0) await other.db.updateTable('person').set(of).where('id', '=', person).execute()
      return centre(person, other)
    }
    return { member, school, adults }
  }

  test('[NAV-12] is external if configured: with its script, its hash, and a policy that allows it', async () => {
    const { member, adults } = await startWithWidget()
    const { body, headers } = await member({ project_id: adults })
    expect(body).toMatchObject({ kind: 'external', scriptUrl })
    const policy = new Map(
      String(headers['content-security-policy'])
        .split(';')
        .map((line) => [line.split(' ')[0] ?? '', line.split(' ').slice(1)]),
    )
    const letIn = [...policy].flatMap(([name, sources]) => (sources.includes('https://widget.example') ? [name] : []))
    expect(letIn.toSorted()).toEqual(['connect-src', 'frame-src', 'img-src', 'script-src'])
    expect(String((await centre(asha)).headers['content-security-policy'])).not.toContain('widget.example')
  })

  test('[NAV-12] is external only if the programme or institution says that its members are adults', async () => {
    const { member, school } = await startWithWidget()
    expect((await member({ project_id: school, institution_code: 'HOSTS' })).body).toMatchObject({ kind: 'external', scriptUrl })
    for (const minor of [{}, { project_id: school }, { project_id: school, institution_code: 'CLASS-9' }]) {
      expect((await member(minor)).body).toMatchObject({ kind: 'built_in', scriptUrl: null })
    }
  })

  test.each(['off', 'show'])('[NAV-12] is refused in the person’s language for every call if the flag is %s', async (flag) => {
    const person = await server.buildPerson({ language: 'hi' })
    await server.db.updateTable('experience').set({ help_center: flag }).where('person_id', '=', person).execute()
    const answers = [
      await centre(person),
      await server.ask(person, calls.listHelpMessages, { query: {} }),
      await send(person, 'Hello'),
      await read(person, 1),
    ]
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({
        status: 403,
        body: { code: 'help.off', message: "'मदद' की सुविधा आपके लिए खुली नहीं है।" },
      })
    }
    expect(await messagesOf(person)).toEqual([])
  })

  test('requires an account', async () => {
    for (const { status, body } of [await centre(null), await send(null, 'Hello'), await read(null, 1)]) {
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'core.signed_out' })
    }
  })
})

describe('writing', () => {
  test('opens the conversation with the first message, which is trimmed and otherwise unchanged', async () => {
    const sent = await send(asha, '  <b>नमस्ते</b>\n\nHow do I change my name?  ')
    expect(sent).toMatchObject({ status: 200, body: { isFromStaff: false, senderName: null } })
    expect(sent.body.body).toBe('<b>नमस्ते</b>\n\nHow do I change my name?')
    const { helplines, ...message } = sent.body
    expect(await list(asha)).toEqual({ messages: [message], hasEarlier: false, helplines })
    expect(await caseOf(asha)).toMatchObject({ is_waiting: true, closed_at: null })
    expect(pushedTo(asha)).toEqual(['help.changed'])
    const others = server.delivered.flatMap((each) => ('to' in each && !each.to.includes(asha) ? [each.event.type] : []))
    expect(others.filter((type) => type !== 'help.case_changed')).toEqual([])
  })

  test('the same message again, even concurrently, stores one with one reply', async () => {
    const clientId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(asha, 'Hello', clientId)))
    const later = await send(asha, 'Hello', clientId)
    for (const { status, body } of [...answers, later]) expect({ status, body }).toEqual({ status: 200, body: answers[0]?.body })
    expect(await messagesOf(asha)).toHaveLength(1)
    expect(pushedTo(asha)).toHaveLength(1)
  })

  test('twenty messages concurrently gives one conversation with twenty messages, ordered by id', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => send(asha, `Message ${at}`)))
    const { messages } = await list(asha)
    expect(messages).toHaveLength(20)
    expect(messages.map(({ id }) => id)).toEqual(messages.map(({ id }) => id).toSorted((a, b) => a - b))
  })

  test('with the same client id as another person keeps both messages', async () => {
    const ravi = await switchHelpOn(server, await server.buildPerson())
    const clientId = randomUUID()
    const [mine, his] = [await send(asha, 'Mine', clientId), await send(ravi, 'His', clientId)]
    expect([mine.body.body, his.body.body]).toEqual(['Mine', 'His'])
    expect((await list(asha)).messages).toMatchObject([{ id: mine.body.id, body: 'Mine' }])
    expect((await list(ravi)).messages).toMatchObject([{ id: his.body.id, body: 'His' }])
  })

  test.each([
    ['nothing', ''],
    ['only blanks', ' \n '],
    ['one letter too many', 'x'.repeat(HELP_MESSAGE_MAX_LENGTH + 1)],
  ])('%s is refused', async (_what, body) => {
    expect(await send(asha, body)).toMatchObject({ status: 400, body: { code: 'core.bad_input' } })
    expect(await messagesOf(asha)).toEqual([])
  })

  test('accepts the longest allowed message in any script', async () => {
    expect((await send(asha, 'क'.repeat(HELP_MESSAGE_MAX_LENGTH))).status).toBe(200)
    expect((await send(asha, '👋'.repeat(HELP_MESSAGE_MAX_LENGTH / 2))).status).toBe(200)
  })

  test('is limited per person, and refused requests use up nothing', async () => {
    const strict = await startTestServer()
    onTestFinished(strict.stop)
    const person = await switchHelpOff(strict, await strict.buildPerson())
    const attempt = () => strict.ask(person, calls.sendHelpMessage, { body: { clientId: randomUUID(), body: 'Hello' } })
    for (let n = 0; n < 25; n += 1) expect((await attempt()).status).toBe(403)
    await switchHelpOn(strict, person)
    for (let n = 0; n < 20; n += 1) expect((await attempt()).status).toBe(200)
    expect(await attempt()).toMatchObject({ status: 429, body: { code: 'core.too_many' } })
    strict.clock.advance(60)
    expect((await attempt()).status).toBe(200)
  })
})

describe('reading', () => {
  test('a long conversation returns pages of fifty, latest page first, each oldest first', async () => {
    for (let n = 1; n <= 55; n += 1) await send(asha, `Message ${n}`)
    const latest = await list(asha)
    const above = await list(asha, latest.messages[0]?.id)
    expect(latest.messages.map(({ body }) => body)).toEqual(Array.from({ length: 50 }, (_, at) => `Message ${at + 6}`))
    expect(above.messages.map(({ body }) => body)).toEqual(Array.from({ length: 5 }, (_, at) => `Message ${at + 1}`))
    expect([latest.hasEarlier, above.hasEarlier]).toEqual([true, false])
  })

  test('marks the team’s messages as read here and in the person’s other tabs', async () => {
    await send(asha, 'Hello')
    await answerTo(asha, 'Hello Asha')
    const second = await answerTo(asha, 'How can I help?')
    const unread = async () => (await centre(asha)).body.unread
    expect(await unread()).toBe(2)
    server.delivered.length = 0
    const { messages } = await list(asha)
    expect((await read(asha, messages[1]?.id ?? 0)).body).toEqual({ unread: 1 })
    expect((await read(asha, second.body.id)).body).toEqual({ unread: 0 })
    expect(await unread()).toBe(0)
    expect(pushedTo(asha)).toEqual(['help.changed', 'help.changed'])
  })

  test('again, or up to an earlier message, changes nothing and pushes nothing', async () => {
    const first = await send(asha, 'Hello')
    const answered = await answerTo(asha, 'Hello Asha')
    await read(asha, answered.body.id)
    server.delivered.length = 0
    expect((await read(asha, answered.body.id)).body).toEqual({ unread: 0 })
    expect((await read(asha, first.body.id)).body).toEqual({ unread: 0 })
    expect(server.delivered).toEqual([])
  })

  test('beyond the last message does not mark future messages as read', async () => {
    await send(asha, 'Hello')
    expect((await read(asha, 2_000_000_000)).body).toEqual({ unread: 0 })
    await answerTo(asha, 'Hello Asha')
    expect((await centre(asha)).body.unread).toBe(1)
  })

  test('returns an empty conversation for a person who has never written', async () => {
    expect(await list(asha)).toEqual({ messages: [], hasEarlier: false, helplines: [] })
    expect((await read(asha, 7)).body).toEqual({ unread: 0 })
  })
})
