import * as calls from '@saathi/contract/notices/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { moveTo } from '../../test/away.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { type NoticeOrder, notifyPerson } from './public.ts'

const at = (moment: string) => new Date(`2026-11-${moment}:00+05:30`)
const soon = { timeout: 40_000, interval: 50 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ publicOrigin: 'https://saathi.example' })
  await server.app.startJobs(server.url)
})
afterAll(() => server.stop())
beforeEach(() => moveTo(server, at('15T12:00')))

let people = 0
async function buildReader(language = 'en') {
  people += 1
  const email = `away-${people}@saathi.example`
  const id = await server.buildPerson({ email, language })
  const mail = () =>
    server.db.selectFrom('mail').select(['subject', 'text']).where('to_address', '=', email).orderBy('id').execute()
  return { id, mail }
}

const tell = (personId: number, changes: Partial<NoticeOrder<'stolenSignIn'>> = {}) =>
  inTransaction(server.app.world, server.app.log, (ctx) =>
    notifyPerson(ctx, {
      personId,
      kind: 'help',
      template: 'stolenSignIn',
      values: { device: 'a phone' },
      link: '/profile',
      ...changes,
    }),
  )
/** What is due has been done, and what waits for later waits. */
async function settled() {
  await expect
    .poll(async () => {
      const { rows } = await server.pool.query(
        `select name from jobs.job where name like 'notices.%' and state < 'completed' and start_after <= jobs.job_now()`,
      )
      return rows
    }, soon)
    .toEqual([])
}

describe('mail for who is away', () => {
  test('comes when half an hour has passed without a look, as the notice’s own mail', async () => {
    const { id, mail } = await buildReader()
    await tell(id)
    await moveTo(server, at('15T12:29'))
    await settled()
    expect(await mail()).toEqual([])
    await moveTo(server, at('15T12:31'))
    await expect.poll(mail, soon).toMatchObject([{ subject: 'We signed you out on one device to keep you safe' }])
    expect((await mail())[0]?.text).toContain('A sign-in on a phone was used')
  })

  test('does not come for what was read', async () => {
    const { id, mail } = await buildReader()
    await tell(id)
    await server.ask(id, calls.readNotices, { body: { upTo: 2 ** 50 } })
    await moveTo(server, at('15T13:00'))
    await settled()
    expect(await mail()).toEqual([])
  })

  test('comes for what is not shown in Saathi, whatever was read there since', async () => {
    const { id, mail } = await buildReader()
    await server.ask(id, calls.chooseNotices, { body: { kind: 'help', inApp: false, email: true, push: true } })
    await tell(id)
    await tell(id, { kind: 'account' })
    await server.ask(id, calls.readNotices, { body: { upTo: 2 ** 50 } })
    await moveTo(server, at('15T12:31'))
    await expect.poll(mail, soon).toHaveLength(1)
    await settled()
    expect(await mail()).toHaveLength(1)
  })

  test('comes also where the queue’s clock is some seconds before ours', async () => {
    const { id, mail } = await buildReader()
    await tell(id)
    await server.pool.query(
      `update jobs.job set start_after = start_after - interval '3 seconds' where name = 'notices.mail_away' and state = 'created'`,
    )
    await moveTo(server, new Date(at('15T12:30').getTime() - 2_500))
    await settled()
    expect(await mail()).toEqual([])
    await moveTo(server, at('15T12:31'))
    await expect.poll(mail, soon).toHaveLength(1)
  })

  test('does not come once it was switched off, also for what was told before', async () => {
    const { id, mail } = await buildReader()
    await tell(id)
    await server.ask(id, calls.chooseNotices, { body: { kind: 'help', inApp: true, email: false, push: true } })
    await moveTo(server, at('15T13:00'))
    await settled()
    await server.ask(id, calls.chooseNotices, { body: { kind: 'help', inApp: true, email: true, push: true } })
    await moveTo(server, at('15T14:00'))
    await settled()
    expect(await mail()).toEqual([])
  })

  test('brings several of one kind in one, by their titles and in the person’s language', async () => {
    const { id, mail } = await buildReader('hi')
    for (const device of ['a', 'b', 'c']) await tell(id, { values: { device } })
    await moveTo(server, at('15T12:31'))
    await expect.poll(mail, soon).toHaveLength(1)
    await settled()
    const [digest, ...more] = await mail()
    expect(more).toEqual([])
    expect(digest?.subject).toBe('साथी में 3 बातें आपका इंतज़ार कर रही हैं')
    expect(digest?.text.match(/^• आपकी सुरक्षा/gm)).toHaveLength(3)
    expect(digest?.text).toContain('https://saathi.example/')
  })

  test('is in English as a whole, its day too, where nobody has written it in the person’s language yet', async () => {
    const { id, mail } = await buildReader('bn')
    await inTransaction(server.app.world, server.app.log, (ctx) =>
      notifyPerson(ctx, {
        personId: id,
        kind: 'help',
        template: 'leaveAsked',
        values: { leavesOn: { dayOf: '2026-12-31T20:00:00.000Z' } },
      }),
    )
    await moveTo(server, at('15T12:31'))
    await expect.poll(mail, soon).toHaveLength(1)
    expect((await mail())[0]?.text).toContain('1 January 2027')
    const { html } = await server.db.selectFrom('mail').select('html').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(html).toContain('<html lang="en">')
  })

  test('is one a day for each kind: the rest comes together the next morning, and another kind the same day', async () => {
    const { id, mail } = await buildReader()
    await tell(id)
    await moveTo(server, at('15T12:31'))
    await expect.poll(mail, soon).toHaveLength(1)
    for (let n = 0; n < 2; n += 1) await tell(id)
    await tell(id, { kind: 'account' })
    await moveTo(server, at('15T13:05'))
    await expect.poll(mail, soon).toHaveLength(2)
    await settled()
    await moveTo(server, at('15T20:00'))
    await tell(id)
    await moveTo(server, at('15T21:00'))
    await settled()
    expect(await mail()).toHaveLength(2)
    await moveTo(server, at('16T07:01'))
    await expect.poll(mail, soon).toHaveLength(3)
    await settled()
    expect((await mail()).map(({ subject }) => subject)).toEqual([
      'We signed you out on one device to keep you safe',
      'We signed you out on one device to keep you safe',
      '3 things wait for you in Saathi',
    ])
  })

  test('waits for the end of the quiet hours; what keeps an account safe does not', async () => {
    const { id, mail } = await buildReader()
    await moveTo(server, at('15T23:00'))
    await tell(id)
    await tell(id, { kind: 'security' })
    expect(await mail()).toHaveLength(1)
    await moveTo(server, at('16T06:59'))
    await settled()
    expect(await mail()).toHaveLength(1)
    await moveTo(server, at('16T07:01'))
    await expect.poll(mail, soon).toHaveLength(2)
  })

  test('comes at once where it brings something for one’s own calendar', async () => {
    const { id, mail } = await buildReader()
    await moveTo(server, at('15T23:00'))
    await tell(id, { calendarFile: 'BEGIN:VCALENDAR' })
    expect(await mail()).toHaveLength(1)
    await moveTo(server, at('16T08:00'))
    await settled()
    expect(await mail()).toHaveLength(1)
  })

  test('is not sent to who has left meanwhile', async () => {
    const { id, mail } = await buildReader()
    await tell(id)
    await server.db.updateTable('person').set({ deleted_at: server.clock.now() }).where('id', '=', id).execute()
    await moveTo(server, at('15T13:00'))
    await settled()
    expect(await mail()).toEqual([])
  })
})
