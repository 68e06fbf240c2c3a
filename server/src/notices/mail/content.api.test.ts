import { DAY_SECONDS } from '@saathi/contract/core/time'
import { expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { sendMailJob, mailCode } from './send.ts'
import { startSmtp } from './test-smtp.ts'

const soon = { timeout: 40_000, interval: 50 }
const CODE = '481516'
/** Far from the hour of the daily jobs. */
const noon = new Date('2026-11-15T12:00:00+05:30')

const orderCode = ({ app }: TestServer, address: string) =>
  inTransaction(app.world, app.log, (ctx) => mailCode(ctx, { purpose: 'sign_up', address, name: '', language: 'en', code: CODE }))
const mails = ({ db }: TestServer) => db.selectFrom('mail').select(['id', 'to_address', 'text', 'html']).orderBy('id').execute()
const counts = async ({ app }: TestServer, job: string) =>
  (await app.inject({ url: '/dev/jobs.json' }))
    .json()
    .counts.filter(({ name, state }: { name: string; state: string }) => name === job && state === 'completed')
    .map(({ count }: { count: number }) => count)
const advance = ({ app }: TestServer, seconds: number) =>
  app.inject({ method: 'POST', url: '/dev/clock/', payload: { advance_seconds: seconds } })

/** Writes a mail whose job has been given up, then advances past the nightly job. */
async function startAndWait(smtpUrl: string | undefined) {
  const server = await startTestServer({ smtpUrl })
  onTestFinished(server.stop)
  server.clock.set(noon)
  await orderCode(server, 'asha@saathi.example')
  // Simulates a job that was given up after all its attempts.
  await server.pool.query("delete from jobs.job where name = 'notices.send_mail'")
  await server.app.startJobs(server.url)
  await advance(server, 1.5 * DAY_SECONDS)
  await expect.poll(() => counts(server, 'notices.forget_mail'), soon).toEqual([1])
  return server
}

test('the content of an unsent mail is wiped after a day, and it is not sent without it', async () => {
  const smtp = await startSmtp()
  onTestFinished(smtp.stop)
  const server = await startAndWait(smtp.url)
  const [old] = await mails(server)
  expect(old).toMatchObject({ to_address: 'asha@saathi.example', text: '', html: '' })
  await inTransaction(server.app.world, server.app.log, (ctx) => ctx.enqueue(sendMailJob, { mailId: old?.id ?? 0 }))
  await orderCode(server, 'ravi@saathi.example')
  await expect.poll(() => counts(server, 'notices.send_mail'), soon).toEqual([2])
  expect(smtp.received.map(({ to }) => to)).toEqual([['ravi@saathi.example']])
  expect(smtp.received[0]?.raw).toContain(CODE)
})

test('the content stays where our own row is the mailbox, for /dev to show', async () => {
  const server = await startAndWait(undefined)
  expect(await mails(server)).toMatchObject([{ text: expect.stringContaining(CODE), html: expect.stringContaining(CODE) }])
})
