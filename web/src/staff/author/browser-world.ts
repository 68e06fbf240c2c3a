import { connectionNow, onConnectionChanged } from '#core/connection.ts'
import { readAllStored, removeStored, writeStored } from '#core/storage.ts'
import type { EditorWorld } from './editor-world.ts'
import { fetchDraft, savePart } from './queries.ts'

export const browserWorld: EditorWorld = {
  savePart,
  fetchDraft,
  readAllStored,
  writeStored,
  removeStored,
  onConnectionChanged,
  connectionNow,
}
