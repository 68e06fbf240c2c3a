import { randomUUID } from 'node:crypto'
import { endSignIn, listSignIns } from '@saathi/contract/accounts/identity-calls'
import * as calls from '@saathi/contract/notices/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { setServerClock } from '../../../test/server-clock.ts'
import { startTestServer, testEnv, type TestServer } from '../../../test/harness.ts'
import { type PushService, startPushService } from '../../../test/push-stand-in.ts'
import { type NoticeOrder, markTopicRead, notifyPerson } from '../public.ts'

const noon = new Date('2026-11-15T12:00:00+05:30')
const night = new Date('2026-11-15T23:30:00+05:30')
const morning = new Date('2026-11-16T07:01:00+05:30')
/** A valid point of the curve. */
const POINT = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
const soon = { timeout: 40_000, interval: 50 }

let server: TestServer
let service: PushService
const lines: string[] = []
beforeAll(async () => {
  service = await startPushService(testEnv.push.keys?.publicKey ?? '')
  const logSink = { write: (line: string) => void lines.push(line) }
  server = await startTestServer({ logLevel: 'warn' }, { outgoing: service.outgoing, logSink })
  await server.app.startJobs(server.url)
})
afterAll(async () => {
  await server.stop()
  await service.stop()
})
beforeEach(() => setServerClock(server, noon))

const register = (personId: number, registrationId: string, hidesContent = false) =>
  server.ask(personId, calls.registerDevice, { body: { registrationId, type: 'web', hidesContent } })

async function buildPhone(personId: number, hidesContent = false) {
  const { device, registrationId } = service.subscribe()
  expect((await register(personId, registrationId, hidesContent)).status).toBe(200)
  const shown = () => service.received.flatMap((push) => (push.device === device ? [push.message] : []))
  const isKnown = async () => {
    const rows = await server.db.selectFrom('device').select('type').where('registration_id', 'like', `%${device}%`).execute()
    return rows.length === 1
  }
  return { device, registrationId, shown, isKnown }
}

type Changes = Partial<NoticeOrder<'stolenSignIn'>>
const notify = (personId: number, changes: Changes = {}) =>
  inTransaction(server.app.world, server.app.log, (ctx) =>
    notifyPerson(ctx, { personId, kind: 'account', template: 'stolenSignIn', values: { device: 'a phone' }, ...changes }),
  )
/** Unfinished push jobs, including the morning ones. */
async function findUnfinished(which: string) {
  const { rows } = await server.pool.query(
    `select name, state from jobs.job where name like 'notices.push%' and state <> 'completed' and ${which}`,
  )
  return rows
}
/** Waits until all due jobs are done; retries and the morning job wait for their time. */
async function settled() {
  await expect.poll(() => findUnfinished(`(state <> 'created' or start_after <= jobs.job_now())`), soon).toEqual([])
}
/** No reply yet, and a retry is scheduled. */
async function untilRetryScheduled() {
  await expect.poll(() => findUnfinished(`(data->>'tries')::int > 0 and start_after > jobs.job_now()`), soon).toHaveLength(1)
}
const later = (minutes: number) => setServerClock(server, new Date(server.clock.now().getTime() + minutes * 60_000))

async function signOut(personId: number) {
  const { sessions } = (await server.ask(personId, listSignIns, {})).body
  const current = sessions.find(({ isCurrent }) => isCurrent)
  await server.ask(personId, endSignIn, { params: { sessionId: current?.id ?? '' } })
}

