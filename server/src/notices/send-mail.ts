import type { MessageValues } from '@saathi/contract/core/message'
import type { ListenerCtx } from '#core/ctx.ts'
import { findText, languageOf } from '#core/texts.ts'
import { sendMailJob } from './send-mail-job.ts'
import { mailBody } from './mail-body.ts'
import { type MailValues, mailTemplates, type TemplateName } from './mail-templates.ts'
import { plainAddress } from './plain-address.ts'
import { plainValues } from './plain-values.ts'
import { findAddress, insertMail } from './store.ts'

type Envelope = {
  to: string
  language: string
  /** Target of the button, if its template has no path. */
  path?: `/${string}` | undefined
  /** Attached as a separate file. */
  calendarFile?: string | undefined
  /** Extra lines between the text and the button. */
  lines?: readonly string[] | undefined
}
export type MailOrder<T extends TemplateName> = Envelope & { template: T; values: MailValues<T> }

/** Written and enqueued in the caller's transaction: no mail after a rollback, and none lost after a commit. */
export function sendMail<T extends TemplateName>(ctx: ListenerCtx, order: MailOrder<T>): Promise<void> {
  return sendFormatted(ctx, order)
}

/** For values that are already formatted, whose names were checked by the notice's type. */
export async function sendFormatted(
  ctx: ListenerCtx,
  order: Envelope & { template: TemplateName; values: MessageValues },
): Promise<void> {
  const to = plainAddress(order.to)
  if (to === null) {
    // The caller's own work, such as ending a stolen sign-in, matters more than the mail about it.
    ctx.log.warn({ template: order.template }, 'mail: address has no plain form, nothing sent')
    return
  }
  const mail = { to, ...writeMail(ctx, order), calendarFile: order.calendarFile ?? null }
  const mailId = await insertMail(ctx.db, mail, ctx.now())
  await ctx.enqueue(sendMailJob, { mailId })
}

/** A mail is in one language as a whole, including dates and lists: the reader's, if all of its texts are translated. */
export function mailLanguage(template: TemplateName, language: string): string {
  const { subject, paragraphs } = mailTemplates[template]
  return [subject, ...paragraphs].map((key) => languageOf(language, key)).find((found) => found !== language) ?? language
}

function writeMail(
  ctx: ListenerCtx,
  { template, values, path, lines = [], ...order }: { template: TemplateName; values: MessageValues } & Envelope,
) {
  const language = mailLanguage(template, order.language)
  const t = findText(language)
  const plain = plainValues(values)
  const { subject, paragraphs, button } = mailTemplates[template]
  const title = t(subject, plain)
  const target = button?.path ?? path
  const body = mailBody({
    language,
    product: t('app.name'),
    subject: title,
    greeting: plain['name'] === '' ? t('notices.hello.noName') : t('notices.hello', plain),
    paragraphs: [...paragraphs.map((key) => t(key, plain)), ...lines],
    ...(button && target && { button: { label: t(button.label, plain), link: ctx.linkTo(target) } }),
    farewell: t('notices.bye'),
  })
  return { subject: title, ...body }
}

type IssuedCode = { purpose: keyof typeof codeTemplates; address: string; name: string; language: string; code: string }
const codeTemplates = { sign_up: 'signUpCode', reset: 'resetCode', change_email: 'changeEmailCode' } as const
type VerificationRequest = { address: string; name: string; language: string; token: string }

export async function mailCode(ctx: ListenerCtx, { purpose, address, name, language, code }: IssuedCode): Promise<void> {
  await sendMail(ctx, { to: address, template: codeTemplates[purpose], language, values: { name, code } })
}

export async function mailVerificationLink(ctx: ListenerCtx, request: VerificationRequest): Promise<void> {
  const { address, name, language, token } = request
  const path = `/emailverify?${new URLSearchParams({ token })}` as const
  await sendMail(ctx, { to: address, template: 'verifyAddress', language, values: { name }, path })
}

/** Enough to recognise the address; readers of the old mailbox need not learn the new one. */
export const maskAddress = (address: string): string => address.replace(/^(.).*@/u, '$1…@')

export async function mailAddressChanged(
  ctx: ListenerCtx,
  { personId, from, to }: { personId: number; from: string; to: string },
) {
  const person = await findAddress(ctx.db, personId)
  if (!person) return
  const values = { name: person.firstName, address: maskAddress(to) }
  await sendMail(ctx, { to: from, template: 'emailChanged', language: person.language, values })
}
