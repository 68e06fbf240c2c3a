import type { ListenerCtx } from '#core/events.ts'
import { findText } from '#core/texts.ts'
import { sendMailJob } from './jobs.ts'
import { mailBody } from './mail-body.ts'
import { type MailValues, mailTemplates, type TemplateName } from './mail-templates.ts'
import { plainAddress } from './plain-address.ts'
import { plainValues } from './plain-values.ts'
import { findAddress, insertMail } from './store.ts'

export type MailOrder<T extends TemplateName> = { to: string; template: T; language: string; values: MailValues<T> }

/** Written and enqueued in the caller's transaction: no mail for what was rolled back, none lost for what was not. */
export async function sendMail<T extends TemplateName>(ctx: ListenerCtx, order: MailOrder<T>): Promise<void> {
  const to = plainAddress(order.to)
  if (to === null) {
    // The caller's own work, such as ending a stolen sign-in, matters more than the mail about it.
    ctx.log.warn({ template: order.template }, 'mail: an address has no plain form, so nothing was sent')
    return
  }
  const mailId = await insertMail(ctx.db, { to, ...writeMail(ctx, order) }, ctx.now())
  await ctx.enqueue(sendMailJob, { mailId })
}

function writeMail<T extends TemplateName>(ctx: ListenerCtx, { template, language, values }: MailOrder<T>) {
  const t = findText(language)
  const plain = plainValues(values)
  const { subject, paragraphs, button } = mailTemplates[template]
  const title = t(subject, plain)
  const body = mailBody({
    language,
    product: t('app.name'),
    subject: title,
    greeting: t('notices.hello', plain),
    paragraphs: paragraphs.map((key) => t(key, plain)),
    ...(button && { button: { label: t(button.label, plain), link: ctx.linkTo(button.path) } }),
    farewell: t('notices.bye'),
  })
  return { subject: title, ...body }
}

/** Someone else may hold a copy of the sign-in: the owner is told, and told what to do. */
export async function warnOfStolenSignIn(ctx: ListenerCtx, personId: number, device: string): Promise<void> {
  const { email, firstName, language } = await findAddress(ctx.db, personId)
  await sendMail(ctx, { to: email, template: 'stolenSignIn', language, values: { name: firstName, device } })
}
