import { HOUR_SECONDS } from '@saathi/contract/core/time'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { sendMail } from '../public.ts'
import { sendMailJob } from './send.ts'
import { startSmtp } from './test-smtp.ts'

const soon = { timeout: 40_000, interval: 50 }
const ASHA = 'asha@saathi.example'
/** Far from the hour of the daily jobs. */
const noon = new Date('2026-11-15T12:00:00+05:30')

async function buildServer(smtpUrl?: string) {
  const server = await startTestServer({ smtpUrl, publicOrigin: 'https://saathi.example' })
  onTestFinished(server.stop)
  return server
}

async function buildSmtp(...args: Parameters<typeof startSmtp>) {
  const smtp = await startSmtp(...args)
  onTestFinished(smtp.stop)
  return smtp
}

type Order = { to?: string; language?: string; name?: string; device?: string }
const order = ({ app }: TestServer, { to = ASHA, language = 'en', name = 'Asha', device = 'a phone' }: Order = {}) =>
  inTransaction(app.world, app.log, (ctx) => sendMail(ctx, { to, template: 'stolenSignIn', language, values: { name, device } }))
const sent = async ({ db }: TestServer) =>
  (await db.selectFrom('mail').select('sent_at').execute()).map((row) => row.sent_at !== null)
const mailbox = async ({ app }: TestServer, to = '') => (await app.inject({ url: `/dev/mail.json?to=${to}` })).json().mail
const jobs = async ({ app }: TestServer) => (await app.inject({ url: '/dev/jobs.json' })).json()
const advance = ({ app }: TestServer, seconds: number) =>
  app.inject({ method: 'POST', url: '/dev/clock/', payload: { advance_seconds: seconds } })

