import { exportOwnData } from '@saathi/contract/accounts/calls'
import * as calls from '@saathi/contract/notices/calls'
import { setPrimaryLanguage } from '@saathi/contract/accounts/calls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { inTransaction, type Delivery, type PublicCtx } from '#core/ctx.ts'
import type { DomainEvent } from '#core/events.ts'
import { erasePersonIn } from '../../test/erase-person.ts'
import { advanceToNoon } from '../../test/server-clock.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { type NoticeOrder, notifyPerson } from './public.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ publicOrigin: 'https://saathi.example' })
  await server.app.startJobs(server.url)
})
afterAll(() => server.stop())

const inside = <T>(work: (ctx: PublicCtx) => Promise<T>) => inTransaction(server.app.world, server.app.log, work)
const raise = (event: DomainEvent) => inside((ctx) => ctx.raise(event))
const notify = (personId: number, changes: Partial<NoticeOrder<'stolenSignIn'>> = {}) =>
  inside((ctx) =>
    notifyPerson(ctx, { personId, kind: 'account', template: 'stolenSignIn', values: { device: 'a phone' }, ...changes }),
  )
const list = async (personId: number, before?: number) =>
  (await server.ask(personId, calls.listNotices, { query: before === undefined ? {} : { before } })).body
const pushedTo = (personId: number) =>
  server.delivered.flatMap((delivery: Delivery) =>
    'to' in delivery && delivery.to.includes(personId) && delivery.event.type === 'notices.changed'
      ? [delivery.event.unreadCount]
      : [],
  )

let people = 0
async function buildReader(changes: { language?: string } = {}) {
  people += 1
  const email = `reader-${people}@saathi.example`
  const id = await server.buildPerson({ email, ...changes })
  const mail = async () =>
    server.db.selectFrom('mail').select(['subject', 'text']).where('to_address', '=', email).orderBy('id').execute()
  /** Notices that will be mailed unless read first. */
  const waiting = async () =>
    server.db.selectFrom('notice').select('id').where('person_id', '=', id).where('mail_waits', '=', true).execute()
  return { id, mail, waiting }
}

describe('the list', () => {
  test('is newest first, twenty a page, and contains only the person’s own', async () => {
    const [asha, ravi] = [await buildReader(), await buildReader()]
    for (let n = 1; n <= 45; n += 1) await notify(asha.id, { values: { device: `phone ${n}` } })
    await notify(ravi.id)
    const first = await list(asha.id)
    const second = await list(asha.id, first.notices.at(-1)?.id)
    const third = await list(asha.id, second.notices.at(-1)?.id)
    expect([first, second, third].map(({ notices, hasMore }) => [notices.length, hasMore])).toEqual([
      [20, true],
      [20, true],
      [5, false],
    ])
    const texts = [first, second, third].flatMap(({ notices }) => notices.map(({ text }) => /phone (\d+)/.exec(text)?.[1]))
    expect(texts).toEqual(Array.from({ length: 45 }, (_, at) => String(45 - at)))
    expect(first.unreadCount).toBe(45)
    expect((await list(ravi.id)).notices).toHaveLength(1)
  })

  test('neither repeats nor skips notices when new ones arrive while paging', async () => {
    const { id } = await buildReader()
    for (let n = 0; n < 25; n += 1) await notify(id)
    const first = await list(id)
    for (let n = 0; n < 10; n += 1) await notify(id)
    const second = await list(id, first.notices.at(-1)?.id)
    const ids = [...first.notices, ...second.notices].map((notice) => notice.id)
    expect(new Set(ids).size).toBe(25)
    expect(second.hasMore).toBe(false)
  })

  test('is in the reader’s current language, including old notices', async () => {
    const { id } = await buildReader()
    await notify(id, { values: { device: 'Chrome, Android' }, link: '/profile' })
    expect((await list(id)).notices).toEqual([
      {
        id: expect.any(Number),
        kind: 'account',
        title: 'We signed you out on one device to keep you safe',
        text: 'A sign-in on Chrome, Android was used from two places at once. That can mean that someone copied it, so we ended it.',
        link: '/profile',
        createdAt: expect.any(String),
        isRead: false,
      },
    ])
    await server.ask(id, setPrimaryLanguage, { params: { code: 'hi' } })
    expect((await list(id)).notices[0]?.title).toBe('आपकी सुरक्षा के लिए हमने एक डिवाइस से साइन आउट कर दिया है')
  })

  test('skips notices written by a later version', async () => {
    const { id } = await buildReader()
    await notify(id)
    await server.db.updateTable('notice').set({ template: 'ofTheFuture' }).where('person_id', '=', id).execute()
    expect((await list(id)).notices).toEqual([])
  })

  test('requires a sign-in and a valid cursor', async () => {
    expect((await server.ask(null, calls.listNotices, { query: {} })).status).toBe(401)
    const { id } = await buildReader()
    const headers = { authorization: `Bearer ${await server.tokenFor(id)}` }
    for (const before of ['x', '-1', '0', '1.5', '']) {
      expect((await server.app.inject({ url: `/api/v2/notices/?before=${before}`, headers })).statusCode).toBe(400)
    }
  })
})

