import { expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { startTestServer } from '../../../test/harness.ts'
import { findRefusal, sendMail } from '../public.ts'
import { startSmtp } from './test-smtp.ts'

const soon = { timeout: 40_000, interval: 50 }
const to = 'gone@saathi.example'

test('[TOD-13] an address that the mail server refuses for good is remembered until a mail arrives, and not tried again', async () => {
  const smtp = await startSmtp()
  onTestFinished(smtp.stop)
  const server = await startTestServer({ smtpUrl: smtp.url, publicOrigin: 'https://saathi.example' })
  onTestFinished(server.stop)
  const { app, db } = server
  await app.startJobs(server.url)
  const send = () =>
    inTransaction(app.world, app.log, (ctx) =>
      sendMail(ctx, { to, template: 'stolenSignIn', language: 'en', values: { name: 'Asha', device: 'a phone' } }),
    )
  smtp.unknown.add(to)
  await send()
  await expect.poll(() => findRefusal(db, to), soon).toMatchObject({ code: 550, count: 1 })
  await send()
  await expect.poll(() => findRefusal(db, to), soon).toMatchObject({ count: 2 })
  const unsent = await db.selectFrom('mail').select(['sent_at', 'text']).where('to_address', '=', to).execute()
  // Its words are not kept: a mail may contain a code.
  expect(unsent).toEqual([
    { sent_at: null, text: '' },
    { sent_at: null, text: '' },
  ])
  smtp.unknown.clear()
  await send()
  await expect.poll(() => findRefusal(db, to), soon).toBeNull()
  expect(smtp.received.map((mail) => mail.to)).toEqual([[to]])
  const { counts } = (await app.inject({ url: '/dev/jobs.json' })).json()
  expect(counts).not.toContainEqual(expect.objectContaining({ name: 'notices.send_mail', state: 'retry' }))
})
