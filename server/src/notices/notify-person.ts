import type { NoticeKind } from '@saathi/contract/notices/entities'
import type { TextKey } from '@saathi/contract/texts'
import type { ListenerCtx } from '#core/ctx.ts'
import { choiceOf, allChannels } from './choices.ts'
import { mailIfUnread } from './mail/away-job.ts'
import { mailLanguage, type MailLine, sendFormatted } from './mail/send.ts'
import { countUnread, deleteTopic, insertNotice, lockNotices, updateTopicRead } from './notice-store.ts'
import type { NoticeTemplateName, NoticeValues } from './notice-templates.ts'
import { formatValues, peopleIn, readValues } from './notice-values.ts'
import { pushNotice, isAlarm, isUrgent, isMailedAtOnce } from './push/job.ts'
import { findAddress, findNames } from './store.ts'

export type NoticeOrder<T extends NoticeTemplateName> = {
  personId: number
  kind: NoticeKind
  template: T
  values: NoticeValues<T>
  /** The page in Saathi that the notice is about. */
  link?: `/${string}`
  /** Only the first notice with this key is written. */
  onceKey?: string
  /** For example one conversation: while one of its notices is unread, no more are written. */
  topic?: string
  /** For the reader's own calendar; attached to the mail. */
  calendarFile?: string
  /** Further lines of the mail, in its language. */
  mailLines?: (language: string) => readonly MailLine[]
}

/** In the caller's transaction: in the product, on devices and by mail, as the person has chosen for this kind. */
export async function notifyPerson<T extends NoticeTemplateName>(ctx: ListenerCtx, order: NoticeOrder<T>): Promise<void> {
  const { personId, kind, template, link, onceKey, topic, calendarFile, mailLines } = order
  const person = await findAddress(ctx.db, personId)
  const { inApp, email, push } = isAlarm(order) ? allChannels : await choiceOf(ctx.db, personId, kind)
  if (!person || (!inApp && !email && !push)) return
  const values = readValues(order.values)
  const mailWaits = email && !isMailedAtOnce(order)

  await lockNotices(ctx.db, personId)
  const noticeId = await insertNotice(
    ctx.db,
    {
      personId,
      kind,
      template,
      values,
      mailWaits,
      link: link ?? null,
      onceKey: onceKey ?? null,
      topic: topic ?? null,
      isShown: inApp,
    },
    ctx.now(),
  )
  if (noticeId === null) return
  if (inApp) await pushUnread(ctx, personId)
  if (push) await pushNotice(ctx, { personId, noticeId, isUrgent: isUrgent(order) })
  if (mailWaits) await mailIfUnread(ctx, { personId, kind })
  if (email && !mailWaits) {
    const language = mailLanguage(template, person.language)
    const names = await findNames(ctx.db, language, peopleIn(values))
    const formatted = { ...formatValues(language, values, names), name: person.firstName }
    const lines = mailLines?.(language)
    await sendFormatted(ctx, { to: person.email, template, language, values: formatted, path: link, calendarFile, lines })
  }
}

/** The topic was seen elsewhere in the product, so its notices count as read. */
export async function markTopicRead(ctx: ListenerCtx, personId: number, topic: string): Promise<void> {
  await lockNotices(ctx.db, personId)
  if (await updateTopicRead(ctx.db, personId, topic, ctx.now())) await pushUnread(ctx, personId)
}

/** The task that the topic announced is done, so its notices would be wrong now: deletes them. */
export async function dropTopic(ctx: ListenerCtx, personId: number, topic: string): Promise<void> {
  await lockNotices(ctx.db, personId)
  if (await deleteTopic(ctx.db, personId, topic)) await pushUnread(ctx, personId)
}

/** Every tab of the person shows the same number. */
export async function pushUnread(ctx: ListenerCtx, personId: number): Promise<number> {
  const unreadCount = await countUnread(ctx.db, personId)
  ctx.push({ to: [personId], event: { type: 'notices.changed', unreadCount } })
  return unreadCount
}

/** Name and page of each part of the product. */
const parts: Readonly<Record<string, { name: TextKey; page: `/${string}` }>> = {
  curriculum: { name: 'notices.part.curriculum', page: '/mentorship' },
  session: { name: 'notices.part.session', page: '/learninghub' },
  video: { name: 'notices.part.video', page: '/mentorship' },
  survey: { name: 'notices.part.survey', page: '/surveylisting' },
  internship: { name: 'notices.part.internship', page: '/internship' },
  chattype: { name: 'notices.part.chattype', page: '/chat' },
  mentorshipChat: { name: 'notices.part.mentorshipChat', page: '/chat' },
  aiChat: { name: 'notices.part.aiChat', page: '/chat' },
  helpCenter: { name: 'notices.part.helpCenter', page: '/moreinfo/faq' },
}

/** Names of the parts that have one. */
export const namesOfParts = (keys: readonly string[]): TextKey[] =>
  keys.flatMap((key) => (Object.hasOwn(parts, key) ? (parts[key]?.name ?? []) : []))

/** Null if nothing with a name was opened. */
export function openedOrder(personId: number, opened: readonly string[]): NoticeOrder<'opened'> | null {
  const named = opened.flatMap((key) => (Object.hasOwn(parts, key) ? (parts[key] ?? []) : []))
  const [first, ...more] = named
  if (!first) return null
  const values = { parts: { namesOf: named.map(({ name }) => name) } }
  return { personId, kind: 'account', template: 'opened', values, link: more.length === 0 ? first.page : '/' }
}
