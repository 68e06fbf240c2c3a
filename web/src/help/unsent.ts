import { HELP_MESSAGE_MAX_LENGTH } from '@saathi/contract/help/entities'
import * as z from 'zod/mini'
import { removeStored, readStored, writeStored } from '#core/storage.ts'

/** A message that the server has not confirmed. Its clientId makes sending it twice the same as once. */
export const Unsent = z.object({
  clientId: z.uuid(),
  body: z.string().check(z.minLength(1), z.maxLength(HELP_MESSAGE_MAX_LENGTH)),
  writtenAt: z.iso.datetime(),
})
export type Unsent = z.infer<typeof Unsent>

// Signing out forgets both, as everything of a person.
const unsentKey = 'saathi.help.unsent'
const draftKey = 'saathi.help.draft'

/** What lies in the browser may be of an older build, or damaged: then there is nothing. */
export function recallUnsent(): Unsent[] {
  try {
    return z.safeParse(z.array(Unsent), JSON.parse(readStored(unsentKey) ?? 'null')).data ?? []
  } catch {
    return []
  }
}

export function keepUnsent(unsent: readonly Unsent[]): void {
  if (unsent.length === 0) removeStored(unsentKey)
  else writeStored(unsentKey, JSON.stringify(unsent))
}

export const recallDraft = (): string => readStored(draftKey) ?? ''

export function keepDraft(text: string): void {
  if (text === '') removeStored(draftKey)
  else writeStored(draftKey, text)
}