describe('a notice on a device', () => {
  test('[PLT-02] is encrypted for that browser, signed with our key, and has the notice’s text', async () => {
    const person = await server.buildPerson({ language: 'hi' })
    const phone = await buildPhone(person)
    await notify(person, { link: '/profile' })
    await expect.poll(phone.shown, soon).toHaveLength(1)
    expect(phone.shown()[0]).toEqual({
      title: 'आपकी सुरक्षा के लिए हमने एक डिवाइस से साइन आउट कर दिया है',
      text: expect.stringContaining('a phone'),
      link: '/profile',
      tag: expect.stringMatching(/^notice \d+$/),
    })
    const push = service.received.find(({ device }) => device === phone.device)
    expect(push).toMatchObject({ ttl: 86_400, urgency: 'normal', subject: 'mailto:push@saathi.example' })
    expect(service.refused).toEqual([])
  })

  test('[DAY-49] names who called, but shows only that something waits on a device that hides content', async () => {
    const [asha, ravi, meera] = [await server.buildPerson(), await server.buildPerson(), await server.buildPerson()]
    const [phone, shared] = [await buildPhone(ravi), await buildPhone(meera, true)]
    const at = { clockOf: server.clock.now().toISOString() }
    const call = { kind: 'calls', template: 'called', values: { from: { nameOf: asha }, at }, link: '/chat/messenger' } as const
    await inTransaction(server.app.world, server.app.log, async (ctx) => {
      for (const personId of [ravi, meera]) await notifyPerson(ctx, { ...call, personId })
    })
    await expect.poll(shared.shown, soon).toMatchObject([{ title: 'A video call for you', link: '/chat/messenger' }])
    await expect.poll(phone.shown, soon).toMatchObject([{ title: 'Video call from Person', link: '/chat/messenger' }])
    expect(JSON.stringify(shared.shown())).not.toContain('Person')
  })

  test('[PLT-02] is sent to each device of the person once, and to nobody else’s', async () => {
    const [asha, ravi] = [await server.buildPerson(), await server.buildPerson()]
    const phones = [await buildPhone(asha), await buildPhone(ravi)]
    await Promise.all(Array.from({ length: 5 }, () => notify(asha, { onceKey: 'the same' })))
    await expect.poll(phones[0]?.shown ?? (() => []), soon).toHaveLength(1)
    await settled()
    expect(phones.map(({ shown }) => shown().length)).toEqual([1, 0])
  })

  test('[PLT-02] is not sent if its kind is switched off for devices, except for security', async () => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    const off = { kind: 'account', inApp: true, email: true, push: false } as const
    expect((await server.ask(person, calls.chooseNotices, { body: off })).body).toMatchObject({ push: false })
    await notify(person)
    await notify(person, { kind: 'security', link: '/profile' })
    await expect.poll(phone.shown, soon).toHaveLength(1)
    await settled()
    expect(phone.shown()).toMatchObject([{ link: '/profile' }])
  })

  test('is not sent if it was read', async () => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    await inTransaction(server.app.world, server.app.log, async (ctx) => {
      const order = { personId: person, kind: 'chat', template: 'mentioned', values: { from: 'Asha' } } as const
      await notifyPerson(ctx, { ...order, topic: 'chat 7' })
      await markTopicRead(ctx, person, 'chat 7')
    })
    await settled()
    expect(phone.shown()).toEqual([])
  })

  test('is sent once per topic until it is read', async () => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    const notifyTopic = () => notify(person, { topic: 'chat 7' })
    await notifyTopic()
    await notifyTopic()
    await expect.poll(phone.shown, soon).toHaveLength(1)
    await inTransaction(server.app.world, server.app.log, (ctx) => markTopicRead(ctx, person, 'chat 7'))
    await notifyTopic()
    await expect.poll(phone.shown, soon).toHaveLength(2)
    expect(phone.shown().map(({ tag }) => tag)).toEqual(['chat 7', 'chat 7'])
  })

  test('fits a push service’s limit, whatever its text', async () => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    await notify(person, { values: { device: `${'क्ष'.repeat(3000)}e${'\u0301'.repeat(3000)}` } })
    await notify(person, { values: { device: `e${'\u0301'.repeat(5000)}` } })
    await expect.poll(phone.shown, soon).toHaveLength(2)
    expect(service.refused).toEqual([])
  })
})

