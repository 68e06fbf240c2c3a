import { type StorageKey, writeStored } from './storage.ts'

export const chatDraftPrefix = 'saathi.chat.draft.'
/** Unsent text is stored per conversation. */
export const chatDraftKey = (channel: number): StorageKey => `${chatDraftPrefix}${channel}`

/** A suggested message: it waits in the composer of the conversation until the reader sends it. */
export const suggestMessage = (channel: number, text: string): void =>
  writeStored(chatDraftKey(channel), JSON.stringify({ text, chosen: [] }))
