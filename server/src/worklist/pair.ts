import { MAX_PAGE_SIZE } from '@saathi/contract/core/fields'
import type { PairWork } from '@saathi/contract/worklist/entities'
import { USUAL_MEETING_DAYS } from '@saathi/contract/worklist/rules'
import { can } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { findContactsWith, findPlannedWith } from './contact-store.ts'
import { collectPairFacts } from './facts.ts'
import { findItemsOfPair } from './list-store.ts'
import { showNudgesOfPair } from './nudges/list.ts'
import { showPairNotes } from './pair-notes.ts'
import { findShownOfPairs } from './people-store.ts'
import { showContact, showItems, showPeople, showPlanned } from './show.ts'

/** For the page of a pair that the reader may see. Null if they do not work with the list. */
export async function describePairWork(ctx: Ctx, { id, projectId }: { id: number; projectId: number }): Promise<PairWork | null> {
  if (!can(ctx.actor, 'staff.worklist', projectId)) return null
  const [facts] = await collectPairFacts(ctx, [id])
  const rows = await findShownOfPairs(ctx.db, [id])
  const personIds = rows.map((person) => person.id)
  return {
    items: await showItems(ctx, await findItemsOfPair(ctx.db, id)),
    people: await showPeople(ctx, rows),
    everyDays: facts?.agreedDays ?? USUAL_MEETING_DAYS,
    isAgreed: facts?.agreedDays !== null && facts?.agreedDays !== undefined,
    meetings: (facts?.meetings ?? []).map(({ at, minutes }) => ({ at: at.toISOString(), minutes })),
    meetingCount: facts?.meetingCount ?? 0,
    endsAt: facts?.endsAt?.toISOString() ?? null,
    checkIns: (facts?.checkIns ?? [])
      .slice(0, MAX_PAGE_SIZE)
      .map(({ personId, at, score }) => ({ personId, at: at.toISOString(), score })),
    contacts: (await findContactsWith(ctx.db, personIds)).map(showContact),
    planned: await showPlanned(ctx, await findPlannedWith(ctx.db, personIds)),
    nudges: await showNudgesOfPair(ctx, id),
    notes: await showPairNotes(ctx.db, id),
  }
}
