import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import { listChannels } from '@saathi/contract/chat/calls'
import { HOUR_MS, MINUTE_MS } from '@saathi/contract/core/time'
import { listNotices } from '@saathi/contract/notices/calls'
import * as cases from '@saathi/contract/safety/case-calls'
import type { StepKind } from '@saathi/contract/safety/case-entities'
import * as calls from '@saathi/contract/safety/desk-calls'
import { getProfile } from '@saathi/contract/accounts/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildChannel, type BuiltChannel } from '../../test/chat-channels.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { setServerClock } from '../../test/server-clock.ts'
import { buildLead, ofMessage, queueOf, send, takeNewest, writeMessage } from '../../test/safety-desk.ts'
import { chooseAlerted } from './alerts.ts'

let server: TestServer
let lead: number
let second: number
let pair: BuiltChannel
let mentee: number
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  await server.app.startJobs(server.url)
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.pool.query('truncate safety_case cascade')
  await server.pool.query('update staff_right set ended_at = now()')
  pair = await buildChannel(server, { withPairManager: true })
  mentee = pair.menteeIds[0] ?? 0
  lead = await buildLead(server, { projectId: pair.projectId })
  second = await buildLead(server, { projectId: pair.projectId })
})
const report = async (reason: Parameters<typeof send>[3] = {}) => {
  const message = await writeMessage(server, pair, pair.mentorId, 'come alone')
  return (await send(server, mentee, ofMessage(message), reason)).body.report
}
/** A case of one report, taken by the first lead. */
async function work(reason: Parameters<typeof send>[3] = {}) {
  const { id: reportId } = await report(reason)
  const { id } = await takeNewest(server, lead)
  return { id, reportId }
}
const show = (who: number, id: number) => server.ask(who, calls.getCase, { params: { id } })
const noticesOf = async (who: number) =>
  (await server.ask(who, listNotices, { query: {} })).body.notices.map(({ title }) => title)
const step = (id: number, kind: StepKind, more: { until?: string | null; words?: string | null; personId?: number } = {}) =>
  server.ask(lead, cases.takeStep, {
    params: { id },
    body: { kind, personId: pair.mentorId, words: null, until: null, reason: 'to keep her safe', ...more },
  })
/** The longest suspension, of a leap year. */
const YEAR_HOURS = 366 * 24
const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR_MS).toISOString()
const answer = (id: number, reportId: number) =>
  server.ask(lead, cases.answerReport, { params: { id, reportId }, body: { kind: 'acted', text: 'We stopped him' } })

describe('[SAF-04] the queue', () => {
  test('notifies one person at once, the next at half time, then everybody', async () => {
    const { id } = (await report({ reason: 'threat' })) && (await queueOf(server, lead)).cases[0]!
    const alerted = async () => {
      const { rows } = await server.pool.query('select stage, person_id from safety_alert where case_id = $1 order by stage', [
        id,
      ])
      return rows.map(({ stage, person_id }): [number, number] => [Number(stage), Number(person_id)])
    }
    expect(await alerted()).toEqual([[0, lead]])
    expect(await noticesOf(lead)).toEqual(['An urgent report waits for you'])
    const start = server.clock.now().getTime()
    const waitFor = async (count: number) => {
      while ((await alerted()).length < count) await server.ask(lead, getProfile, {})
    }
    await setServerClock(server, new Date(start + 31 * MINUTE_MS))
    await waitFor(2)
    expect(await alerted()).toEqual([
      [0, lead],
      [1, second],
    ])
    await setServerClock(server, new Date(start + 46 * MINUTE_MS))
    await waitFor(4)
    expect(
      (await alerted())
        .slice(2)
        .map(([, who]) => who)
        .toSorted((a, b) => a - b),
    ).toEqual([lead, second].toSorted((a, b) => a - b))
  })

  test('alerts nobody about a case that names them; a report about the only lead goes to the administrators', async () => {
    await server.pool.query('update staff_right set ended_at = now() where person_id = $1', [second])
    const admin = await buildLead(server, { role: 'Admin' })
    await server.db
      .insertInto('chat_member')
      .values({ channel_id: pair.channelId, person_id: lead, joined_at: server.clock.now() })
      .execute()
    expect((await send(server, mentee, { kind: 'profile', id: String(lead) })).status).toBe(200)
    expect((await queueOf(server, lead)).cases).toEqual([])
    const { cases: seen } = await queueOf(server, admin)
    expect(seen).toHaveLength(1)
    expect((await show(lead, seen[0]?.id ?? 0)).body).toMatchObject({ code: 'safety.case_not_found' })
    expect(await noticesOf(admin)).toEqual(['A report waits for you'])
    expect(await noticesOf(lead)).toEqual([])
  })

  test('for any order of people, somebody is chosen at each stage and everybody at the end', () => {
    const desk = [1, 2, 3].map((personId) => ({ personId, role: 'SafeguardingLead', taken: 0 }))
    for (const alerted of [new Set<number>(), new Set([1]), new Set([1, 2, 3])]) {
      for (const stage of [0, 1, 2, 3]) {
        const chosen = chooseAlerted(desk, { stage, alerted, isUrgentDanger: false })
        expect(chosen.length).toBe(stage >= 2 ? 3 : 1)
      }
    }
  })
})