describe.each(['outbox', 'SMTP'] as const)('by %s', (engine) => {
  async function build() {
    const smtp = engine === 'SMTP' ? await buildSmtp() : null
    const server = await buildServer(smtp?.url)
    /** The recipients, as seen by the engine. */
    const arrived = async (): Promise<string[]> =>
      smtp ? smtp.received.map(({ to }) => to.join()) : (await mailbox(server)).map(({ to }: { to: string }) => to)
    return { server, arrived }
  }

  test('a mail is sent once, after its transaction has committed', async () => {
    const { server, arrived } = await build()
    await server.app.startJobs(server.url)
    await order(server)
    await expect.poll(() => sent(server), soon).toEqual([true])
    expect(await arrived()).toEqual([ASHA])
    expect((await jobs(server)).counts).toContainEqual({ name: 'notices.send_mail', state: 'completed', count: 1 })
  })

  test('a rolled-back transaction sends none', async () => {
    const { server, arrived } = await build()
    const { app } = server
    const undone = inTransaction(app.world, app.log, async (ctx) => {
      await sendMail(ctx, { to: ASHA, template: 'stolenSignIn', language: 'en', values: { name: 'Asha', device: 'x' } })
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await app.startJobs(server.url)
    await order(server, { to: 'ravi@saathi.example' })
    await expect.poll(() => sent(server), soon).toEqual([true])
    expect(await arrived()).toEqual(['ravi@saathi.example'])
  })

  test('mail written while no server ran is sent at the next start', async () => {
    const { server, arrived } = await build()
    await order(server)
    await order(server, { to: 'ravi@saathi.example' })
    expect(await sent(server)).toEqual([false, false])
    await server.app.startJobs(server.url)
    await expect.poll(() => sent(server), soon).toEqual([true, true])
    expect((await arrived()).toSorted()).toEqual([ASHA, 'ravi@saathi.example'])
  })

  test('C68: only a plain address gets mail; for any other no mail is sent and the caller’s work continues', async () => {
    const { server } = await build()
    for (const to of [
      'a@saathi.example,b@saathi.example',
      'Asha <asha@saathi.example>',
      'asha@saathi.example\r\nBcc: evil@evil.test',
      '"asha x"@saathi.example',
      'ASHA@saathi.example',
      '',
    ]) {
      await order(server, { to })
    }
    expect(await server.db.selectFrom('mail').selectAll().execute()).toEqual([])
    expect(await jobs(server)).toEqual({ counts: [], dead: [] })
  })
})

test('every language has the mail as plain text and HTML, with links to the configured address only', async () => {
  const server = await buildServer()
  await order(server, { language: 'hi', name: 'आशा' })
  await order(server, { language: 'en' })
  const [english, hindi] = await mailbox(server)
  expect(Object.keys(english).toSorted()).toEqual(['html', 'sent_at', 'subject', 'text', 'to'])
  expect(english.text).toContain('Hello Asha,\n\nA sign-in on a phone was used from two places')
  expect(english.text).toContain('Sign in: https://saathi.example/signin\n')
  expect(english.html).toContain('<html lang="en">')
  expect(english.html).toContain('href="https://saathi.example/signin"')
  expect(hindi.text).toContain('नमस्ते आशा,')
  expect(hindi.html).toContain('<html lang="hi">')
  expect(hindi.html).toContain('साथी</p>')
  for (const { html } of [english, hindi]) expect(html.match(/https?:\/\/[^"/]+/g)).toEqual(['https://saathi.example'])
})

test('C68: user input is neutral in a mail: no markup, no second line, nothing clickable', async () => {
  const server = await buildServer()
  await order(server, {
    name: '<a href="https://evil.test">Win</a>',
    device: 'x\r\nBcc: evil@evil.test\u2028go to https://evil.test now \u202eabc',
  })
  const [{ text, html, subject }] = await mailbox(server)
  expect(html).not.toContain('<a href="https://evil')
  expect(html).toContain('&lt;a href=&quot;')
  for (const body of [text, html]) {
    expect(body).not.toMatch(/https?:\/\/evil|evil\.test|evil@evil/)
    expect(body).not.toMatch(/\r|^Bcc|[\u2028\u202e]/m)
  }
  expect(subject).toBe('We signed you out on one device to keep you safe')
})

test('a name in an Indian script keeps its joiners', async () => {
  const server = await buildServer()
  await order(server, { name: 'शक्\u200dति' })
  expect((await mailbox(server))[0].text).toContain('Hello शक्\u200dति,')
})

describe('a mail server', () => {
  test('gets one sender, one recipient, both bodies and a stable id; the content is then wiped here', async () => {
    const smtp = await buildSmtp()
    const server = await buildServer(smtp.url)
    await server.app.startJobs(server.url)
    await order(server, { language: 'hi', name: 'आशा' })
    await expect.poll(() => sent(server), soon).toEqual([true])
    const row = await server.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
    expect(smtp.received).toMatchObject([{ from: 'no-reply@saathi.example', to: [ASHA] }])
    const raw = smtp.received[0]?.raw ?? ''
    expect(raw).toContain(`Message-ID: <${row.message_key}@saathi.example>`)
    expect(raw).toMatch(/^From: Saathi <no-reply@saathi\.example>\r$/m)
    expect(raw).toContain('Content-Type: multipart/alternative')
    expect(raw).toMatch(/text\/plain[^]*text\/html/)
    expect(row).toMatchObject({ text: '', html: '' })
  })

  test('gets the calendar attachment, which is then wiped here', async () => {
    const smtp = await buildSmtp()
    const server = await buildServer(smtp.url)
    const { app, db } = server
    await app.startJobs(server.url)
    const calendarFile = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'
    const values = { name: 'Asha', device: 'a phone' }
    await inTransaction(app.world, app.log, (ctx) =>
      sendMail(ctx, { to: ASHA, template: 'stolenSignIn', language: 'en', values, calendarFile }),
    )
    await expect.poll(() => sent(server), soon).toEqual([true])
    const raw = smtp.received[0]?.raw ?? ''
    expect(raw).toContain('Content-Type: text/calendar; charset=utf-8; name=event.ics')
    expect(raw).toContain(Buffer.from(calendarFile).toString('base64'))
    expect(await db.selectFrom('mail').select(['text', 'calendar_file']).execute()).toEqual([{ text: '', calendar_file: null }])
  })

  test('receives a mail once, even if its job runs twice', async () => {
    const smtp = await buildSmtp()
    const server = await buildServer(smtp.url)
    const { app, db } = server
    await app.startJobs(server.url)
    await order(server)
    await expect.poll(() => sent(server), soon).toEqual([true])
    const { id: mailId } = await db.selectFrom('mail').select('id').executeTakeFirstOrThrow()
    await inTransaction(app.world, app.log, (ctx) => ctx.enqueue(sendMailJob, { mailId }))
    await expect
      .poll(async () => (await jobs(server)).counts, soon)
      .toContainEqual({ name: 'notices.send_mail', state: 'completed', count: 2 })
    expect(smtp.received).toHaveLength(1)
  })

  test('that refuses is retried later, and its text about the address is not stored', async () => {
    const smtp = await buildSmtp((attempt) => (attempt === 1 ? 'refuse' : 'take'))
    const server = await buildServer(smtp.url)
    await server.app.startJobs(server.url)
    await order(server)
    await expect
      .poll(async () => (await jobs(server)).counts, soon)
      .toContainEqual({ name: 'notices.send_mail', state: 'retry', count: 1 })
    expect(await sent(server)).toEqual([false])
    const { output } = await server.pool.query("select output from jobs.job where state = 'retry'").then(({ rows }) => rows[0])
    expect(output.message).toBe('The mail server refused with 451.')
    expect(JSON.stringify(output)).not.toContain(ASHA)
    await advance(server, HOUR_SECONDS)
    await expect.poll(() => sent(server), soon).toEqual([true])
    expect(smtp.received).toHaveLength(1)
  })

  test('that accepts a mail and dies before replying gets it again with the same id', async () => {
    const smtp = await buildSmtp((attempt) => (attempt === 1 ? 'hang up' : 'take'))
    const server = await buildServer(smtp.url)
    await server.app.startJobs(server.url)
    await order(server)
    await expect.poll(() => smtp.attempts(), soon).toBe(1)
    await expect
      .poll(async () => (await jobs(server)).counts, soon)
      .toContainEqual({ name: 'notices.send_mail', state: 'retry', count: 1 })
    await advance(server, HOUR_SECONDS)
    await expect.poll(() => sent(server), soon).toEqual([true])
    const ids = smtp.received.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('that is down loses nothing: every mail arrives once when it is back', async () => {
    const gone = await startSmtp()
    await gone.stop()
    const server = await buildServer(gone.url)
    await server.app.startJobs(server.url)
    for (const to of ['a@saathi.example', 'b@saathi.example', 'c@saathi.example']) await order(server, { to })
    await expect
      .poll(async () => (await jobs(server)).counts, soon)
      .toContainEqual({ name: 'notices.send_mail', state: 'retry', count: 3 })
    const back = await buildSmtp(undefined, gone.port)
    await advance(server, HOUR_SECONDS)
    await expect.poll(() => sent(server), soon).toEqual([true, true, true])
    expect(back.received.flatMap(({ to }) => to).toSorted()).toEqual(['a@saathi.example', 'b@saathi.example', 'c@saathi.example'])
  })

  test('C46: that never replies blocks no request, and the mail waits', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const sockets: Set<{ destroy: () => void }> = new Set()
    const connected = new Promise<void>((resolve) =>
      silent.on('connection', (socket) => {
        sockets.add(socket)
        resolve()
      }),
    )
    const server = await buildServer(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    await server.app.startJobs(server.url)
    await order(server)
    await connected
    const idle = await server.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
    )
    expect(idle.rowCount).toBe(0)
    expect((await server.app.inject({ url: '/api/ready/' })).statusCode).toBe(200)
    await order(server, { to: 'ravi@saathi.example' })
    expect(await sent(server)).toEqual([false, false])
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => JSON.stringify((await jobs(server)).counts), soon).toContain('retry')
  })

  test('that never accepts a mail leaves a dead job at /dev, with name and reason only', async () => {
    const smtp = await buildSmtp(() => 'refuse')
    const lines: string[] = []
    const server = await startTestServer(
      { smtpUrl: smtp.url, logLevel: 'warn' },
      { logSink: { write: (line) => lines.push(line) } },
    )
    onTestFinished(server.stop)
    await order(server)
    await server.pool.query("update jobs.job set retry_count = retry_limit, started_on = now() where name = 'notices.send_mail'")
    await server.app.startJobs(server.url)
    await expect
      .poll(async () => (await jobs(server)).dead, soon)
      .toEqual([
        {
          name: 'notices.send_mail',
          attempts: expect.any(Number),
          error: 'The mail server refused with 451.',
          died_at: expect.any(String),
        },
      ])
    expect(JSON.stringify(await jobs(server))).not.toMatch(/asha|mail_?id/i)
    expect(lines.filter((line) => line.includes('failed for good'))).toHaveLength(1)
    expect(lines.join('')).not.toContain(ASHA)
    expect(await sent(server)).toEqual([false])
  })
})

test('mail is deleted after ninety days, sent or not', async () => {
  const server = await buildServer()
  server.clock.set(noon)
  await order(server)
  await server.app.startJobs(server.url)
  await advance(server, 50 * 24 * HOUR_SECONDS)
  await order(server, { to: 'ravi@saathi.example' })
  const done = async () =>
    (await jobs(server)).counts.find(
      ({ name, state }: { name: string; state: string }) => name === 'notices.forget_mail' && state === 'completed',
    )?.count
  await expect.poll(done, soon).toBe(1)
  await advance(server, 41 * 24 * HOUR_SECONDS)
  await expect.poll(done, soon).toBe(2)
  expect((await mailbox(server)).map(({ to }: { to: string }) => to)).toEqual(['ravi@saathi.example'])
})
