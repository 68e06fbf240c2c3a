import { Id } from '@saathi/contract/core/fields'
import type { MessageValues } from '@saathi/contract/core/message'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { definePreparedJob } from '#core/jobs/define-job.ts'
import { findText, languageOf } from '#core/texts.ts'
import {
  deleteRefusal,
  findAddress,
  findUnsentMail,
  insertMail,
  saveRefusal,
  updateMailRefused,
  updateMailSent,
} from '../store.ts'
import { AddressRefused, type MailEngine } from './engine.ts'
import { plainAddress, plainValues } from './plain-text.ts'
import type { MailValues, TemplateName } from './template-values.ts'
import { mailTemplates } from './templates.ts'

/** A line with a path is a link to a page in Saathi. */
export type MailLine = string | { text: string; path: `/${string}` }

type Envelope = {
  to: string
  language: string
  /** Target of the button, if its template has no path. */
  path?: `/${string}` | undefined
  /** Attached as a separate file. */
  calendarFile?: string | undefined
  /** Extra lines between the text and the button. */
  lines?: readonly MailLine[] | undefined
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
    // Does not throw: the caller's own work, such as ending a stolen sign-in, matters more than the mail about it.
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
    paragraphs: [
      ...paragraphs.map((key) => t(key, plain)),
      ...lines.map((line) => (typeof line === 'string' ? line : { text: line.text, link: ctx.linkTo(line.path) })),
    ],
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

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

type MailContent = {
  language: string
  product: string
  subject: string
  greeting: string
  paragraphs: readonly (string | { text: string; link: string })[]
  button?: { label: string; link: string }
  farewell: string
}

/** The content in two forms: plain text, and simple HTML that reads well on a phone, in light and dark mode. */
function mailBody(content: MailContent): { text: string; html: string } {
  const { greeting, paragraphs, button, farewell } = content
  const texts = paragraphs.map((each) => (typeof each === 'string' ? each : `${each.text}: ${each.link}`))
  const parts = [greeting, ...texts, ...(button ? [`${button.label}: ${button.link}`] : []), farewell]
  return { text: `${parts.join('\n\n')}\n`, html: layout(content) }
}

function layout({ language, product, subject, greeting, paragraphs, button, farewell }: MailContent): string {
  const words = [greeting, ...paragraphs].map((each) => `<p style="margin:0 0 16px">${paragraphHtml(each)}</p>`)
  const action = button
    ? [
        `<p style="margin:24px 0"><a class="button" href="${escapeHtml(button.link)}" style="${buttonStyle}">${escapeHtml(button.label)}</a></p>`,
      ]
    : []
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background: #0c1818 !important; }
  .card { background: #132423 !important; color: #eaf3f0 !important; }
  .word { color: #74d3cd !important; }
  .quiet { color: #b7cac6 !important; }
  .button { background: #4fc3bc !important; color: #04292b !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#fff6e1">
<div class="card" style="${cardStyle}">
<p class="word" style="margin:0 0 24px;font-size:22px;font-weight:700;color:#0a6a6c">${escapeHtml(product)}</p>
${[...words, ...action].join('\n')}
<p class="quiet" style="margin:24px 0 0;color:#405957">${escapeHtml(farewell)}</p>
</div>
</body>
</html>
`
}

const paragraphHtml = (each: string | { text: string; link: string }): string =>
  typeof each === 'string'
    ? escapeHtml(each)
    : `<a class="word" href="${escapeHtml(each.link)}" style="color:#0a6a6c">${escapeHtml(each.text)}</a>`

const font = "'Anek Latin','Anek Devanagari',system-ui,'Segoe UI',Roboto,'Noto Sans','Noto Sans Devanagari',sans-serif"
const cardStyle = `max-width:520px;margin:0 auto;padding:28px 24px;border-radius:16px;background:#ffffff;color:#102b2b;font:16px/1.6 ${font}`
const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:999px;background:#0a6a6c;color:#ffffff;font-weight:600;text-decoration:none'

/** The code with which the mail server refused the address for good; null if it accepted the mail. */
async function sendOrRefuse(engine: MailEngine, mail: Parameters<MailEngine['send']>[0]): Promise<number | null> {
  try {
    await engine.send(mail)
    return null
  } catch (error) {
    if (error instanceof AddressRefused) return error.code
    throw error
  }
}

/** Only the row's id is queued: a mail's content may be secret. */
export const sendMailJob = definePreparedJob({
  name: 'notices.send_mail',
  payload: z.strictObject({ mailId: Id }),
  retry: { limit: 10, delaySeconds: 10, backoff: true, maxDelaySeconds: 3600 },
  timeoutSeconds: 60,
  concurrency: 2,
  prepare: async ({ db, engines }, { mailId }) => {
    const mail = await findUnsentMail(db, mailId)
    const refusedWith = mail && (await sendOrRefuse(engines.mail, mail))
    return { mail, refusedWith, keepContent: engines.mail.isOwnMailbox }
  },
  work: async (ctx, { mailId }, { mail, refusedWith, keepContent }) => {
    if (!mail) return
    if (refusedWith === null) {
      await updateMailSent(ctx.db, mailId, ctx.now(), { keepContent })
      if (await deleteRefusal(ctx.db, mail.to)) await ctx.raise({ type: 'notices.refusal_changed', address: mail.to })
      return
    }
    ctx.log.warn({ mailId, code: refusedWith }, 'mail: the address was refused for good')
    await updateMailRefused(ctx.db, mailId, ctx.now())
    await saveRefusal(ctx.db, mail.to, refusedWith, ctx.now())
    await ctx.raise({ type: 'notices.refusal_changed', address: mail.to })
  },
})
