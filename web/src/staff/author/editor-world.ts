import type { CallReply } from '@saathi/contract/core/call'
import type { saveDraftPart } from '@saathi/contract/content/draft-calls'
import type { DraftBody, DraftContent } from '@saathi/contract/content/drafts'
import type { Connection } from '#core/connection.ts'
import type { StorageKey } from '#core/storage.ts'
import type { DraftRef } from './queries.ts'

/** The server and the device, as an editor needs them. */
export type EditorWorld = {
  savePart: (ref: DraftRef, part: { name: string; revision: number; body: DraftBody }) => Promise<CallReply<typeof saveDraftPart>>
  fetchDraft: (ref: DraftRef) => Promise<DraftContent>
  readAllStored: (prefix: StorageKey) => string[]
  writeStored: (key: StorageKey, value: string) => void
  removeStored: (key: StorageKey) => void
  onConnectionChanged: (listener: () => void) => () => void
  connectionNow: () => Connection
}
