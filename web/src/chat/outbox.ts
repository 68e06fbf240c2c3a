import { SentAttachment, TEXT_MAX } from '@saathi/contract/chat/socket'
import * as z from 'zod/mini'
import { removeStored, readAllStored, writeStored, type StorageKey } from '#core/storage.ts'

/** `fileLost`: the page was loaded anew before the file had gone up, and has it no longer. */
export const Failure = z.enum(['refused', 'closed', 'tooLarge', 'wrongType', 'network', 'fileLost'])
export type Failure = z.infer<typeof Failure>

/** What was written and is not acknowledged. Its tempId makes sending it twice the same as once. */
export const Unsent = z.object({
  tempId: z.uuid(),
  channel: z.int(),
  message: z.string().check(z.maxLength(TEXT_MAX)),
  /** What goes with it; null while its file is still on its way up, and where there is none. */
  attachment: z.nullable(SentAttachment),
  /** How the file is shown until it is there. */
  file: z.nullable(z.object({ name: z.string(), type: z.string(), size: z.int() })),
  writtenAt: z.iso.datetime(),
  /** Why it was not sent: loaded anew, a page must not send what its writer has seen fail. */
  failure: z._default(z.nullable(Failure), null),
  /** The tab that has its file. */
  tab: z._default(z.string(), ''),
})
export type Unsent = z.infer<typeof Unsent>

// A key for each, so that two tabs never write over each other's. Signing out forgets them, as everything of a person.
const begin = (person: number): StorageKey => `saathi.chat.unsent.${person}.`

export const keepUnsent = (person: number, unsent: Unsent): void =>
  writeStored(`${begin(person)}${unsent.tempId}`, JSON.stringify(unsent))
export const forgetUnsent = (person: number, tempId: string): void => removeStored(`${begin(person)}${tempId}`)

/** In the order in which they were written. What lies in the browser may be of an older build, or damaged: it is left out. */
export const recallUnsent = (person: number): Unsent[] =>
  readAllStored(begin(person))
    .flatMap((text) => z.safeParse(Unsent, parse(text)).data ?? [])
    .toSorted((a, b) => Date.parse(a.writtenAt) - Date.parse(b.writtenAt))

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
