import { MAX_PAGE_SIZE } from '@saathi/contract/core/fields'
import type { PairWork } from '@saathi/contract/worklist/entities'
import type { Nudge } from '@saathi/contract/worklist/nudges'
import type { Ctx, Db } from '#core/ctx.ts'
import { conflict, notFound } from '#core/errors.ts'
import { visibleTo } from '../access.ts'
import { findShown } from '../people-store.ts'
import { publishWorkChanged } from '../publish.ts'
import { showPeople } from '../show.ts'
import * as store from './list-store.ts'
import { dayFrom } from './select.ts'
import { textFor } from './texts.ts'

/** The text as the person receives it: the sent one, or the current one for a planned message. */
function wordsOf({ trigger, texts, language, title, text }: store.NudgeRow): { title: string; text: string } {
  const words = textFor(trigger, texts, language)
  return { title: title ?? words.title, text: text ?? words.text }
}

async function show(ctx: Ctx, rows: readonly store.NudgeRow[]): Promise<Nudge[]> {
  const ids = [...new Set(rows.map(({ personId }) => personId))]
  const people = new Map((await showPeople(ctx, await findShown(ctx.db, ids))).map((person) => [person.id, person]))
  return rows.flatMap((row) => {
    const person = people.get(row.personId)
    if (!person) return []
    const { id, trigger, on, programme, mentorshipId, since, state, droppedWhy, takenOutBy, reason, sentAt } = row
    const about = { id, trigger, on, programme, mentorship: mentorshipId, state, droppedWhy, takenOutBy, reason }
    return [{ ...about, person, since: since.toISOString(), sentAt: sentAt?.toISOString() ?? null, ...wordsOf(row) }]
  })
}

export async function listNudges(ctx: Ctx, query: Omit<store.NudgeQuery, 'today'>) {
  const visible = await visibleTo(ctx)
  const today = dayFrom(ctx.now(), 0)
  // Fetch one more than is shown, to know whether there are more.
  const found = await store.findWaiting(ctx.db, visible, { ...query, today }, MAX_PAGE_SIZE + 1)
  const page = found.slice(0, MAX_PAGE_SIZE)
  return {
    nudges: await show(ctx, page),
    next: found.length > MAX_PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
    byPlan: await store.countByPlan(ctx.db, visible, today),
  }
}

async function requireNudge(ctx: Ctx, id: number): Promise<store.NudgeRow> {
  const nudge = await store.findNudge(ctx.db, await visibleTo(ctx), id)
  if (!nudge) throw notFound('worklist.nudge_not_found')
  return nudge
}

/** The message still counts for the person's day, so that it is not planned again tomorrow for the same reason. */
export async function takeOutNudge(ctx: Ctx, id: number, { isOut, reason }: { isOut: boolean; reason: string }) {
  await requireNudge(ctx, id)
  await store.lockNudge(ctx.db, id)
  const { state, projectId } = await requireNudge(ctx, id)
  if (state !== 'planned' && state !== 'taken_out') throw conflict('worklist.nudge_over')
  await store.updateTakenOut(ctx.db, id, isOut ? { by: ctx.actor.personId, reason } : null)
  await publishWorkChanged(ctx, [projectId])
  const [nudge] = await show(ctx, [await requireNudge(ctx, id)])
  if (!nudge) throw notFound('worklist.nudge_not_found')
  return { nudge }
}

export async function showNudgesOfPair({ db }: Ctx, mentorshipId: number): Promise<PairWork['nudges']> {
  return (await store.findOfPair(db, mentorshipId)).flatMap((row) => {
    const { id, personId, firstName, trigger, state, on } = row
    return state === 'dropped' ? [] : [{ id, person: { id: personId, firstName }, trigger, state, on, title: wordsOf(row).title }]
  })
}

export const findNudgePerson = async (db: Db, id: number): Promise<number[]> => {
  const personId = await store.findNudgePerson(db, id)
  return personId === null ? [] : [personId]
}