describe('[SAF-06] a case', () => {
  test('is taken by one person; others cannot work on it, and get the next', async () => {
    const { id } = await work()
    expect(await server.ask(second, calls.takeCase, { params: { id }, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'safety.case_taken' },
    })
    const note = (who: number) =>
      server.ask(who, cases.writeCaseNote, { params: { id }, body: { section: 'facts', text: 'She says he waits' } })
    expect((await note(second)).body).toMatchObject({ code: 'safety.case_not_yours' })
    const written = await note(lead)
    expect(written.body.events.at(-1)).toMatchObject({ kind: 'note', detail: 'facts', text: 'She says he waits' })
    expect((await server.ask(second, calls.takeNextCase, { body: {} })).body).toEqual({ id: null })
    await report()
    expect((await server.ask(second, calls.takeNextCase, { body: {} })).body.id).not.toBeNull()
    const given = { params: { id }, body: { toPersonId: second } }
    expect((await server.ask(lead, calls.giveCase, given)).body.takenBy?.personId).toBe(second)
    expect((await server.ask(lead, calls.releaseCase, { params: { id }, body: {} })).status).toBe(403)
    expect((await server.ask(second, calls.releaseCase, { params: { id }, body: {} })).body.takenBy).toBeNull()
    const stranger = { params: { id }, body: { toPersonId: mentee } }
    expect((await server.ask(lead, calls.giveCase, stranger)).body.code).toBe('safety.colleague_cannot')
  })

  test('two who take it at once: one gets it', async () => {
    await report()
    const [found] = (await queueOf(server, lead)).cases
    const params = { id: found?.id ?? 0 }
    const answers = await Promise.all([lead, second].map((who) => server.ask(who, calls.takeCase, { params, body: {} })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test.for([
    ['a changed text', `alter table safety_event disable trigger user; update safety_event set text = 'x' where number = 2`],
    ['a removed entry', 'delete from safety_event where number = 2'],
    ['a removed last entry', 'delete from safety_event where number = (select max(number) from safety_event)'],
    ['a changed count', 'update safety_case set last_event = last_event - 1'],
    ['a changed author', `alter table safety_event disable trigger user; update safety_event set by_id = 1 where number = 3`],
  ])('shows %s', async ([, sql]) => {
    const { id } = await work()
    expect((await show(lead, id)).body.isSealWhole).toBe(true)
    await server.pool.query(sql ?? '')
    expect((await show(lead, id)).body.isSealWhole).toBe(false)
    await server.pool.query('alter table safety_event enable trigger user')
  })

  test('has tasks and people of the conversation, and no others', async () => {
    const { id } = await work()
    const added = await server.ask(lead, cases.addCaseTask, {
      params: { id },
      body: { text: 'Call her aunt', dueAt: inHours(2) },
    })
    const taskId = added.body.tasks[0]?.id ?? 0
    const done = await server.ask(lead, cases.finishCaseTask, { params: { id, taskId }, body: {} })
    expect(done.body.tasks[0]?.doneAt).not.toBeNull()
    expect((await server.ask(lead, cases.finishCaseTask, { params: { id, taskId }, body: {} })).body.code).toBe(
      'safety.task_not_found',
    )
    const person = (personId: number) =>
      server.ask(lead, cases.addCasePerson, { params: { id }, body: { personId, part: 'child' } })
    expect((await person(mentee)).body.people).toContainEqual(expect.objectContaining({ personId: mentee, part: 'child' }))
    expect((await person(await server.buildPerson())).body).toMatchObject({ code: 'safety.person_not_found' })
  })
})

describe('[SAF-07] messages around a report', () => {
  test('are opened by one person with a reason, which the members concerned can see once the case is decided', async () => {
    const { id, reportId } = await work()
    const params = { id, reportId }
    expect((await server.ask(lead, calls.openWindow, { params, body: { reason: 'x' } })).status).toBe(400)
    expect((await server.ask(lead, calls.openWindow, { params, body: { reason: 'was a place named' } })).status).toBe(200)
    const looks = async (who: number) => (await server.ask(who, listLooksAtMe, { query: {} })).body.looks
    expect(await looks(mentee)).toMatchObject([{ what: 'opened_report', reason: 'was a place named' }])
    expect(await looks(pair.mentorId)).toEqual([])
    await step(id, 'warn')
    expect(await looks(pair.mentorId)).toMatchObject([{ what: 'opened_report', reason: 'was a place named' }])
    expect((await server.ask(second, calls.openWindow, { params, body: { reason: 'to look' } })).status).toBe(403)
    for (const who of [mentee, pair.mentorId]) expect(await looks(who)).toHaveLength(1)
  })

  test('[STF-13] a refused attempt to open them is shown to nobody, also after the case has been decided', async () => {
    const { id, reportId } = await work()
    const params = { id, reportId }
    const looks = async (who: number) => (await server.ask(who, listLooksAtMe, { query: {} })).body.looks
    const ask = (who: number) => server.ask(who, calls.openWindow, { params, body: { reason: 'to look' } })
    expect((await ask(second)).status).toBe(403)
    expect((await server.ask(second, calls.readUnlocked, { params: { id, unlockId: 2_000_000_000 }, query: {} })).status).toBe(
      404,
    )
    await step(id, 'warn')
    await answer(id, reportId)
    for (const who of [mentee, pair.mentorId]) expect(await looks(who)).toEqual([])
  })

  test('access to the whole conversation needs a second person and ends after 60 minutes', async () => {
    const { id } = await work()
    const ask = () => server.ask(lead, calls.askUnlock, { params: { id }, body: { reason: 'what came before' } })
    const asked = await ask()
    expect(asked.body.unlocks).toMatchObject([{ isOpen: true, agreedBy: null, until: null }])
    const unlockId = asked.body.unlocks[0]?.id ?? 0
    const params = { id, unlockId }
    const read = (who: number) => server.ask(who, calls.readUnlocked, { params, query: {} })
    expect((await read(lead)).body.code).toBe('safety.key_ended')
    expect((await ask()).body.code).toBe('safety.key_open')
    expect((await server.ask(lead, calls.agreeUnlock, { params, body: {} })).body.code).toBe('safety.needs_another')
    expect((await server.ask(second, calls.agreeUnlock, { params, body: {} })).body.unlocks[0]).toMatchObject({ isOpen: true })
    expect((await read(lead)).body.messages.map(({ text }) => text)).toEqual(['come alone'])
    const third = await buildLead(server, { projectId: pair.projectId })
    expect((await read(third)).body.code).toBe('safety.key_not_found')
    server.clock.advance(60 * 60)
    expect((await read(lead)).body.code).toBe('safety.key_ended')
    expect((await show(lead, id)).body.unlocks).toMatchObject([{ isOpen: false }])
    const declined = (await ask()).body.unlocks[0]?.id ?? 0
    const decline = { params: { id, unlockId: declined }, body: {} }
    expect((await server.ask(second, calls.closeUnlock, decline)).body.unlocks[0]).toMatchObject({ isOpen: false })
    expect((await server.ask(second, calls.agreeUnlock, decline)).body.code).toBe('safety.key_ended')
  })
})

test('[SAF-08] a person who is named, or manages the pair, or works elsewhere, sees no case', async () => {
  const { id } = await work()
  const manager = pair.pairManagerId ?? 0
  const add = (projectId: number | null, personId: number) =>
    server.db
      .insertInto('staff_right')
      .values({
        person_id: personId,
        role: 'SafeguardingLead',
        project_id: projectId,
        given_by: lead,
        given_at: server.clock.now(),
      })
      .execute()
  await add(pair.projectId, manager)
  await server.tokenFor(manager)
  await server.db.updateTable('sign_in').set({ second_factor_at: server.clock.now() }).where('person_id', '=', manager).execute()
  const elsewhere = await buildLead(server, { projectId: (await buildChannel(server)).projectId })
  for (const who of [manager, elsewhere]) {
    expect((await queueOf(server, who)).cases).toEqual([])
    expect((await show(who, id)).body).toEqual((await show(who, 2_000_000_000)).body)
  }
  expect((await show(second, id)).status).toBe(200)
})

describe('[SAF-09] a step', () => {
  const canWrite = async (who: number) => {
    const { channels } = (await server.ask(who, listChannels, {})).body
    return channels.find(({ channelId }) => channelId === pair.channelId)?.closed === null
  }
  test('is read in the person’s language, applies at once, and can be undone', async () => {
    const { id } = await work()
    await server.pool.query(`update person set language_code = 'ta' where id = $1`, [pair.mentorId])
    const muted = await step(id, 'mute', { until: inHours(24) })
    expect(muted.body.steps).toMatchObject([{ kind: 'mute', state: 'in_force' }])
    expect(await canWrite(pair.mentorId)).toBe(false)
    expect(await canWrite(mentee)).toBe(true)
    expect((await server.ask(pair.mentorId, listNotices, { query: {} })).body.notices[0]?.title).toBe(
      'இப்போதைக்கு நீங்கள் எழுத முடியாது',
    )
    expect((await step(id, 'mute', { until: inHours(24) })).body.code).toBe('safety.already_in_force')
    const params = { id, stepId: muted.body.steps[0]?.id ?? 0 }
    const undo = () => server.ask(lead, cases.undoStep, { params, body: { reason: 'it was a mistake' } })
    expect((await undo()).body.steps).toMatchObject([{ state: 'undone' }])
    expect(await canWrite(pair.mentorId)).toBe(true)
    expect((await undo()).body.code).toBe('safety.step_decided')
  })

  test('pauses a conversation for everybody, and ends by itself', async () => {
    const { id } = await work()
    const paused = await step(id, 'pause_pair', { until: inHours(1) })
    expect(paused.body.steps).toMatchObject([{ state: 'in_force' }])
    expect([await canWrite(mentee), await canWrite(pair.mentorId)]).toEqual([false, false])
    await setServerClock(server, new Date(server.clock.now().getTime() + HOUR_MS + MINUTE_MS))
    while (!(await canWrite(mentee))) await server.ask(lead, getProfile, {})
    expect((await show(lead, id)).body.steps).toMatchObject([{ state: 'ended' }])
  })

  test('suspends with an end; a ban needs a second person', async () => {
    const { id } = await work()
    expect((await step(id, 'suspend')).body.code).toBe('safety.until_does_not_fit')
    expect((await step(id, 'warn', { until: inHours(1) })).body.code).toBe('safety.until_does_not_fit')
    for (const until of [inHours(0), inHours(YEAR_HOURS + 1)])
      expect((await step(id, 'suspend', { until })).body.code).toBe('safety.until_does_not_fit')
    const asked = await step(id, 'ban')
    const stepId = asked.body.steps[0]?.id ?? 0
    const agree = (who: number) => server.ask(who, cases.agreeStep, { params: { id, stepId }, body: {} })
    expect((await server.ask(pair.mentorId, getProfile, {})).status).toBe(200)
    expect((await agree(lead)).body.code).toBe('safety.needs_another')
    expect((await agree(second)).body.steps).toMatchObject([{ state: 'in_force', agreedBy: { personId: second } }])
    expect((await server.ask(pair.mentorId, getProfile, {})).status).toBe(401)
    expect((await agree(second)).body.code).toBe('safety.step_decided')
  })

  test('ends a pair, which cannot be undone; and concerns people of the case only', async () => {
    const { id } = await work()
    expect((await step(id, 'warn', { personId: await server.buildPerson() })).body.code).toBe('safety.person_not_found')
    expect((await step(id, 'warn', { personId: pair.pairManagerId ?? 0 })).body.code).toBe('safety.person_not_found')
    const ended = await step(id, 'end_pair')
    const params = { id, stepId: ended.body.steps[0]?.id ?? 0 }
    expect((await server.ask(lead, cases.undoStep, { params, body: { reason: 'sorry for that' } })).body.code).toBe(
      'safety.cannot_undo',
    )
    expect(
      (await server.ask(lead, cases.undoStep, { params: { id, stepId: 2_000_000_000 }, body: { reason: 'why' } })).body.code,
    ).toBe('safety.step_not_found')
  })

  test('on a pair or a conversation is refused if the case has none', async () => {
    await send(server, mentee, { kind: 'profile', id: String(pair.mentorId) })
    const { id } = await takeNewest(server, lead)
    expect((await step(id, 'pause_channel')).body.code).toBe('safety.no_channel')
    await server.pool.query('update safety_case set mentorship_id = null where id = $1', [id])
    expect((await step(id, 'end_pair')).body.code).toBe('safety.no_pair')
    expect((await server.ask(lead, calls.askUnlock, { params: { id }, body: { reason: 'all of it' } })).body.code).toBe(
      'safety.no_channel',
    )
  })
})

test('[SAF-10] a possible offence keeps a case open until a report to the police, or a reason against one, is recorded', async () => {
  const { id, reportId } = await work({ reason: 'sexual' })
  expect((await show(lead, id)).body).toMatchObject({ legal: { isPossibleOffence: true }, isUrgent: true })
  await answer(id, reportId)
  const close = () => server.ask(lead, cases.closeCase, { params: { id }, body: { decision: 'He is gone' } })
  expect((await close()).body.code).toBe('safety.legal_duty_open')
  const legal = (kind: 'police_told' | 'not_applicable', at: string) =>
    server.ask(lead, cases.recordLegal, { params: { id }, body: { kind, text: 'SI Kumari, Ranchi', at } })
  expect((await legal('police_told', inHours(1))).body.code).toBe('safety.time_in_future')
  const told = await legal('police_told', server.clock.now().toISOString())
  expect(told.body.legal.entries).toMatchObject([{ kind: 'police_told', text: 'SI Kumari, Ranchi' }])
  expect((await close()).body.state).toBe('to_sign_off')
  const sign = (who: number, isAgreed = true) =>
    server.ask(who, cases.signOffCase, { params: { id }, body: { isAgreed, text: null } })
  expect((await sign(lead)).body.code).toBe('safety.needs_another')
  expect((await sign(second, false)).body.state).toBe('open')
  expect((await sign(second)).body.code).toBe('safety.not_to_sign_off')
  await close()
  expect((await sign(second)).body.state).toBe('closed')
  expect((await answer(id, reportId)).body.code).toBe('safety.case_closed')
  const reopen = () => server.ask(second, cases.reopenCase, { params: { id }, body: { reason: 'new facts' } })
  expect((await reopen()).body.state).toBe('open')
  expect((await reopen()).body.code).toBe('safety.case_not_closed')
})

test('a case with an unanswered report cannot be closed', async () => {
  const { id } = await work()
  const closed = await server.ask(lead, cases.closeCase, { params: { id }, body: { decision: 'done with it' } })
  expect(closed.body).toMatchObject({ code: 'safety.unanswered_report' })
})

test('the numbers of a programme are set by its desk', async () => {
  const params = { projectId: pair.projectId }
  const body = { headName: 'Dr Xaxa', policeName: 'Ranchi', policeNumber: '0651 220' }
  expect((await server.ask(lead, calls.setSafetyNumbers, { params, body })).body).toMatchObject({ headName: 'Dr Xaxa' })
  expect((await server.ask(lead, calls.getSafetyNumbers, { params })).body.checkedAt).not.toBeNull()
  const other = { params: { projectId: 2_000_000_000 } }
  expect((await server.ask(lead, calls.getSafetyNumbers, other)).body).toMatchObject({ code: 'safety.programme_not_found' })
})
