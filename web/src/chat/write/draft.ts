import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { chatDraftKey, chatDraftPrefix } from '#core/chat-draft.ts'
import { removeStored, readStored, readAllStored, writeStored } from '#core/storage.ts'
import { createEvent } from '#core/store.ts'

/** Unsent text, stored per channel. */
const Draft = z.object({ text: z.string(), chosen: z.array(z.object({ name: z.string(), userId: z.int() })) })
export type Draft = z.infer<typeof Draft>

export const noDraft: Draft = { text: '', chosen: [] }

export const loadDraft = (channel: number): Draft => read(readStored(chatDraftKey(channel)))

/** Whether there is unsent text in any channel. */
export const hasDraft = (): boolean => readAllStored(chatDraftPrefix).some((stored) => read(stored).text.trim() !== '')

/** Stored data may come from an older build or be damaged: ignore it. */
function read(stored: string | null): Draft {
  try {
    return z.safeParse(Draft, JSON.parse(stored ?? 'null')).data ?? noDraft
  } catch {
    return noDraft
  }
}

const draftsChanged = createEvent()

export function saveDraft(channel: number, draft: Draft): void {
  if (draft.text === '') removeStored(chatDraftKey(channel))
  else writeStored(chatDraftKey(channel), JSON.stringify(draft))
  draftsChanged.emit()
}

function onDrafts(listener: () => void): () => void {
  const stop = draftsChanged.on(listener)
  // Written in another tab.
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}

export const useDraftText = (channel: number): string => useSyncExternalStore(onDrafts, () => loadDraft(channel).text.trim())