describe('reading', () => {
  test('marks everything up to the given one, notifies every tab, and touches nobody else’s', async () => {
    const [asha, ravi] = [await buildReader(), await buildReader()]
    for (let n = 0; n < 3; n += 1) await notify(asha.id)
    await notify(ravi.id)
    const { notices } = await list(asha.id)
    const read = await server.ask(asha.id, calls.readNotices, { body: { upTo: notices[1]?.id ?? 0 } })
    expect(read.body).toEqual({ unreadCount: 1 })
    expect((await list(asha.id)).notices.map(({ isRead }) => isRead)).toEqual([false, true, true])
    expect(pushedTo(asha.id)).toEqual([1, 2, 3, 1])
    // An id beyond all of the person's own notices still affects only their own.
    await server.ask(asha.id, calls.readNotices, { body: { upTo: 2 ** 50 } })
    expect((await list(asha.id)).unreadCount).toBe(0)
    expect((await list(ravi.id)).unreadCount).toBe(1)
    expect((await server.ask(null, calls.readNotices, { body: { upTo: 1 } })).status).toBe(401)
  })

  test('a second time keeps the first time', async () => {
    const { id } = await buildReader()
    await notify(id)
    const readAt = () => server.db.selectFrom('notice').select('read_at').where('person_id', '=', id).executeTakeFirstOrThrow()
    await server.ask(id, calls.readNotices, { body: { upTo: 2 ** 50 } })
    const first = await readAt()
    server.clock.advance(60)
    await server.ask(id, calls.readNotices, { body: { upTo: 2 ** 50 } })
    expect(await readAt()).toEqual(first)
  })
})

