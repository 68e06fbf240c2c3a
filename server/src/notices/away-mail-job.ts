import { indiaDay } from '@saathi/contract/core/india-day'
import { Id } from '@saathi/contract/core/fields'
import { NoticeKind } from '@saathi/contract/notices/entities'
import * as z from 'zod/mini'
import type { ListenerCtx } from '#core/events.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { surelyAfter } from '#core/jobs/surely-after.ts'
import { findText, languageOf } from '#core/texts.ts'
import { choiceOf, quietHoursOf } from './choices.ts'
import { lockNotices } from './notice-store.ts'
import { findTemplate, isTemplate } from './notice-templates.ts'
import { readValues, showValues } from './notice-values.ts'
import { plainValues } from './plain-values.ts'
import { nextMorning, quietUntil } from './quiet-hours.ts'
import { mailLanguage, sendWritten } from './send-mail.ts'
import { findAddress } from './store.ts'
import { findLastMailed, findMailWaiting, updateMailed } from './waiting-store.ts'

const READ_WITHIN_MS = 30 * 60_000
const LINES_MAX = 10

type Waiting = Awaited<ReturnType<typeof findMailWaiting>>
type Away = { personId: number; kind: NoticeKind }

/** Of what somebody was told and has not read: one mail a day for each kind, and none in their quiet hours. */
export const mailAwayJob = defineJob({
  name: 'notices.mail_away',
  payload: z.strictObject({ personId: Id, kind: NoticeKind }),
  retry: { limit: 8, delaySeconds: 20, backoff: true, maxDelaySeconds: 3600 },
  timeoutSeconds: 30,
  work: mailAway,
})

export const mailIfNotRead = (ctx: ListenerCtx, away: Away): Promise<void> =>
  ctx.enqueue(mailAwayJob, away, { runAt: surelyAfter(new Date(ctx.now().getTime() + READ_WITHIN_MS)) })

async function mailAway(ctx: ListenerCtx, away: Away): Promise<void> {
  const { personId, kind } = away
  await lockNotices(ctx.db, personId)
  const waiting = await findMailWaiting(ctx.db, personId, kind, new Date(ctx.now().getTime() - READ_WITHIN_MS))
  if (waiting.length === 0) return
  const ids = waiting.map(({ id }) => id)
  // Switched off meanwhile.
  if (!(await choiceOf(ctx.db, personId, kind)).email) return updateMailed(ctx.db, ids, null)
  const runAt = await findLater(ctx, away)
  // One for each notice, of which the first mails them all: a key to make one of them would swallow what comes after it was done.
  if (runAt) return ctx.enqueue(mailAwayJob, away, { runAt: surelyAfter(runAt) })
  await mailTogether(ctx, personId, waiting)
  await updateMailed(ctx.db, ids, ctx.now())
}

async function findLater(ctx: ListenerCtx, { personId, kind }: Away): Promise<Date | null> {
  const hours = await quietHoursOf(ctx.db, personId)
  const quietEnd = quietUntil(hours, ctx.now())
  if (quietEnd) return quietEnd
  const last = await findLastMailed(ctx.db, personId, kind)
  return last && indiaDay(last) === indiaDay(ctx.now()) ? nextMorning(hours, ctx.now()) : null
}

/** One as it is, several by their titles. */
async function mailTogether(ctx: ListenerCtx, personId: number, waiting: Waiting): Promise<void> {
  const person = await findAddress(ctx.db, personId)
  if (!person) return
  const { email: to, firstName: name } = person
  const [only, ...more] = waiting
  if (only && more.length === 0) {
    if (!isTemplate(only.template)) return
    const language = mailLanguage(only.template, person.language)
    const values = { ...showValues(language, readValues(only.values)), name }
    return sendWritten(ctx, { to, language, template: only.template, values, path: asPath(only.link) })
  }
  const values = { name, count: String(waiting.length) }
  const { language } = person
  await sendWritten(ctx, { to, language, template: 'digest', values, lines: titlesOf(language, waiting) })
}

function titlesOf(language: string, waiting: Waiting): string[] {
  const t = findText(language)
  return waiting.slice(0, LINES_MAX).flatMap(({ template, values }) => {
    const title = findTemplate(template)?.title
    return title ? [`• ${t(title, plainValues(showValues(languageOf(language, title), readValues(values))))}`] : []
  })
}

const asPath = (link: string | null): `/${string}` | undefined => (link?.startsWith('/') ? `/${link.slice(1)}` : undefined)
