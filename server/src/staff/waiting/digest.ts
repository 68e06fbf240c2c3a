import { Id } from '@saathi/contract/core/fields'
import { indiaDay } from '@saathi/contract/core/india-day'
import { DAY_MS } from '@saathi/contract/core/time'
import type { DigestRhythm } from '@saathi/contract/staff/console-calls'
import * as z from 'zod/mini'
import { findCurrentRights } from '#accounts/public.ts'
import type { Ctx, ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { findText } from '#core/texts.ts'
import { sendMail, teamNoticeLanguage } from '#notices/public.ts'
import { findRhythm, lockDigest, saveRhythm, updateSentOn } from './digest-store.ts'
import { topics } from './topics.ts'
import { findWaitingFor } from './waiting-for.ts'

export const getDigest = async ({ db, actor }: Ctx) => ({ rhythm: await findRhythm(db, actor.personId) })

export async function setDigest({ db, actor }: Ctx, rhythm: DigestRhythm) {
  await saveRhythm(db, actor.personId, rhythm)
  return { rhythm }
}

const retry = { limit: 5, delaySeconds: 60, backoff: true, maxDelaySeconds: 1800 }

/** One job for each colleague, so that a failure concerns one mail. */
export const digestJob = defineJob({
  name: 'staff.digest',
  payload: z.strictObject({}),
  retry,
  timeoutSeconds: 60,
  everyDayAt: '09:00',
  work: async (ctx) => {
    const day = indiaDay(ctx.now())
    const people = new Set((await findCurrentRights(ctx.db, ctx.now())).map(({ personId }) => personId))
    for (const personId of people) await ctx.enqueue(digestMailJob, { personId, day }, { onceKey: `${personId} ${day}` })
  },
})

export const digestMailJob = defineJob({
  name: 'staff.digest_mail',
  payload: z.strictObject({ personId: Id, day: z.int() }),
  retry,
  timeoutSeconds: 60,
  work: sendDigest,
})

const MONDAY = 1
/** 1 January 1970 was a Thursday. */
const weekdayOf = (day: number): number => (day + 4) % 7
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Rights, settings and counts are read at sending time. A digest of an earlier day is not sent. */
async function sendDigest(ctx: ListenerCtx, { personId, day }: { personId: number; day: number }): Promise<void> {
  if (day !== indiaDay(ctx.now())) return
  const found = await findWaitingFor(ctx, personId)
  if (!found) return
  const { person, waiting } = found
  const named = topics.filter(({ key }) => waiting[key] > 0)
  if (named.length === 0) return
  const { rhythm, lastSentOn } = await lockDigest(ctx.db, personId)
  const isDue = rhythm === 'daily' || (rhythm === 'weekly' && weekdayOf(day) === MONDAY)
  if (!isDue || lastSentOn === dateOf(day)) return
  const language = teamNoticeLanguage(person.language)
  const t = findText(language)
  const count = named.reduce((sum, { key }) => sum + waiting[key], 0)
  const what = new Intl.ListFormat(language, { type: 'conjunction' }).format(named.map(({ name }) => t(name)))
  await updateSentOn(ctx.db, personId, dateOf(day))
  await sendMail(ctx, {
    to: person.email,
    template: 'staffWaiting',
    language,
    values: { name: person.firstName, what, count: String(count) },
    lines: named.map(({ key, line, page }) => ({ text: `• ${t(line, { count: waiting[key] })}`, path: page })),
  })
}
