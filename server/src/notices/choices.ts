import { ChosenKind, type NoticeChoice, type NoticeKind, type QuietHours } from '@saathi/contract/notices/entities'
import type { Ctx, Db } from '#core/ctx.ts'
import { conflict } from '#core/errors.ts'
import { type Choice, findChoices, upsertChoice } from './notice-store.ts'
import { defaultQuietHours, quietUntil } from './quiet-hours.ts'
import { findQuietHours, upsertQuietHours } from './waiting-store.ts'

/** Security warnings must reach the owner even if an intruder has changed the settings. */
const fixedKinds: readonly ChosenKind[] = ['security']
export const allChannels = { inApp: true, email: true, push: true }
/** News that can wait: not mailed unless the person asks for it. */
const unmailedKinds: readonly ChosenKind[] = ['sessions', 'feed']
const defaultsOf = (kind: ChosenKind) => (unmailedKinds.includes(kind) ? { ...allChannels, email: false } : allChannels)
const isFixed = (kind: ChosenKind) => fixedKinds.includes(kind)
const onlyInApp = { inApp: true, email: false, push: false }

async function choicesOf(db: Db, personId: number): Promise<NoticeChoice[]> {
  const chosen = await findChoices(db, personId)
  return ChosenKind.options.map((kind) => {
    const on: Choice = { kind, ...defaultsOf(kind) }
    const choice = isFixed(kind) ? on : (chosen.find((each) => each.kind === kind) ?? on)
    return { ...choice, isFixed: isFixed(kind) }
  })
}

export async function choiceOf(db: Db, personId: number, kind: NoticeKind): Promise<Omit<Choice, 'kind'>> {
  if (kind === 'team') return onlyInApp
  const choices = await choicesOf(db, personId)
  return choices.find((each) => each.kind === kind) ?? allChannels
}

/** Whether this person wants notices of this kind at all. */
export async function wantsKind(db: Db, personId: number, kind: NoticeKind): Promise<boolean> {
  const { inApp, email, push } = await choiceOf(db, personId, kind)
  return inApp || email || push
}

/** Kinds pushed to devices; kinds from a later version are not among them. */
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

/** The default hours apply if the person has chosen none. */
export const quietHoursOf = async (db: Db, personId: number): Promise<QuietHours> =>
  (await findQuietHours(db, personId)) ?? defaultQuietHours

/** The end of the quiet hours in which the person is now; null outside of them. */
export const personQuietUntil = async ({ db, now }: Pick<Ctx, 'db' | 'now'>, personId: number): Promise<Date | null> =>
  quietUntil(await quietHoursOf(db, personId), now())

export async function chooseNotices(ctx: Ctx, choice: Choice): Promise<NoticeChoice> {
  const { kind, inApp, email, push } = choice
  if (isFixed(kind)) {
    if (!inApp || !email || !push) throw conflict('notices.cannot_be_switched_off')
    return { ...choice, isFixed: true }
  }
  await upsertChoice(ctx.db, ctx.actor.personId, choice)
  return { ...choice, isFixed: false }
}
