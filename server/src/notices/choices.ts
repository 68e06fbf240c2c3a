import { type NoticeChoice, NoticeKind } from '@saathi/contract/notices/entities'
import type { Ctx, Db } from '#core/ctx.ts'
import { conflict } from '#core/errors.ts'
import { type Choice, findChoices, upsertChoice } from './notice-store.ts'

/** What warns of a thief must reach its owner, also when the thief has been at the switches. */
const fixedKinds: readonly NoticeKind[] = ['security']
const isFixed = (kind: NoticeKind) => fixedKinds.includes(kind)

async function choicesOf(db: Db, personId: number): Promise<NoticeChoice[]> {
  const chosen = await findChoices(db, personId)
  return NoticeKind.options.map((kind) => {
    const on: Choice = { kind, inApp: true, email: true }
    const choice = isFixed(kind) ? on : (chosen.find((each) => each.kind === kind) ?? on)
    return { ...choice, isFixed: isFixed(kind) }
  })
}

export async function choiceOf(db: Db, personId: number, kind: NoticeKind): Promise<{ inApp: boolean; email: boolean }> {
  const choices = await choicesOf(db, personId)
  return choices.find((each) => each.kind === kind) ?? { inApp: true, email: true }
}

export function listNoticeChoices(ctx: Ctx): Promise<NoticeChoice[]> {
  return choicesOf(ctx.db, ctx.actor.personId)
}

export async function chooseNotices(ctx: Ctx, choice: Choice): Promise<NoticeChoice> {
  const { kind, inApp, email } = choice
  if (isFixed(kind)) {
    if (!inApp || !email)
      throw conflict('notices.cannot_be_switched_off', 'These notices keep your account safe, so they stay on.')
    return { ...choice, isFixed: true }
  }
  await upsertChoice(ctx.db, ctx.actor.personId, choice)
  return { ...choice, isFixed: false }
}
