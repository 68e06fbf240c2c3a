import * as z from 'zod/mini'
import { removeStored, readStored, readAllStored, writeStored, type StorageKey } from '#core/storage.ts'

/** What is typed and not sent, kept for each channel. */
const Draft = z.object({ text: z.string(), chosen: z.array(z.object({ name: z.string(), userId: z.int() })) })
export type Draft = z.infer<typeof Draft>

export const noDraft: Draft = { text: '', chosen: [] }
const begin = 'saathi.chat.draft.'
const keyOf = (channel: number): StorageKey => `${begin}${channel}`

export const recallDraft = (channel: number): Draft => read(readStored(keyOf(channel)))

/** In any channel. */
export const hasDraft = (): boolean => readAllStored(begin).some((kept) => read(kept).text.trim() !== '')

/** What lies in the browser may be of an older build, or damaged: then there is nothing. */
function read(kept: string | null): Draft {
  try {
    return z.safeParse(Draft, JSON.parse(kept ?? 'null')).data ?? noDraft
  } catch {
    return noDraft
  }
}

export function keepDraft(channel: number, draft: Draft): void {
  if (draft.text === '') removeStored(keyOf(channel))
  else writeStored(keyOf(channel), JSON.stringify(draft))
}
