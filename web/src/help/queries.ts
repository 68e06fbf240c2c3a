import { getHelpCentre, listHelpMessages, readHelpMessages, sendHelpMessage } from '@saathi/contract/help/calls'
import { HELP_MESSAGE_MAX_LENGTH } from '@saathi/contract/help/entities'
import { type QueryClient, queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { send } from '#core/api.ts'
import { cancelAndRefetch } from '#core/query-cache.ts'
import { removeStored, readStored, writeStored } from '#core/storage.ts'
import { type LoadedMessages, oldestId, withEarlier, withMessage } from './cache.ts'

/** A message the server has not confirmed. Its clientId makes sending idempotent. */
const Unsent = z.object({
  clientId: z.uuid(),
  body: z.string().check(z.minLength(1), z.maxLength(HELP_MESSAGE_MAX_LENGTH)),
  writtenAt: z.iso.datetime(),
})
type Unsent = z.infer<typeof Unsent>

// Both are cleared on sign-out, like all personal data.
const unsentKey = 'saathi.help.unsent'
const draftKey = 'saathi.help.draft'

/** Stored data may be from an older build or damaged: then it counts as empty. */
function readUnsent(): Unsent[] {
  try {
    return z.safeParse(z.array(Unsent), JSON.parse(readStored(unsentKey) ?? 'null')).data ?? []
  } catch {
    return []
  }
}

function storeUnsent(unsent: readonly Unsent[]): void {
  if (unsent.length === 0) removeStored(unsentKey)
  else writeStored(unsentKey, JSON.stringify(unsent))
}

export const readDraft = (): string => readStored(draftKey) ?? ''

export function storeDraft(text: string): void {
  if (text === '') removeStored(draftKey)
  else writeStored(draftKey, text)
}

const centreKey = ['help', 'centre']
const messagesKey = ['help', 'messages']
const sendKey = ['help', 'send']

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

/** Also stored on this device, so that a reload does not lose them. */
const unsentQuery = queryOptions({
  queryKey: ['help', 'unsent'],
  queryFn: ({ client }) => client.getQueryData<Unsent[]>(['help', 'unsent']) ?? readUnsent(),
  initialData: readUnsent,
  staleTime: Infinity,
  gcTime: Infinity,
})

const unsentNow = (client: QueryClient): Unsent[] => client.getQueryData(unsentQuery.queryKey) ?? readUnsent()

/** Includes other tabs: all tabs are signed out together. */
export const hasUnsentHelp = (client: QueryClient): boolean =>
  unsentNow(client).length > 0 || readUnsent().length > 0 || readDraft().trim() !== ''

function patchUnsent(client: QueryClient, change: (unsent: Unsent[]) => Unsent[]): void {
  const next = change(unsentNow(client))
  client.setQueryData(unsentQuery.queryKey, next)
  storeUnsent(next)
}

const without = (unsent: readonly Unsent[], clientId: string) => unsent.filter((each) => each.clientId !== clientId)

export function useSendHelp() {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: sendKey,
    // In sequence, so that they arrive in order; offline they wait.
    scope: { id: 'help.send' },
    networkMode: 'online',
    mutationFn: ({ clientId, body }: Unsent) => send(sendHelpMessage, { body: { clientId, body } }),
    onSuccess: (message) => {
      client.setQueryData(helpMessagesQuery.queryKey, (loaded) => loaded && withMessage(loaded, message))
      patchUnsent(client, (unsent) => without(unsent, message.clientId))
      void client.invalidateQueries({ queryKey: messagesKey })
    },
  })
  return {
    send: (written: Unsent) => {
      patchUnsent(client, (unsent) => [...unsent, written])
      mutate(written)
    },
    sendAgain: (written: Unsent) => mutate(written),
    discard: ({ clientId }: Unsent) => patchUnsent(client, (unsent) => without(unsent, clientId)),
  }
}

/** The error is known only to the page that tried: after a reload there is none. */
export type PendingMessage = Unsent & { status: 'sending' | 'waiting' | 'failed'; error: Error | null }

/** Messages that are not confirmed, with their status: after a reload nobody is sending them any more. */
export function useUnsent(): PendingMessage[] {
  const { data } = useQuery(unsentQuery)
  const tries = useMutationState({
    filters: { mutationKey: sendKey },
    select: ({ state: { variables, status, isPaused, error } }) => {
      return { clientId: z.safeParse(Unsent, variables).data?.clientId, status, isPaused, error }
    },
  })
  return data.map((unsent) => {
    const last = tries.findLast(({ clientId }) => clientId === unsent.clientId)
    if (last?.status !== 'pending') return { ...unsent, status: 'failed', error: last?.error ?? null }
    return { ...unsent, status: last.isPaused && !navigator.onLine ? 'waiting' : 'sending', error: null }
  })
}

export function handleHelpChanged(client: QueryClient): void {
  for (const queryKey of [centreKey, messagesKey]) void cancelAndRefetch(client, queryKey)
}