describe('the push service', () => {
  test.each([404, 410])('that replies %i is not used again: the device is deleted', async (status) => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    service.answerWith(status)
    await notify(person)
    await expect.poll(phone.isKnown, soon).toBe(false)
    await notify(person)
    await settled()
    expect(phone.shown()).toEqual([])
  })

  test.each([429, 500, 503])('that replies %i is retried, and the notice arrives once', async (status) => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    service.answerWith(status)
    await notify(person)
    await untilRetryScheduled()
    expect(phone.shown()).toEqual([])
    await later(1)
    await expect.poll(phone.shown, soon).toHaveLength(1)
    await settled()
    expect(phone.shown()).toHaveLength(1)
    expect(await phone.isKnown()).toBe(true)
  })

  test.each([400, 403, 413])('that replies %i is not retried, and the device stays', async (status) => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    service.answerWith(status)
    await notify(person)
    await settled()
    expect(phone.shown()).toEqual([])
    expect(await phone.isKnown()).toBe(true)
  })

  test('that refuses a message is logged, and one that accepts it is not', async () => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    const refusals = () => lines.filter((line) => line.includes('notices: push service refused a message')).length
    const before = refusals()
    await notify(person)
    await expect.poll(phone.shown, soon).toHaveLength(1)
    await settled()
    expect(refusals()).toBe(before)
    service.answerWith(403)
    await notify(person)
    await settled()
    expect(refusals()).toBe(before + 1)
  })

  test('that never replies is not retried forever and leaves no dead job', async () => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    service.answerWith(...Array.from({ length: 9 }, () => 503))
    const tried = () => service.asked.filter(({ device }) => device === phone.device).length
    await notify(person)
    for (let tries = 1; tries <= 9; tries += 1) {
      await expect.poll(tried, soon).toBe(tries)
      if (tries < 9) await untilRetryScheduled()
      await later(61)
    }
    await settled()
    expect(await findUnfinished(`data->>'tries' is not null`)).toEqual([])
    expect([tried(), phone.shown(), await phone.isKnown()]).toEqual([9, [], true])
  })

  test('is never an internal machine: its name is resolved at sending, and the device is then deleted', async () => {
    const person = await server.buildPerson()
    const { registrationId, device } = service.subscribe('inside.example')
    expect((await register(person, registrationId)).status).toBe(200)
    const known = () => server.db.selectFrom('device').select('id').where('registration_id', 'like', `%${device}%`).execute()
    expect(await known()).toHaveLength(1)
    const before = service.visitsToCanary()
    await notify(person)
    await expect.poll(known, soon).toEqual([])
    expect(service.visitsToCanary() - before).toBe(0)
    await settled()
    const phone = await buildPhone(person)
    await notify(person)
    await expect.poll(phone.shown, soon).toHaveLength(1)
  })

  test('[PLT-02] that is slow does not delay a call', async () => {
    const people = await Promise.all(Array.from({ length: 9 }, () => server.buildPerson()))
    for (const person of people) service.holdBack((await buildPhone(person)).device)
    const called = await server.buildPerson()
    const phone = await buildPhone(called)
    for (const person of people) await notify(person)
    await expect.poll(service.heldBack, soon).toBe(8)
    await notify(called, { kind: 'calls' })
    await expect.poll(phone.shown, soon).toHaveLength(1)
    expect(service.heldBack()).toBe(8)
    service.letGo()
    await settled()
  })
})

