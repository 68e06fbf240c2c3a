import type { NoticeKind } from '@saathi/contract/notices/entities'
import type { ListenerCtx } from '#core/events.ts'
import { choiceOf } from './choices.ts'
import { countUnread, insertNotice, lockNotices } from './notice-store.ts'
import type { NoticeTemplateName, NoticeValues } from './notice-templates.ts'
import { readValues, showValues } from './notice-values.ts'
import { sendWritten } from './send-mail.ts'
import { findAddress } from './store.ts'

export type NoticeOrder<T extends NoticeTemplateName> = {
  personId: number
  kind: NoticeKind
  template: T
  values: NoticeValues<T>
  /** The page of ours that it is about. */
  link?: `/${string}`
  /** The same thing is told once, however often it is raised. */
  onceKey?: string
  /** For the reader's own calendar; it goes with the mail. */
  calendarFile?: string
}

/** In the caller's transaction: in the product and by mail, as the person has chosen for this kind. */
export async function tellPerson<T extends NoticeTemplateName>(ctx: ListenerCtx, order: NoticeOrder<T>): Promise<void> {
  const { personId, kind, template, link, onceKey, calendarFile } = order
  const person = await findAddress(ctx.db, personId)
  const { inApp, email } = await choiceOf(ctx.db, personId, kind)
  if (!person || (!inApp && !email)) return
  const values = readValues(order.values)

  await lockNotices(ctx.db, personId)
  if (inApp || onceKey !== undefined) {
    const notice = { personId, kind, template, values, link: link ?? null, onceKey: onceKey ?? null, isShown: inApp }
    if (!(await insertNotice(ctx.db, notice, ctx.now()))) return
  }
  if (inApp) await pushUnread(ctx, personId)
  if (email) {
    const { language } = person
    const words = { ...showValues(language, values), name: person.firstName }
    await sendWritten(ctx, { to: person.email, template, language, values: words, path: link, calendarFile })
  }
}

/** Every tab of the person shows the same number. */
export async function pushUnread(ctx: ListenerCtx, personId: number): Promise<number> {
  const unreadCount = await countUnread(ctx.db, personId)
  ctx.push({ to: [personId], event: { type: 'notices.changed', unreadCount } })
  return unreadCount
}
