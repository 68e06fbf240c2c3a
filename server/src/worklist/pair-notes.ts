import type { PairNote } from '@saathi/contract/worklist/entities'
import type { Ctx, Db } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { visibleTo } from './access.ts'
import * as store from './pair-notes-store.ts'

export async function showPairNotes(db: Db, mentorshipId: number): Promise<PairNote[]> {
  return (await store.findPairNotes(db, mentorshipId)).map(({ at, ...note }) => ({ ...note, at: at.toISOString() }))
}

export async function addPairNote(ctx: Ctx, id: number, text: string): Promise<{ note: PairNote }> {
  const mentorshipId = await store.findVisiblePair(ctx.db, await visibleTo(ctx), id)
  if (mentorshipId === null) throw notFound('mentorship.not_found')
  const written = { mentorshipId, writtenBy: ctx.actor.personId, text, now: ctx.now() }
  const noteId = await store.insertPairNote(ctx.db, written)
  const note = (await showPairNotes(ctx.db, mentorshipId)).find((each) => each.id === noteId)
  return { note: note ?? { id: noteId, text, by: null, at: ctx.now().toISOString() } }
}
