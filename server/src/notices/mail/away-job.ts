import { indiaDay } from '@saathi/contract/core/india-day'
import { Id } from '@saathi/contract/core/fields'
import { NoticeKind } from '@saathi/contract/notices/entities'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob, withClockSlack } from '#core/jobs/define-job.ts'
import { findText, languageOf } from '#core/texts.ts'
import { choiceOf, quietHoursOf } from '../choices.ts'
import { lockNotices } from '../notice-store.ts'
import { findTemplate, isTemplate } from '../notice-templates.ts'
import { formatValues, peopleIn, readValues } from '../notice-values.ts'
import { plainValues } from './plain-text.ts'
import { nextMorning, quietUntil } from '../quiet-hours.ts'
import { mailLanguage, sendFormatted } from './send.ts'
import { findAddress, findNames } from '../store.ts'
import { findLastMailed, findMailWaiting, updateMailed } from '../waiting-store.ts'

const READ_WITHIN_MS = 30 * 60_000
const LINES_MAX = 10

type UnreadNotices = Awaited<ReturnType<typeof findMailWaiting>>
type AwayMail = { personId: number; kind: NoticeKind }

/** Mails unread notices: one mail a day for each kind, and none during quiet hours. */
export const mailAwayJob = defineJob({
  name: 'notices.mail_away',
  payload: z.strictObject({ personId: Id, kind: NoticeKind }),
  retry: { limit: 8, delaySeconds: 20, backoff: true, maxDelaySeconds: 3600 },
  timeoutSeconds: 30,
  work: mailAway,
})

export const mailIfUnread = (ctx: ListenerCtx, away: AwayMail): Promise<void> =>
  ctx.enqueue(mailAwayJob, away, { runAt: withClockSlack(new Date(ctx.now().getTime() + READ_WITHIN_MS)) })

async function mailAway(ctx: ListenerCtx, away: AwayMail): Promise<void> {
  const { personId, kind } = away
  await lockNotices(ctx.db, personId)
  const notices = await findMailWaiting(ctx.db, personId, kind, new Date(ctx.now().getTime() - READ_WITHIN_MS))
  if (notices.length === 0) return
  const ids = notices.map(({ id }) => id)
  // Switched off in the meantime.
  if (!(await choiceOf(ctx.db, personId, kind)).email) return updateMailed(ctx.db, ids, null)
  const runAt = await findPostponedTime(ctx, away)
  // One job per notice; the first one mails them all. A once key would drop notices that arrive after the job is done.
  if (runAt) return ctx.enqueue(mailAwayJob, away, { runAt: withClockSlack(runAt) })
  await mailTogether(ctx, personId, notices)
  await updateMailed(ctx.db, ids, ctx.now())
}

async function findPostponedTime(ctx: ListenerCtx, { personId, kind }: AwayMail): Promise<Date | null> {
  const hours = await quietHoursOf(ctx.db, personId)
  const quietEnd = quietUntil(hours, ctx.now())
  if (quietEnd) return quietEnd
  const last = await findLastMailed(ctx.db, personId, kind)
  return last && indiaDay(last) === indiaDay(ctx.now()) ? nextMorning(hours, ctx.now()) : null
}

/** A single notice is sent in full, several as a list of titles. */
async function mailTogether(ctx: ListenerCtx, personId: number, notices: UnreadNotices): Promise<void> {
  const person = await findAddress(ctx.db, personId)
  if (!person) return
  const { email: to, firstName: name } = person
  const [only, ...more] = notices
  if (only && more.length === 0) {
    if (!isTemplate(only.template)) return
    const language = mailLanguage(only.template, person.language)
    const stored = readValues(only.values)
    const names = await findNames(ctx.db, language, peopleIn(stored))
    const values = { ...formatValues(language, stored, names), name }
    return sendFormatted(ctx, { to, language, template: only.template, values, path: asPath(only.link) })
  }
  const values = { name, count: String(notices.length) }
  const { language } = person
  await sendFormatted(ctx, { to, language, template: 'digest', values, lines: await titlesOf(ctx, language, notices) })
}

async function titlesOf({ db }: ListenerCtx, language: string, notices: UnreadNotices): Promise<string[]> {
  const t = findText(language)
  const shown = notices.slice(0, LINES_MAX)
  const people = shown.flatMap(({ values }) => peopleIn(readValues(values)))
  const names = await findNames(db, language, people)
  return shown.flatMap(({ template, values }) => {
    const title = findTemplate(template)?.title
    if (!title) return []
    return [`• ${t(title, plainValues(formatValues(languageOf(language, title), readValues(values), names)))}`]
  })
}

const asPath = (link: string | null): `/${string}` | undefined => (link?.startsWith('/') ? `/${link.slice(1)}` : undefined)
