import type { TextKey } from '@saathi/contract/texts'
import type { ListenerCtx } from '#core/ctx.ts'
import { mailLanguage } from './mail/send.ts'
import { deleteTeamNotice, findTeamNotices, insertNotice, lockNotices, updateTeamNotice } from './notice-store.ts'
import { readValues } from './notice-values.ts'
import { pushUnread } from './notify-person.ts'

type TeamNotice = { topic: string; name: TextKey; link: `/${string}`; count: number }

/**
 * Updates the notices of a member of staff about waiting tasks: one per kind, never pushed to devices. A notice becomes unread
 * when its count rises, changes silently when the count falls, and disappears at 0.
 */
export async function setTeamNotices(ctx: ListenerCtx, personId: number, notices: readonly TeamNotice[]): Promise<void> {
  await lockNotices(ctx.db, personId)
  const known = new Map((await findTeamNotices(ctx.db, personId)).map((row) => [row.topic, row]))
  let isChanged = false
  for (const { topic, name, link, count } of notices) {
    const before = known.get(topic)
    const countBefore = before ? Number(readValues(before.values)['count']) : 0
    if (count === countBefore) continue
    isChanged = true
    const values = { what: { namesOf: [name] }, count: String(count) }
    if (before && count > 0 && count < countBefore) {
      await updateTeamNotice(ctx.db, before.id, values)
      continue
    }
    if (before) await deleteTeamNotice(ctx.db, before.id)
    const notice = { personId, kind: 'team', template: 'staffWaiting', values, link, topic, onceKey: null } as const
    if (count > 0) await insertNotice(ctx.db, { ...notice, isShown: true, mailWaits: false }, ctx.now())
  }
  if (isChanged) await pushUnread(ctx, personId)
}

/** The language in which the whole digest can be written. */
export const teamNoticeLanguage = (language: string): string => mailLanguage('staffWaiting', language)
