import { HELP_MESSAGE_MAX_LENGTH } from '@saathi/contract/help/entities'
import * as z from 'zod/mini'
import { removeStored, readStored, writeStored } from '#core/storage.ts'

/** A message the server has not confirmed. Its clientId makes sending idempotent. */
export const Unsent = z.object({
  clientId: z.uuid(),
  body: z.string().check(z.minLength(1), z.maxLength(HELP_MESSAGE_MAX_LENGTH)),
  writtenAt: z.iso.datetime(),
})
export type Unsent = z.infer<typeof Unsent>

// Both are cleared on sign-out, like all personal data.
const unsentKey = 'saathi.help.unsent'
const draftKey = 'saathi.help.draft'

/** Stored data may be from an older build or damaged: then it counts as empty. */
export function readUnsent(): Unsent[] {
  try {
    return z.safeParse(z.array(Unsent), JSON.parse(readStored(unsentKey) ?? 'null')).data ?? []
  } catch {
    return []
  }
}

export function storeUnsent(unsent: readonly Unsent[]): void {
  if (unsent.length === 0) removeStored(unsentKey)
  else writeStored(unsentKey, JSON.stringify(unsent))
}

export const readDraft = (): string => readStored(draftKey) ?? ''

export function storeDraft(text: string): void {
  if (text === '') removeStored(draftKey)
  else writeStored(draftKey, text)
}
