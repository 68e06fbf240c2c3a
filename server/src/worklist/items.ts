import { indiaDate } from '@saathi/contract/core/india-day'
import { DAY_MS } from '@saathi/contract/core/time'
import { MAX_SNOOZE_DAYS } from '@saathi/contract/worklist/rules'
import type { WorkItem } from '@saathi/contract/worklist/entities'
import { displayName } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { requireColleague, requireItem } from './access.ts'
import * as store from './item-store.ts'
import type { ItemRow } from './list-store.ts'
import * as presence from './presence-store.ts'
import { publishWorkChanged } from './publish.ts'
import { showItems } from './show.ts'

async function lockOpenItem(ctx: Ctx, id: number): Promise<ItemRow> {
  await requireItem(ctx, id)
  await store.lockItem(ctx.db, id)
  const item = await requireItem(ctx, id)
  if (item.closedAt !== null) throw conflict('worklist.item_closed')
  return item
}

/** The changed row, even if it is no longer in the caller's list. */
async function showChanged(ctx: Ctx, before: ItemRow, change: Partial<ItemRow>): Promise<{ item: WorkItem }> {
  await publishWorkChanged(ctx, [before.projectId])
  const [item] = await showItems(ctx, [{ ...before, ...change }])
  if (!item) throw notFound('worklist.item_not_found')
  return { item }
}

/** Null unassigns the row. */
export async function assignWork(ctx: Ctx, id: number, personId: number | null) {
  const item = await lockOpenItem(ctx, id)
  if (personId !== null) await requireColleague(ctx, personId, [item.projectId])
  await store.updateOwner(ctx.db, id, personId)
  const name = personId === null ? null : await store.findName(ctx.db, personId)
  return showChanged(ctx, item, {
    ownerId: personId,
    ownerFirst: name ? displayName(name) : null,
    ownerLast: null,
  })
}

/** The day must be in the future and within the maximum; null ends the snooze. */
export async function snoozeWork(ctx: Ctx, id: number, { until, reason }: { until: string | null; reason: string }) {
  const item = await lockOpenItem(ctx, id)
  const latest = indiaDate(new Date(ctx.now().getTime() + MAX_SNOOZE_DAYS * DAY_MS))
  if (until !== null && (until <= indiaDate(ctx.now()) || until > latest)) {
    throw badInput('worklist.bad_snooze', { values: { count: MAX_SNOOZE_DAYS } })
  }
  if (until !== null && reason.length < 3) throw badInput('worklist.no_reason')
  const snoozed = until === null ? null : { until, reason, by: ctx.actor.personId }
  await store.updateSnoozed(ctx.db, id, snoozed)
  const me = await store.findName(ctx.db, ctx.actor.personId)
  return showChanged(ctx, item, {
    snoozedUntil: until,
    snoozeReason: until === null ? null : reason,
    snoozedBy: until === null ? null : (me?.firstName ?? null),
  })
}

/** Colleagues are notified of changes only: browsers repeat the same state. */
export async function setWorkPresence(ctx: Ctx, id: number, isOpen: boolean) {
  const item = await requireItem(ctx, id)
  const mine = { itemId: item.id, personId: ctx.actor.personId }
  const wasOpen = await presence.isPresent(ctx.db, mine, ctx.now())
  if (isOpen) await presence.savePresence(ctx.db, mine, ctx.now())
  else await presence.deletePresence(ctx.db, mine)
  if (wasOpen !== isOpen) await publishWorkChanged(ctx, [item.projectId])
  const readers = await presence.findReaders(ctx.db, [item.id], ctx.actor.personId, ctx.now())
  return { readers: readers.map(({ id: personId, ...name }) => ({ id: personId, name: displayName(name) })) }
}
