import { type NoticeChoice, NoticeKind, type QuietHours } from '@saathi/contract/notices/entities'
import type { Ctx, Db } from '#core/ctx.ts'
import { conflict } from '#core/errors.ts'
import { type Choice, findChoices, upsertChoice } from './notice-store.ts'
import { usualQuietHours } from './quiet-hours.ts'
import { findQuietHours, upsertQuietHours } from './waiting-store.ts'

/** What warns of a thief must reach its owner, also when the thief has been at the switches. */
const fixedKinds: readonly NoticeKind[] = ['security']
export const everyWay = { inApp: true, email: true, push: true }
/** News that can wait: nobody's mailbox is filled with it unless they ask for it. */
const unmailedKinds: readonly NoticeKind[] = ['sessions', 'feed']
const usualOf = (kind: NoticeKind) => (unmailedKinds.includes(kind) ? { ...everyWay, email: false } : everyWay)
const isFixed = (kind: NoticeKind) => fixedKinds.includes(kind)

async function choicesOf(db: Db, personId: number): Promise<NoticeChoice[]> {
  const chosen = await findChoices(db, personId)
  return NoticeKind.options.map((kind) => {
    const on: Choice = { kind, ...usualOf(kind) }
    const choice = isFixed(kind) ? on : (chosen.find((each) => each.kind === kind) ?? on)
    return { ...choice, isFixed: isFixed(kind) }
  })
}

export async function choiceOf(db: Db, personId: number, kind: NoticeKind): Promise<Omit<Choice, 'kind'>> {
  const choices = await choicesOf(db, personId)
  return choices.find((each) => each.kind === kind) ?? everyWay
}

/** Whether this person wants to be told of such things at all. */
export async function wantsKind(db: Db, personId: number, kind: NoticeKind): Promise<boolean> {
  const { inApp, email, push } = await choiceOf(db, personId, kind)
  return inApp || email || push
}

/** Kinds that come to devices; a kind of a later version is not among them. */
export async function pushedKinds(db: Db, personId: number): Promise<ReadonlySet<string>> {
  const choices = await choicesOf(db, personId)
  return new Set(choices.flatMap(({ kind, push }) => (push ? [kind] : [])))
}

export async function listNoticeChoices({ db, actor }: Ctx): Promise<{ choices: NoticeChoice[]; quietHours: QuietHours }> {
  return { choices: await choicesOf(db, actor.personId), quietHours: await quietHoursOf(db, actor.personId) }
}

export async function setQuietHours(ctx: Ctx, hours: QuietHours): Promise<QuietHours> {
  await upsertQuietHours(ctx.db, ctx.actor.personId, hours)
  return hours
}

/** Those who have chosen none have the usual ones. */
export const quietHoursOf = async (db: Db, personId: number): Promise<QuietHours> =>
  (await findQuietHours(db, personId)) ?? usualQuietHours

export async function chooseNotices(ctx: Ctx, choice: Choice): Promise<NoticeChoice> {
  const { kind, inApp, email, push } = choice
  if (isFixed(kind)) {
    if (!inApp || !email || !push)
      throw conflict('notices.cannot_be_switched_off', 'These notices keep your account safe, so they stay on.')
    return { ...choice, isFixed: true }
  }
  await upsertChoice(ctx.db, ctx.actor.personId, choice)
  return { ...choice, isFixed: false }
}
