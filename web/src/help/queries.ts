import { cutGraphemes } from '@saathi/contract/core/cut'
import { getHelpCentre, listHelpMessages, readHelpMessages, sendHelpMessage } from '@saathi/contract/help/calls'
import { HELP_MESSAGE_MAX_LENGTH } from '@saathi/contract/help/entities'
import type { TextKey } from '@saathi/contract/texts'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { send } from '#core/api.ts'
import { errorTextKey } from '#core/error-text.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { isFresh, useEntries } from '#core/outbox/list.ts'
import { discard, submit } from '#core/outbox/outbox.ts'
import { cancelAndRefetch } from '#core/query-cache.ts'
import { queryClient } from '#core/query-client.ts'
import { removeStored, readStored, writeStored } from '#core/storage.ts'
import { createPersonStore } from '#core/session.ts'
import { useStore } from '#core/store.ts'
import { type LoadedMessages, oldestId, withEarlier, withMessage } from './cache.ts'

// Removed on sign-out, like all personal data.
const draftKey = 'saathi.help.draft'

export const readDraft = (): string => readStored(draftKey) ?? ''

export const hasDraft = (): boolean => readDraft().trim() !== ''

export function storeDraft(text: string): void {
  if (text === '') removeStored(draftKey)
  else writeStored(draftKey, text)
}

const centreKey = ['help', 'centre']
const messagesKey = ['help', 'messages']

export const helpCentreQuery = queryOptions({
  queryKey: centreKey,
  queryFn: ({ signal }) => send(getHelpCentre, {}, { signal }),
  // Live events announce each reply.
  staleTime: 60_000,
})

export const helpMessagesQuery = queryOptions({
  queryKey: messagesKey,
  queryFn: ({ client, signal }) => {
    const loaded = client.getQueryData<LoadedMessages>(messagesKey)
    return fetchDownTo(loaded && oldestId(loaded), signal)
  },
})

/** Fetches back to the oldest message already loaded, so that a refetch does not drop earlier ones. */
async function fetchDownTo(oldest: number | undefined, signal: AbortSignal): Promise<LoadedMessages> {
  let loaded = await send(listHelpMessages, { query: {} }, { signal })
  for (;;) {
    const before = oldestId(loaded)
    if (oldest === undefined || before === undefined || before <= oldest || !loaded.hasEarlier) return loaded
    loaded = withEarlier(loaded, await send(listHelpMessages, { query: { before } }, { signal }))
  }
}

export function useEarlierMessages() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['help', 'earlier'],
    mutationFn: (before: number) => send(listHelpMessages, { query: { before } }),
    onSuccess: (page) => client.setQueryData(helpMessagesQuery.queryKey, (loaded) => loaded && withEarlier(loaded, page)),
  })
}

/** Failures are ignored: unread messages are counted again the next time. */
export function useReadHelp() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['help', 'read'],
    mutationFn: (upTo: number) => send(readHelpMessages, { body: { upTo } }),
    onSuccess: ({ unread }) => client.setQueryData(helpCentreQuery.queryKey, (centre) => centre && { ...centre, unread }),
  })
}

/** A message the server has not confirmed. Its clientId makes sending idempotent. */
const UnsentMessage = z.object({
  clientId: z.uuid(),
  body: z.string().check(z.minLength(1), z.maxLength(HELP_MESSAGE_MAX_LENGTH)),
  writtenAt: z.iso.datetime(),
})
type UnsentMessage = z.infer<typeof UnsentMessage>

/** Why the last attempt failed, by client id. Known only to the page that tried. */
const sendErrors = createPersonStore<Readonly<Record<string, TextKey>>>({})

export const messageKind = defineKind({
  name: 'help.message',
  input: UnsentMessage,
  isParallel: true,
  lineOf: () => 'help',
  aboutOf: ({ clientId }) => clientId,
  send: async ({ clientId, body }) => {
    try {
      return await send(sendHelpMessage, { body: { clientId, body } })
    } catch (error) {
      sendErrors.set({ ...sendErrors.get(), [clientId]: errorTextKey(error) })
      throw error
    }
  },
  settle: (_unsent, message) => {
    queryClient.setQueryData(helpMessagesQuery.queryKey, (loaded) => loaded && withMessage(loaded, message))
    void queryClient.invalidateQueries({ queryKey: messagesKey })
  },
})

const LABEL_MAX = 60

/** Also used to send a failed message again. */
export function sendToTeam({ clientId, body, writtenAt }: UnsentMessage): void {
  const label = { text: 'outbox.help', values: { text: cutGraphemes(body, LABEL_MAX) } } as const
  void submit(messageKind, { clientId, body, writtenAt }, { id: clientId, label })
}

/** `waiting`: for a connection. `failed`: it is tried again later, or was refused. */
export type PendingMessage = UnsentMessage & {
  status: 'sending' | 'waiting' | 'failed'
  error: TextKey | null
  discard: () => void
}

/** Messages that are not confirmed, with their status. */
export function useUnsent(): PendingMessage[] {
  const errors = useStore(sendErrors)
  return useEntries().flatMap((entry) => {
    const message = messageKind.read(entry)
    if (!message) return []
    const error = entry.refusal?.text ?? errors[message.clientId] ?? null
    const status = isFresh(entry) ? 'sending' : error ? 'failed' : 'waiting'
    return [{ ...message, status, error, discard: () => void discard(entry) }]
  })
}

export function handleHelpChanged(client: QueryClient): void {
  for (const queryKey of [centreKey, messagesKey]) void cancelAndRefetch(client, queryKey)
}