describe('a registration', () => {
  test('C26: of one browser has one owner, whatever keys come with it, and is deleted with the sign-in', async () => {
    const [asha, ravi] = [await server.buildPerson(), await server.buildPerson()]
    const phone = await buildPhone(asha)
    const { subscription } = service.subscribe()
    const stolen = { ...subscription, endpoint: JSON.parse(phone.registrationId).endpoint }
    await register(ravi, JSON.stringify(stolen))
    await register(ravi, phone.registrationId)
    await notify(asha)
    await notify(ravi, { link: '/profile' })
    await expect.poll(phone.shown, soon).toHaveLength(1)
    expect(phone.shown()).toMatchObject([{ link: '/profile' }])
    await signOut(ravi)
    await notify(ravi)
    await settled()
    expect(phone.shown()).toHaveLength(1)
  })

  test('C26: that changes hands while a push is in flight reaches neither person', async () => {
    const [asha, ravi] = [await server.buildPerson(), await server.buildPerson()]
    const phone = await buildPhone(asha)
    service.answerWith(503)
    await notify(asha)
    await untilRetryScheduled()
    await register(ravi, phone.registrationId)
    await later(1)
    await settled()
    expect(await findUnfinished(`data->>'tries' is not null`)).toEqual([])
    expect(phone.shown()).toEqual([])
  })

  test('C26: that changes hands while a push waits for the morning reaches neither person', async () => {
    const [asha, ravi] = [await server.buildPerson(), await server.buildPerson()]
    const phone = await buildPhone(asha)
    await setServerClock(server, night)
    await notify(asha)
    expect(await findUnfinished(`name = 'notices.push_morning'`)).toHaveLength(1)
    await register(ravi, phone.registrationId)
    await setServerClock(server, morning)
    await expect.poll(() => findUnfinished(`name = 'notices.push_morning'`), soon).toEqual([])
    await settled()
    expect(phone.shown()).toEqual([])
  })

  test.each([
    ['a trailing dot', (url: string) => url.replace('push.example', 'push.example.')],
    ['capitals', (url: string) => url.replace('https://push.example', 'HTTPS://PUSH.Example')],
    ['its port', (url: string) => url.replace('push.example', 'push.example:443')],
    ['a fragment', (url: string) => `${url}#mine`],
    ['an empty query', (url: string) => `${url}?`],
    ['a dot-dot path', (url: string) => url.replace('/send/', '/x/../send/')],
    ['percent-encoding', (url: string) => url.replace('/send/', '/%73%65nd/')],
  ])('C26: of one browser has one owner, even with %s', async (_what, spell) => {
    const [asha, ravi] = [await server.buildPerson(), await server.buildPerson()]
    const phone = await buildPhone(asha)
    const { subscription } = service.subscribe()
    const { endpoint } = JSON.parse(phone.registrationId)
    expect((await register(ravi, JSON.stringify({ ...subscription, endpoint: spell(endpoint) }))).status).toBe(200)
    const owners = await server.db.selectFrom('device').select('person_id').where('person_id', 'in', [asha, ravi]).execute()
    expect(owners).toEqual([{ person_id: ravi }])
  })

  test('is valid only as long as its sign-in: not after thirty days without use nor after its last day', async () => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    const signIn = () => server.db.updateTable('sign_in').where('person_id', '=', person)
    await later(31 * 24 * 60)
    await notify(person)
    await settled()
    expect(phone.shown()).toEqual([])
    await signIn().set({ last_used_at: server.clock.now() }).execute()
    await notify(person)
    await expect.poll(phone.shown, soon).toHaveLength(1)
    service.answerWith(503)
    await notify(person)
    await untilRetryScheduled()
    await signIn().set({ expires_at: server.clock.now() }).execute()
    await later(1)
    await settled()
    expect(phone.shown()).toHaveLength(1)
  })

  test('is limited to the ten most recently used browsers of a person', async () => {
    const person = await server.buildPerson()
    const times = { started_at: noon, last_used_at: noon, confirmed_at: noon, expires_at: new Date(noon.getTime() + 86_400_000) }
    const devices: string[] = []
    for (let n = 0; n < 12; n += 1) {
      const id = randomUUID()
      await server.db
        .insertInto('sign_in')
        .values({ id, person_id: person, device: 'Test', ...times })
        .execute()
      const { device, registrationId } = service.subscribe()
      devices.push(device)
      const authorization = `Bearer ${await server.tokens.issueAccess(person, id)}`
      const body = { registrationId, type: 'web' } as const
      expect((await server.ask(null, calls.registerDevice, { body }, { authorization })).status).toBe(200)
    }
    await notify(person)
    const reached = () => new Set(service.received.flatMap(({ device }) => (devices.includes(device) ? [device] : [])))
    await expect.poll(() => reached().size, soon).toBe(10)
    await settled()
    expect(reached()).toEqual(new Set(devices.slice(2)))
  })

  test('can be removed only by the browser that sent it', async () => {
    const [asha, ravi] = [await server.buildPerson(), await server.buildPerson()]
    const [hers, his] = [await buildPhone(asha), await buildPhone(ravi)]
    expect((await server.ask(asha, calls.forgetDevice, {})).status).toBe(200)
    expect((await server.ask(asha, calls.forgetDevice, {})).status).toBe(200)
    expect([await hers.isKnown(), await his.isKnown()]).toEqual([false, true])
    expect((await server.ask(null, calls.forgetDevice, {})).status).toBe(401)
  })

  test.each([
    ['no address', { endpoint: 'nonsense' }],
    ['plain http', { endpoint: 'http://push.example/send/1' }],
    ['this machine', { endpoint: 'https://127.0.0.1/send/1' }],
    ['this machine by name', { endpoint: 'https://localhost/send/1' }],
    ['an internal address', { endpoint: 'https://10.0.0.1/send/1' }],
    ['an internal address in IPv6 form', { endpoint: 'https://[::ffff:10.0.0.1]/' }],
    ['another port', { endpoint: 'https://push.example:5432/send/1' }],
    ['the port of plain http', { endpoint: 'https://push.example:80/send/1' }],
    ['somebody’s password', { endpoint: 'https://a:b@push.example/send/1' }],
    ['an endless address', { endpoint: `https://push.example/${'x'.repeat(1100)}` }],
    ['no keys', { keys: undefined }],
    ['a point not on the curve', { keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }],
    ['a short secret', { keys: { p256dh: POINT, auth: 'BTBZ' } }],
  ])('with %s is refused', async (_what, changes) => {
    const person = await server.buildPerson()
    const { subscription } = service.subscribe()
    const answer = await register(person, JSON.stringify({ ...subscription, ...changes }))
    expect(answer).toMatchObject({ status: 400, body: { code: 'notices.registration_refused' } })
  })

  test('uses a key that is the same for everybody who is signed in', async () => {
    const person = await server.buildPerson()
    expect((await server.ask(person, calls.getPushKey, {})).body).toEqual({ publicKey: testEnv.push.keys?.publicKey })
    expect((await server.ask(null, calls.getPushKey, {})).status).toBe(401)
  })
})

