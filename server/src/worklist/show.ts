import type { NotedContact, PlannedContact, WorkItem, WorkPerson } from '@saathi/contract/worklist/entities'
import { displayName, linkToPictures, shownName } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import type { ContactRow, PlannedRow } from './contact-store.ts'
import type { ItemRow } from './list-store.ts'
import * as people from './people-store.ts'
import { findReaders } from './presence-store.ts'

const MAX_PEOPLE = 12

export async function showPeople(ctx: Ctx, rows: readonly people.ShownRow[]): Promise<WorkPerson[]> {
  const pictures = await linkToPictures(ctx, rows)
  return rows.map((row, at) => {
    const name = shownName(row, ctx.actor.language)
    const isGone = row.deletedAt !== null
    return {
      id: row.id,
      name,
      firstName: isGone ? name : row.firstName,
      picture: isGone ? null : (pictures[at] ?? null),
      part: row.part,
    }
  })
}

/** One query each for people and readers, whatever the number of rows. */
export async function showItems(ctx: Ctx, rows: readonly ItemRow[]): Promise<WorkItem[]> {
  const inPairs = await people.findShownOfPairs(
    ctx.db,
    rows.flatMap(({ mentorshipId }) => mentorshipId ?? []),
  )
  const alone = await people.findShown(
    ctx.db,
    rows.flatMap(({ personId }) => personId ?? []),
  )
  const shown = await showPeople(ctx, [...inPairs, ...alone])
  const ofPair = Map.groupBy(
    inPairs.map(({ mentorshipId }, at) => ({ mentorshipId, person: shown[at] })),
    ({ mentorshipId }) => mentorshipId,
  )
  const ofId = new Map(shown.map((person) => [person.id, person]))
  const readers = Map.groupBy(
    await findReaders(
      ctx.db,
      rows.map(({ id }) => id),
      ctx.actor.personId,
      ctx.now(),
    ),
    ({ itemId }) => itemId,
  )
  return rows.map((row) => {
    const pair = (ofPair.get(row.mentorshipId ?? 0) ?? []).flatMap(({ person }) => person ?? [])
    const person = row.personId === null ? undefined : ofId.get(row.personId)
    return {
      id: row.id,
      rule: row.rule,
      limit: row.limit,
      subject: row.subject,
      people: row.mentorshipId === null ? (person ? [person] : []) : pair.slice(0, MAX_PEOPLE),
      programme: row.programme,
      mentorship: row.mentorshipId,
      since: row.since.toISOString(),
      dueAt: row.dueAt.toISOString(),
      fact: row.fact,
      owner:
        row.ownerId === null
          ? null
          : { id: row.ownerId, name: displayName({ firstName: row.ownerFirst ?? '', lastName: row.ownerLast ?? '' }) },
      snoozed: row.snoozedUntil === null ? null : { until: row.snoozedUntil, reason: row.snoozeReason ?? '', by: row.snoozedBy },
      closedAt: row.closedAt?.toISOString() ?? null,
      readers: (readers.get(row.id) ?? []).map(({ id, ...name }) => ({ id, name: displayName(name) })),
    }
  })
}

export const showContact = (row: ContactRow): NotedContact => ({
  id: row.id,
  person: { id: row.personId, firstName: row.personFirst },
  by: row.staffFirst,
  how: row.how,
  wasReached: row.wasReached,
  note: row.note,
  at: row.at.toISOString(),
})

export async function showPlanned(ctx: Ctx, rows: readonly PlannedRow[]): Promise<PlannedContact[]> {
  const shown = await showPeople(ctx, rows)
  return rows.flatMap((row, at) => {
    const person = shown[at]
    if (!person) return []
    const by = { id: row.staffId, name: displayName({ firstName: row.staffFirst, lastName: row.staffLast }) }
    return [{ person, on: row.day, by, isDone: row.isDone }]
  })
}
