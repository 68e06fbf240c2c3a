import { randomUUID } from 'node:crypto'
import { setDisabled } from '@saathi/contract/accounts/staff-calls'
import { listNotices, listNoticeChoices, readNotices } from '@saathi/contract/notices/calls'
import { sendHelpMessage } from '@saathi/contract/help/calls'
import { answerHelp } from '@saathi/contract/help/staff-calls'
import { indiaDay } from '@saathi/contract/core/india-day'
import { getConsole, getDigest, setDigest, type DigestRhythm } from '@saathi/contract/staff/console-calls'
import { getPersonFacts, listPeople } from '@saathi/contract/staff/people-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import type { Engines, Job } from '#core/jobs/define-job.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildCase, switchHelpOn } from '../../../test/help-cases.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import { setServerClock } from '../../../test/server-clock.ts'
import { bellJob } from './bell.ts'
import { digestMailJob } from './digest.ts'

const soon = { timeout: 40_000, interval: 50 }
/** A Sunday. */
const at = (moment: string) => new Date(`2026-11-${moment}:00+05:30`)

let server: TestServer
let people = 0
beforeAll(async () => {
  server = await startTestServer({ publicOrigin: 'https://saathi.example' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.pool.query('truncate help_case cascade')
  await server.db.updateTable('staff_right').set({ ended_at: server.clock.now() }).where('ended_at', 'is', null).execute()
  await setServerClock(server, at('15T08:00'))
})

async function buildStaff(role: 'Admin' | 'SafeguardingLead' | 'Viewer' = 'Admin', language = 'en') {
  people += 1
  const email = `digest-${people}@saathi.example`
  const id = await server.buildPerson({ role, email, language })
  await markSecondFactor(server, id)
  const mail = () =>
    server.db.selectFrom('mail').select(['subject', 'text', 'html']).where('to_address', '=', email).orderBy('id').execute()
  return { id, mail }
}

/** As a worker does it, on any server. */
async function run<P extends object>(job: Job<P>, payload: P): Promise<void> {
  const { app, db, clock } = server
  const tools = { db, now: clock.now, log: app.log, engines: {} as Engines, signal: new AbortController().signal }
  await inTransaction(app.world, app.log, await job.begin(tools, job.toData(payload)))
}
const today = () => indiaDay(server.clock.now())
const digestTo = (personId: number) => run(digestMailJob, { personId, day: today() })
const choose = (who: number, rhythm: DigestRhythm) => server.ask(who, setDigest, { body: { rhythm } })
const bellOf = async (who: number) => (await server.ask(who, listNotices, { query: {} })).body

describe('[TOD-13] the digest', () => {
  test('is mailed at nine, with what waits and where to deal with it', async () => {
    const { id, mail } = await buildStaff()
    const viewer = await buildStaff('Viewer')
    await buildCase(server)
    await buildCase(server)
    await server.app.startJobs(server.url)
    await setServerClock(server, at('15T09:01'))
    await expect.poll(mail, soon).toHaveLength(1)
    const [first] = await mail()
    expect(first?.subject).toBe('Waiting for you in Saathi: Help inbox')
    expect(first?.text).toContain('2 requests for help wait for an answer: https://saathi.example/staff/help')
    expect(first?.html).toContain('<a class="word" href="https://saathi.example/staff/help"')
    expect(first?.text).not.toContain('approval')
    // A viewer may deal with none of it.
    expect(await viewer.mail()).toEqual([])
    await digestTo(id)
    expect(await mail()).toHaveLength(1)
    await setServerClock(server, at('16T09:01'))
    await expect.poll(mail, soon).toHaveLength(2)
  })

  test('is sent once a day, whatever the number of servers and repeats', async () => {
    const { id, mail } = await buildStaff()
    await buildCase(server)
    await Promise.all(Array.from({ length: 4 }, () => digestTo(id)))
    await digestTo(id)
    expect(await mail()).toHaveLength(1)
    // The job of a day on which no server ran says nothing new.
    await run(digestMailJob, { personId: id, day: today() - 1 })
    expect(await mail()).toHaveLength(1)
  })

  test('is not sent if nothing waits', async () => {
    const { id, mail } = await buildStaff()
    await digestTo(id)
    expect(await mail()).toEqual([])
  })

  test('respects the rights at sending time: programme, end date, and blocked accounts', async () => {
    const key = randomUUID()
    const project = server.db.insertInto('project').values({ key, name: 'Other', group_type: '1to1' }).returning('id')
    const { id: projectId } = await project.executeTakeFirstOrThrow()
    const rightOf = (personId: number) => server.db.updateTable('staff_right').where('person_id', '=', personId)
    const [elsewhere, ended, blocked] = [await buildStaff('SafeguardingLead'), await buildStaff(), await buildStaff()]
    const admin = await buildStaff()
    await rightOf(elsewhere.id).set({ project_id: projectId }).execute()
    await rightOf(ended.id)
      .set({ until: at('15T08:30'), given_at: at('14T08:00') })
      .execute()
    const body = { isDisabled: true, reason: 'They left.' }
    expect((await server.ask(admin.id, setDisabled, { params: { personId: blocked.id }, body })).status).toBe(200)
    await buildCase(server)
    await setServerClock(server, at('15T09:00'))
    for (const each of [elsewhere, ended, blocked, admin]) await digestTo(each.id)
    const counts = [await elsewhere.mail(), await ended.mail(), await admin.mail()].map(({ length }) => length)
    expect(counts).toEqual([0, 0, 1])
    expect((await blocked.mail()).filter(({ subject }) => subject.startsWith('Waiting'))).toEqual([])
  })

  test('comes daily, on Mondays, or not at all', async () => {
    const { id, mail } = await buildStaff()
    await buildCase(server)
    expect((await server.ask(id, getDigest, {})).body).toEqual({ rhythm: 'daily' })
    expect((await server.ask(id, setDigest, { body: { rhythm: 'hourly' } } as never)).status).toBe(400)
    expect((await choose(id, 'off')).body).toEqual({ rhythm: 'off' })
    await digestTo(id)
    await choose(id, 'weekly')
    await digestTo(id)
    expect(await mail()).toEqual([])
    await setServerClock(server, at('16T09:00'))
    await digestTo(id)
    expect(await mail()).toHaveLength(1)
    const member = await server.buildPerson()
    expect([(await choose(member, 'off')).status, (await server.ask(null, getDigest, {})).status]).toEqual([403, 401])
  })

  test('is in the language of the reader', async () => {
    const { id, mail } = await buildStaff('Admin', 'hi')
    await buildCase(server)
    await digestTo(id)
    expect((await mail())[0]?.subject).toBe('साथी में आपका इंतज़ार है: मदद इनबॉक्स')
  })

  test('does not hold back an urgent concern, which is mailed and shown at once', async () => {
    const { id, mail } = await buildStaff()
    await choose(id, 'off')
    const asha = await switchHelpOn(server, await server.buildPerson())
    await server.ask(asha, sendHelpMessage, { body: { clientId: randomUUID(), body: 'I want to kill myself' } })
    expect((await mail()).map(({ subject }) => subject)).toEqual(['A member may be in danger. Please look now'])
    const notice = (await bellOf(id)).notices.find(({ link }) => link?.startsWith('/staff/help/'))
    expect((await mail())[0]?.text).toContain(`https://saathi.example${notice?.link}`)
  })
})

describe('[TOD-13] the bell of somebody of the team', () => {
  const team = async (who: number) => (await bellOf(who)).notices.filter(({ kind }) => kind === 'team')

  test('has one notice for each kind of task, unread again only when more are waiting, and removed with the last', async () => {
    const { id, mail } = await buildStaff()
    const first = await buildCase(server)
    await run(bellJob, {})
    const [notice] = await team(id)
    expect(notice).toMatchObject({ title: 'Help inbox: 1', link: '/staff/help', isRead: false })
    await run(bellJob, {})
    expect((await team(id)).map((each) => each.id)).toEqual([notice?.id])
    await server.ask(id, readNotices, { body: { upTo: notice?.id ?? 1 } })
    await buildCase(server)
    await run(bellJob, {})
    expect(await team(id)).toMatchObject([{ title: 'Help inbox: 2', isRead: false }])
    const reply = { clientId: randomUUID(), body: 'Hello' }
    const { notices, unreadCount } = await bellOf(id)
    await server.ask(id, readNotices, { body: { upTo: notices[0]?.id ?? 1 } })
    await server.ask(id, answerHelp, { params: { id: first }, body: reply })
    await run(bellJob, {})
    expect(unreadCount).toBe(1)
    expect(await team(id)).toMatchObject([{ title: 'Help inbox: 1', isRead: true }])
    await server.pool.query('truncate help_case cascade')
    await run(bellJob, {})
    expect(await team(id)).toEqual([])
    expect(await mail()).toEqual([])
  })

  test('is not among the kinds of notices that members switch', async () => {
    const { choices } = (await server.ask(await server.buildPerson(), listNoticeChoices, {})).body
    const kinds: string[] = choices.map(({ kind }) => kind)
    expect(kinds).not.toContain('team')
  })

  test('loses its notices when the right ends', async () => {
    const { id } = await buildStaff()
    const other = await buildStaff()
    await buildCase(server)
    await run(bellJob, {})
    expect(await team(id)).toHaveLength(1)
    await server.db.updateTable('staff_right').set({ ended_at: server.clock.now() }).where('person_id', '=', id).execute()
    await run(bellJob, {})
    expect([await team(id), (await team(other.id)).length]).toEqual([[], 1])
  })
})

test('[TOD-13] the console counts mail that does not arrive, and lists the people', async () => {
  const { id } = await buildStaff()
  const count = async () => (await server.ask(id, getConsole, {})).body.waiting.mail
  const before = await count()
  const asha = await server.buildPerson({ email: 'gone@saathi.example' })
  await server.db
    .insertInto('mail_refusal')
    .values({ address: 'gone@saathi.example', code: 550, count: 2, last_at: server.clock.now() })
    .execute()
  expect(await count()).toBe(before + 1)
  const { people: found } = (await server.ask(id, listPeople, { query: { mail: 'refused' } })).body
  expect(found.map((person) => person.id)).toEqual([asha])
  const query = { reason: 'Mail came back' }
  expect((await server.ask(id, getPersonFacts, { params: { personId: asha }, query })).body.mailRefusal).toMatchObject({
    code: 550,
    count: 2,
  })
})