describe('quiet hours', () => {
  test('[PLT-02] hold back non-urgent notices, which are sent as one in the morning', async () => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    await setServerClock(server, night)
    for (let n = 0; n < 3; n += 1) await notify(person)
    await notify(person, { kind: 'security', link: '/profile' })
    await expect.poll(phone.shown, soon).toMatchObject([{ link: '/profile' }])
    await setServerClock(server, morning)
    await expect.poll(phone.shown, soon).toHaveLength(2)
    expect(phone.shown()[1]).toMatchObject({ title: '3 things wait for you in Saathi', link: '/', tag: 'summary' })
    await settled()
    expect(phone.shown()).toHaveLength(2)
  })

  test('send a single notice unchanged, and skip one that was read during the night', async () => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    await setServerClock(server, night)
    await notify(person, { topic: 'chat 1' })
    await notify(person, { link: '/learninghub' })
    await inTransaction(server.app.world, server.app.log, (ctx) => markTopicRead(ctx, person, 'chat 1'))
    await setServerClock(server, morning)
    await expect.poll(phone.shown, soon).toMatchObject([{ link: '/learninghub' }])
    await settled()
    expect(phone.shown()).toHaveLength(1)
  })

  test('apply the settings and hours that are valid in the morning', async () => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    await setServerClock(server, night)
    await notify(person, { kind: 'help' })
    await notify(person, { link: '/learninghub' })
    await server.ask(person, calls.chooseNotices, { body: { kind: 'help', inApp: true, email: true, push: false } })
    await server.ask(person, calls.setQuietHours, { body: { isOn: true, from: '22:00', until: '09:00' } })
    await setServerClock(server, morning)
    await settled()
    expect(phone.shown()).toEqual([])
    await later(120)
    await expect.poll(phone.shown, soon).toMatchObject([{ link: '/learninghub' }])
    await settled()
    expect(phone.shown()).toHaveLength(1)
  })

  test('also hold back retries that started before them', async () => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    await setServerClock(server, new Date('2026-11-15T21:59:40+05:30'))
    service.answerWith(503)
    await notify(person)
    await untilRetryScheduled()
    await setServerClock(server, night)
    await settled()
    expect(phone.shown()).toEqual([])
    await setServerClock(server, morning)
    await expect.poll(phone.shown, soon).toHaveLength(1)
  })

  test('release everything, even if the clocks of two servers differ', async () => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    await setServerClock(server, night)
    await notify(person)
    // The queue's clock is behind ours.
    await server.pool.query(`update jobs.job set start_after = now() where name = 'notices.push_morning' and state = 'created'`)
    await settled()
    expect(phone.shown()).toEqual([])
    await setServerClock(server, morning)
    await expect.poll(phone.shown, soon).toHaveLength(1)
    // Written by a server whose clock says it is not morning yet.
    await setServerClock(server, new Date('2026-11-16T06:59:59+05:30'))
    await notify(person)
    await setServerClock(server, morning)
    await expect.poll(phone.shown, soon).toHaveLength(2)
  })

  test('do not delay reminders', async () => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    await setServerClock(server, night)
    await inTransaction(server.app.world, server.app.log, (ctx) =>
      notifyPerson(ctx, {
        personId: person,
        kind: 'matches',
        template: 'matchReminder',
        values: { when: { timeOf: '2026-11-16T06:00:00.000Z' } },
        link: '/mentorship',
      }),
    )
    await expect.poll(phone.shown, soon).toMatchObject([{ link: '/mentorship' }])
  })

  test('can be moved and switched off by the person', async () => {
    const person = await server.buildPerson()
    const phone = await buildPhone(person)
    const hours = async () => (await server.ask(person, calls.listNoticeChoices, {})).body.quietHours
    expect(await hours()).toEqual({ isOn: true, from: '22:00', until: '07:00' })
    await setServerClock(server, night)
    const off = { isOn: false, from: '21:30', until: '06:15' }
    expect((await server.ask(person, calls.setQuietHours, { body: off })).body).toEqual(off)
    expect(await hours()).toEqual(off)
    await notify(person)
    await expect.poll(phone.shown, soon).toHaveLength(1)
    const headers = { authorization: `Bearer ${await server.tokenFor(person)}` }
    for (const bad of [{ from: '24:00' }, { until: '7:00' }, { from: '06:15' }, { is_on: null }]) {
      const payload = { is_on: true, from: '21:30', until: '06:15', ...bad }
      const refused = await server.app.inject({ method: 'PUT', url: calls.setQuietHours.path, payload, headers })
      expect(refused.statusCode).toBe(400)
    }
    expect((await server.ask(null, calls.setQuietHours, { body: off })).status).toBe(401)
  })
})

test('[PLT-02] do not delay a call, which rings immediately or not at all', async () => {
  const person = await server.buildPerson()
  const phone = await buildPhone(person)
  await setServerClock(server, night)
  service.answerWith(503)
  const call = {
    personId: person,
    kind: 'calls',
    template: 'called',
    values: { from: 'Asha', at: '' },
    link: '/chat/messenger',
  } as const
  await inTransaction(server.app.world, server.app.log, (ctx) => notifyPerson(ctx, { ...call, topic: 'call 1' }))
  await expect.poll(() => service.asked.at(-1), soon).toEqual({ device: phone.device, status: 503 })
  await untilRetryScheduled()
  await later(1.1)
  await settled()
  expect(await findUnfinished(`data->>'tries' is not null`)).toEqual([])
  expect(phone.shown()).toEqual([])
  await inTransaction(server.app.world, server.app.log, (ctx) => notifyPerson(ctx, { ...call, topic: 'call 2' }))
  await expect.poll(phone.shown, soon).toHaveLength(1)
  expect(service.received.find(({ device }) => device === phone.device)).toMatchObject({ ttl: 60, urgency: 'high' })
})
