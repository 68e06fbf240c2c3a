import * as calls from '@saathi/contract/notices/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { setServerClock } from '../../../test/server-clock.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { type NoticeOrder, notifyPerson } from '../public.ts'

const at = (moment: string) => new Date(`2026-11-${moment}:00+05:30`)
const soon = { timeout: 40_000, interval: 50 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ publicOrigin: 'https://saathi.example' })
  await server.app.startJobs(server.url)
})
afterAll(() => server.stop())
beforeEach(() => setServerClock(server, at('15T12:00')))

let people = 0
async function buildReader(language = 'en') {
  people += 1
  const email = `away-${people}@saathi.example`
  const id = await server.buildPerson({ email, language })
  const mail = () =>
    server.db.selectFrom('mail').select(['subject', 'text']).where('to_address', '=', email).orderBy('id').execute()
  return { id, mail }
}

const notify = (personId: number, changes: Partial<NoticeOrder<'stolenSignIn'>> = {}) =>
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
/** Waits until all due jobs are done. */
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

describe('mail for a person who is away', () => {
  test('is sent after half an hour unread, as the notice’s own mail', async () => {
    const { id, mail } = await buildReader()
    await notify(id)
    await setServerClock(server, at('15T12:29'))
    await settled()
    expect(await mail()).toEqual([])
    await setServerClock(server, at('15T12:31'))
    await expect.poll(mail, soon).toMatchObject([{ subject: 'We signed you out on one device to keep you safe' }])
    expect((await mail())[0]?.text).toContain('A sign-in on a phone was used')
  })

  test('is not sent for a read notice', async () => {
    const { id, mail } = await buildReader()
    await notify(id)
    await server.ask(id, calls.readNotices, { body: { upTo: 2 ** 50 } })
    await setServerClock(server, at('15T13:00'))
    await settled()
    expect(await mail()).toEqual([])
  })

  test('is sent for a notice that is not shown in Saathi, even if the person has read later ones there', async () => {
    const { id, mail } = await buildReader()
    await server.ask(id, calls.chooseNotices, { body: { kind: 'help', inApp: false, email: true, push: true } })
    await notify(id)
    await notify(id, { kind: 'account' })
    await server.ask(id, calls.readNotices, { body: { upTo: 2 ** 50 } })
    await setServerClock(server, at('15T12:31'))
    await expect.poll(mail, soon).toHaveLength(1)
    await settled()
    expect(await mail()).toHaveLength(1)
  })

  test('is sent even if the queue’s clock is some seconds behind', async () => {
    const { id, mail } = await buildReader()
    await notify(id)
    await server.pool.query(
      `update jobs.job set start_after = start_after - interval '3 seconds' where name = 'notices.mail_away' and state = 'created'`,
    )
    await setServerClock(server, new Date(at('15T12:30').getTime() - 2_500))
    await settled()
    expect(await mail()).toEqual([])
    await setServerClock(server, at('15T12:31'))
    await expect.poll(mail, soon).toHaveLength(1)
  })

  test('is not sent once switched off, even for earlier notices', async () => {
    const { id, mail } = await buildReader()
    await notify(id)
    await server.ask(id, calls.chooseNotices, { body: { kind: 'help', inApp: true, email: false, push: true } })
    await setServerClock(server, at('15T13:00'))
    await settled()
    await server.ask(id, calls.chooseNotices, { body: { kind: 'help', inApp: true, email: true, push: true } })
    await setServerClock(server, at('15T14:00'))
    await settled()
    expect(await mail()).toEqual([])
  })

  test('combines several of one kind into a list of titles in the person’s language', async () => {
    const { id, mail } = await buildReader('hi')
    for (const device of ['a', 'b', 'c']) await notify(id, { values: { device } })
    await setServerClock(server, at('15T12:31'))
    await expect.poll(mail, soon).toHaveLength(1)
    await settled()
    const [digest, ...more] = await mail()
    expect(more).toEqual([])
    expect(digest?.subject).toBe('साथी में 3 बातें आपका इंतज़ार कर रही हैं')
    expect(digest?.text.match(/^• आपकी सुरक्षा/gm)).toHaveLength(3)
    expect(digest?.text).toContain('https://saathi.example/')
  })

  test('is entirely in English, dates included, if not translated to the person’s language', async () => {
    const gujarati = { code: 'gu', name: 'ગુજરાતી', is_active: true, is_default: false }
    await server.db.insertInto('language').values(gujarati).execute()
    const { id, mail } = await buildReader('gu')
    await inTransaction(server.app.world, server.app.log, (ctx) =>
      notifyPerson(ctx, {
        personId: id,
        kind: 'help',
        template: 'leaveAsked',
        values: { leavesOn: { dayOf: '2026-12-31T20:00:00.000Z' } },
      }),
    )
    await setServerClock(server, at('15T12:31'))
    await expect.poll(mail, soon).toHaveLength(1)
    expect((await mail())[0]?.text).toContain('1 January 2027')
    const { html } = await server.db.selectFrom('mail').select('html').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(html).toContain('<html lang="en">')
  })

  test('is limited to one a day per kind: the rest is sent together the next morning, other kinds the same day', async () => {
    const { id, mail } = await buildReader()
    await notify(id)
    await setServerClock(server, at('15T12:31'))
    await expect.poll(mail, soon).toHaveLength(1)
    for (let n = 0; n < 2; n += 1) await notify(id)
    await notify(id, { kind: 'account' })
    await setServerClock(server, at('15T13:05'))
    await expect.poll(mail, soon).toHaveLength(2)
    await settled()
    await setServerClock(server, at('15T20:00'))
    await notify(id)
    await setServerClock(server, at('15T21:00'))
    await settled()
    expect(await mail()).toHaveLength(2)
    await setServerClock(server, at('16T07:01'))
    await expect.poll(mail, soon).toHaveLength(3)
    await settled()
    expect((await mail()).map(({ subject }) => subject)).toEqual([
      'We signed you out on one device to keep you safe',
      'We signed you out on one device to keep you safe',
      '3 things wait for you in Saathi',
    ])
  })

  test('waits for the end of quiet hours, except for security notices', async () => {
    const { id, mail } = await buildReader()
    await setServerClock(server, at('15T23:00'))
    await notify(id)
    await notify(id, { kind: 'security' })
    expect(await mail()).toHaveLength(1)
    await setServerClock(server, at('16T06:59'))
    await settled()
    expect(await mail()).toHaveLength(1)
    await setServerClock(server, at('16T07:01'))
    await expect.poll(mail, soon).toHaveLength(2)
  })

  test('is sent at once if it has a calendar attachment', async () => {
    const { id, mail } = await buildReader()
    await setServerClock(server, at('15T23:00'))
    await notify(id, { calendarFile: 'BEGIN:VCALENDAR' })
    expect(await mail()).toHaveLength(1)
    await setServerClock(server, at('16T08:00'))
    await settled()
    expect(await mail()).toHaveLength(1)
  })

  test('is not sent to a person who has left', async () => {
    const { id, mail } = await buildReader()
    await notify(id)
    await server.db.updateTable('person').set({ deleted_at: server.clock.now() }).where('id', '=', id).execute()
    await setServerClock(server, at('15T13:00'))
    await settled()
    expect(await mail()).toEqual([])
  })
})