describe('notifying', () => {
  test('is part of its transaction: after a rollback there is no row, no push and no mail', async () => {
    const { id, mail } = await buildReader()
    const undone = inside(async (ctx) => {
      await notifyPerson(ctx, { personId: id, kind: 'security', template: 'passwordChanged', values: {} })
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect((await list(id)).notices).toEqual([])
    expect(pushedTo(id)).toEqual([])
    expect(await mail()).toEqual([])
  })

  test('ten times concurrently counts one by one, so that the last number is right', async () => {
    const { id } = await buildReader()
    await Promise.all(Array.from({ length: 10 }, () => notify(id)))
    expect(pushedTo(id).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(pushedTo(id).at(-1)).toBe(10)
  })

  test.each([
    ['while the kind is on', true],
    ['while it is off in the product', false],
  ])('with the same key happens once, however often it is raised, %s', async (_when, inApp) => {
    const { id, waiting } = await buildReader()
    await server.ask(id, calls.chooseNotices, { body: { kind: 'account', inApp, email: true, push: true } })
    await Promise.all(Array.from({ length: 5 }, () => notify(id, { onceKey: 'the same' })))
    await notify(id, { onceKey: 'another' })
    expect((await list(id)).notices).toHaveLength(inApp ? 2 : 0)
    expect(await waiting()).toHaveLength(2)
  })

  test('does nothing for a person who has left', async () => {
    const { id, mail } = await buildReader()
    await server.db.updateTable('person').set({ deleted_at: server.clock.now() }).where('id', '=', id).execute()
    await notify(id)
    expect(await server.db.selectFrom('notice').select('id').where('person_id', '=', id).execute()).toEqual([])
    expect(await mail()).toEqual([])
  })
})

describe('a switch per kind', () => {
  const choose = async (
    personId: number,
    choice: { kind: 'security' | 'account'; inApp: boolean; email: boolean; push?: boolean },
  ) => server.ask(personId, calls.chooseNotices, { body: { push: true, ...choice } })

  test('is on by default except for mail of mere news, and belongs to one person', async () => {
    const [asha, ravi] = [await buildReader(), await buildReader()]
    const on = { inApp: true, email: true, push: true }
    const choices = async (id: number) => (await server.ask(id, calls.listNoticeChoices, {})).body.choices
    expect(await choices(asha.id)).toEqual([
      { kind: 'security', ...on, isFixed: true },
      { kind: 'account', ...on, isFixed: false },
      { kind: 'help', ...on, isFixed: false },
      { kind: 'mentorship', ...on, isFixed: false },
      { kind: 'deadlines', ...on, isFixed: false },
      { kind: 'matches', ...on, isFixed: false },
      { kind: 'calendar', ...on, isFixed: false },
      { kind: 'chat', ...on, isFixed: false },
      { kind: 'calls', ...on, isFixed: false },
      { kind: 'surveys', ...on, isFixed: false },
      { kind: 'sessions', ...on, email: false, isFixed: false },
      { kind: 'summaries', ...on, isFixed: false },
      { kind: 'mentions', ...on, isFixed: false },
      { kind: 'feed', ...on, email: false, isFixed: false },
      { kind: 'nudges', ...on, isFixed: false },
    ])
    const off = await choose(asha.id, { kind: 'account', inApp: false, email: true })
    expect(off.body).toEqual({ kind: 'account', inApp: false, email: true, push: true, isFixed: false })
    expect((await choices(asha.id))[1]).toMatchObject({ inApp: false, email: true })
    expect((await choices(ravi.id))[1]).toMatchObject(on)
    expect((await server.ask(null, calls.listNoticeChoices, {})).status).toBe(401)
  })

  test.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('in the product: %s, by mail: %s', async (inApp, email) => {
    const { id, waiting } = await buildReader()
    await choose(id, { kind: 'account', inApp, email })
    await notify(id)
    expect((await list(id)).notices).toHaveLength(inApp ? 1 : 0)
    expect(pushedTo(id)).toEqual(inApp ? [1] : [])
    expect(await waiting()).toHaveLength(email ? 1 : 0)
    await choose(id, { kind: 'account', inApp: true, email: true })
    await notify(id)
    expect(await waiting()).toHaveLength(email ? 2 : 1)
  })

  test('cannot switch off security, which arrives even if it is off in the table', async () => {
    const { id, mail } = await buildReader()
    for (const off of [
      { inApp: false, email: true },
      { inApp: true, email: false },
      { inApp: true, email: true, push: false },
    ]) {
      const refused = await choose(id, { kind: 'security', ...off })
      expect(refused).toMatchObject({ status: 409, body: { code: 'notices.cannot_be_switched_off' } })
    }
    expect((await choose(id, { kind: 'security', inApp: true, email: true })).status).toBe(200)
    const off = { person_id: id, kind: 'security', in_app: false, by_email: false, by_push: false }
    await server.db.insertInto('notice_choice').values(off).execute()
    await notify(id, { kind: 'security' })
    expect((await list(id)).notices).toHaveLength(1)
    expect(await mail()).toHaveLength(1)
  })
})

describe('notices are written for', () => {
  test('a welcome, once', async () => {
    const { id, mail } = await buildReader()
    await raise({ type: 'accounts.signed_up', personId: id })
    await raise({ type: 'accounts.signed_up', personId: id })
    expect((await list(id)).notices).toMatchObject([{ kind: 'account', title: 'Welcome to Saathi', link: '/learninghub' }])
    expect(await mail()).toEqual([])
    await advanceToNoon(server)
    await expect.poll(mail).not.toEqual([])
    const [welcome, ...more] = await mail()
    expect(welcome).toMatchObject({ subject: 'Welcome to Saathi', text: expect.stringContaining('Hello Person,') })
    expect(welcome?.text).toContain('Open Saathi: https://saathi.example/\n')
    expect(more).toEqual([])
  })

  test('newly opened parts, by name and with a link', async () => {
    const { id, mail } = await buildReader({ language: 'hi' })
    await raise({ type: 'accounts.flags_changed', personId: id, opened: ['curriculum'] })
    await advanceToNoon(server)
    await expect.poll(async () => (await mail())[0]?.text).toContain('https://saathi.example/mentorship')
    await raise({ type: 'accounts.flags_changed', personId: id, opened: ['survey', 'internship'] })
    expect((await list(id)).notices).toMatchObject([
      { kind: 'account', title: expect.stringContaining('सर्वे और इंटर्नशिप'), link: '/' },
      { kind: 'account', title: expect.stringContaining('मेंटरशिप'), link: '/mentorship' },
    ])
  })

  test('no change if nothing was opened', async () => {
    const { id, mail } = await buildReader()
    await raise({ type: 'accounts.flags_changed', personId: id, opened: [] })
    await raise({ type: 'accounts.flags_changed', personId: id, opened: ['constructor', 'ofTheFuture'] })
    expect((await list(id)).notices).toEqual([])
    expect(await mail()).toEqual([])
  })

  test('a new password, a stolen sign-in and a request to leave, as security notices', async () => {
    const { id, mail } = await buildReader()
    await raise({ type: 'accounts.password_changed', personId: id })
    await raise({ type: 'accounts.token_reused', personId: id, device: 'Firefox, Windows' })
    // Late in the evening in London it is already the next day in India.
    await raise({ type: 'accounts.leave_asked', personId: id, leavesAt: new Date('2026-12-31T20:00:00Z') })
    const { notices } = await list(id)
    expect(notices).toMatchObject([
      { kind: 'security', title: 'Your Saathi account will be deleted', link: '/profile' },
      { kind: 'security', title: 'We signed you out on one device to keep you safe', link: '/profile' },
      { kind: 'security', title: 'Your Saathi password was changed', link: '/profile' },
    ])
    expect(notices[0]?.text).toContain('It will be deleted on 1 January 2027,')
    const [changed, stolen, leaving] = await mail()
    expect(changed?.text).toContain('Choose a new password: https://saathi.example/resetpassword')
    expect(stolen?.text).toContain('A sign-in on Firefox, Windows was used from two places')
    expect(leaving?.text).toContain('It will be deleted on 1 January 2027,')
    expect(leaving?.text).toContain('Open my profile: https://saathi.example/profile')
  })
})

test('notices are deleted after half a year, read or not', async () => {
  const own = await startTestServer()
  onTestFinished(own.stop)
  own.clock.set(new Date('2026-11-15T12:00:00+05:30'))
  const personId = await own.buildPerson()
  const notifyOwn = (device: string) =>
    inTransaction(own.app.world, own.app.log, (ctx) =>
      notifyPerson(ctx, { personId, kind: 'account', template: 'stolenSignIn', values: { device } }),
    )
  const advance = (days: number) =>
    own.app.inject({ method: 'POST', url: '/dev/clock/', payload: { advance_seconds: days * 86_400 } })
  await notifyOwn('the older one')
  await advance(100)
  await notifyOwn('the younger one')
  await own.app.startJobs(own.url)
  await advance(81)
  const remaining = async () => (await own.ask(personId, calls.listNotices, { query: {} })).body.notices.map(({ text }) => text)
  await expect.poll(remaining, { timeout: 40_000, interval: 50 }).toEqual([expect.stringContaining('the younger one')])
})

describe('personal data', () => {
  test('contains all of the person’s notices, settings and devices, and nobody else’s', async () => {
    const [asha, ravi] = [await buildReader(), await buildReader()]
    for (let n = 0; n < 25; n += 1) await notify(asha.id)
    await notify(ravi.id, { values: { device: 'of somebody else' } })
    await server.ask(asha.id, calls.chooseNotices, { body: { kind: 'account', inApp: true, email: false, push: true } })
    await server.ask(asha.id, calls.registerDevice, { body: { registrationId: 'planted-registration', type: 'web' } })
    await server.ask(asha.id, calls.setQuietHours, { body: { isOn: false, from: '21:30', until: '06:00' } })
    const { parts } = (await server.ask(asha.id, exportOwnData, { body: {} })).body
    expect(parts).toMatchObject({
      notices: {
        notices: expect.any(Array),
        choices: [{ kind: 'account', inApp: true, email: false, push: true }],
        quietHours: { isOn: false, from: '21:30', until: '06:00' },
        devices: [{ type: 'web', registeredAt: expect.any(String) }],
      },
    })
    expect(parts).toHaveProperty('notices.notices.length', 25)
    expect(JSON.stringify(parts)).not.toMatch(/somebody else|planted-registration/)
  })

  test('is deleted when the person leaves, and nobody else’s is', async () => {
    const [asha, ravi] = [await buildReader(), await buildReader()]
    for (const { id } of [asha, ravi]) {
      await notify(id)
      await server.ask(id, calls.chooseNotices, { body: { kind: 'account', inApp: true, email: false, push: true } })
      await server.ask(id, calls.setQuietHours, { body: { isOn: true, from: '20:00', until: '08:00' } })
      await server.ask(id, calls.registerDevice, { body: { registrationId: `of ${id}`, type: 'web' } })
    }
    await erasePersonIn(server, asha.id)
    for (const table of ['notice', 'notice_choice', 'notice_quiet_hours', 'device'] as const) {
      const rows = await server.db.selectFrom(table).select('person_id').where('person_id', 'in', [asha.id, ravi.id]).execute()
      expect(rows).toEqual([{ person_id: ravi.id }])
    }
  })
})
