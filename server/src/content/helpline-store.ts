import { DangerKind, type Helpline } from '@saathi/contract/help/entities'
import * as z from 'zod/mini'
import type { Db } from '#core/ctx.ts'
import { readIn, Texts } from './texts.ts'

/** A helpline as stored in the database, in all languages. */
export const StoredHelpline = z.object({
  name: Texts,
  text: Texts,
  /** Its position in the list of each danger kind, from 1. */
  places: z.partialRecord(DangerKind, z.int()),
  checkedOn: z.string(),
})
export type StoredHelpline = z.infer<typeof StoredHelpline>

const MAX_ROWS = 50

/** The helplines for this kind of danger, best first. */
export async function findHelplines(db: Db, kind: DangerKind, language: string): Promise<Helpline[]> {
  const rows = await db.selectFrom('helpline').selectAll().orderBy('number').limit(MAX_ROWS).execute()
  return rows
    .flatMap(({ number, content }) => {
      const { name, text, places } = StoredHelpline.parse(content)
      const place = places[kind]
      return place === undefined
        ? []
        : [{ place, number, name: readIn(language, name).locale, text: readIn(language, text).locale }]
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ number, name, text }) => ({ number, name, text }))
}
