import { SentAttachment, TEXT_MAX } from '@saathi/contract/chat/socket'
import * as z from 'zod/mini'
import { removeStored, readAllStored, writeStored, type StorageKey } from '#core/storage.ts'

/** `fileLost`: the page was reloaded before the file was uploaded, and no longer has it. */
export const Failure = z.enum(['refused', 'closed', 'tooLarge', 'wrongType', 'network', 'fileLost'])
export type Failure = z.infer<typeof Failure>

/** A message that is not acknowledged yet. The tempId makes resending safe. */
export const Unsent = z.object({
  tempId: z.uuid(),
  channel: z.int(),
  message: z.string().check(z.maxLength(TEXT_MAX)),
  /** Null while the file is uploading, or if there is none. */
  attachment: z.nullable(SentAttachment),
  /** How the file is shown until it is uploaded. */
  file: z.nullable(z.object({ name: z.string(), type: z.string(), size: z.int() })),
  writtenAt: z.iso.datetime(),
  /** Why it failed: after a reload, failed messages must not be sent by themselves. */
  failure: z._default(z.nullable(Failure), null),
  /** The tab that has the file. */
  tab: z._default(z.string(), ''),
})
export type Unsent = z.infer<typeof Unsent>

// One key per message, so that tabs never overwrite each other. Signing out removes them with all personal data.
const keyPrefix = (person: number): StorageKey => `saathi.chat.unsent.${person}.`

export const saveUnsent = (person: number, unsent: Unsent): void =>
  writeStored(`${keyPrefix(person)}${unsent.tempId}`, JSON.stringify(unsent))
export const removeUnsent = (person: number, tempId: string): void => removeStored(`${keyPrefix(person)}${tempId}`)

/** In the order in which they were written. Data from older builds or damaged data is skipped. */
export const loadUnsent = (person: number): Unsent[] =>
  readAllStored(keyPrefix(person))
    .flatMap((text) => z.safeParse(Unsent, parse(text)).data ?? [])
    .toSorted((a, b) => Date.parse(a.writtenAt) - Date.parse(b.writtenAt))

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
