import { getHelpCentre, listHelpMessages, readHelpMessages, sendHelpMessage } from '@saathi/contract/help/calls'
import { type QueryClient, queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { send } from '#core/api.ts'
import { cancelAndRefetch } from '#core/cancel-and-refetch.ts'
import { type HeldMessages, oldestId, withEarlier, withMessage } from './cache.ts'
import { keepUnsent, recallDraft, recallUnsent, Unsent } from './unsent.ts'

const centreKey = ['help', 'centre']
const messagesKey = ['help', 'messages']
const sendKey = ['help', 'send']

export const helpCentreQuery = queryOptions({
  queryKey: centreKey,
  queryFn: ({ signal }) => send(getHelpCentre, {}, { signal }),
  // The live line tells of each answer.
  staleTime: 60_000,
})

export const helpMessagesQuery = queryOptions({
  queryKey: messagesKey,
  queryFn: ({ client, signal }) => {
    const held = client.getQueryData<HeldMessages>(messagesKey)
    return fetchDownTo(held && oldestId(held), signal)
  },
})

/** As far back as one had read already: reading again must not take the earlier ones away. */
async function fetchDownTo(oldest: number | undefined, signal: AbortSignal): Promise<HeldMessages> {
  let held = await send(listHelpMessages, { query: {} }, { signal })
  for (;;) {
    const before = oldestId(held)
    if (oldest === undefined || before === undefined || before <= oldest || !held.hasEarlier) return held
    held = withEarlier(held, await send(listHelpMessages, { query: { before } }, { signal }))
  }
}

export function useEarlierMessages() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['help', 'earlier'],
    mutationFn: (before: number) => send(listHelpMessages, { query: { before } }),
    onSuccess: (page) => client.setQueryData(helpMessagesQuery.queryKey, (held) => held && withEarlier(held, page)),
  })
}

/** Whether it worked is not worth a word: what stays unread is counted again the next time. */
export function useReadHelp() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['help', 'read'],
    mutationFn: (upTo: number) => send(readHelpMessages, { body: { upTo } }),
    onSuccess: ({ unread }) => client.setQueryData(helpCentreQuery.queryKey, (centre) => centre && { ...centre, unread }),
  })
}

/** Kept on this device too, so that a reload does not lose what was written. */
const unsentQuery = queryOptions({
  queryKey: ['help', 'unsent'],
  queryFn: ({ client }) => client.getQueryData<Unsent[]>(['help', 'unsent']) ?? recallUnsent(),
  initialData: recallUnsent,
  staleTime: Infinity,
  gcTime: Infinity,
})

const unsentNow = (client: QueryClient): Unsent[] => client.getQueryData(unsentQuery.queryKey) ?? recallUnsent()

/** Also what another tab has not sent: all tabs are signed out at once. */
export const hasUnsentHelp = (client: QueryClient): boolean =>
  unsentNow(client).length > 0 || recallUnsent().length > 0 || recallDraft().trim() !== ''

function changeUnsent(client: QueryClient, change: (unsent: Unsent[]) => Unsent[]): void {
  const next = change(unsentNow(client))
  client.setQueryData(unsentQuery.queryKey, next)
  keepUnsent(next)
}

const without = (unsent: readonly Unsent[], clientId: string) => unsent.filter((each) => each.clientId !== clientId)

export function useSendHelp() {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: sendKey,
    // One after the other, so that they arrive in the order in which they were written; offline they wait.
    scope: { id: 'help.send' },
    networkMode: 'online',
    mutationFn: ({ clientId, body }: Unsent) => send(sendHelpMessage, { body: { clientId, body } }),
    onSuccess: (message) => {
      client.setQueryData(helpMessagesQuery.queryKey, (held) => held && withMessage(held, message))
      changeUnsent(client, (unsent) => without(unsent, message.clientId))
      void client.invalidateQueries({ queryKey: messagesKey })
    },
  })
  return {
    send: (written: Unsent) => {
      changeUnsent(client, (unsent) => [...unsent, written])
      mutate(written)
    },
    sendAgain: (written: Unsent) => mutate(written),
    discard: ({ clientId }: Unsent) => changeUnsent(client, (unsent) => without(unsent, clientId)),
  }
}

/** Why it failed is known to the page that tried: after a reload there is no error. */
export type Waiting = Unsent & { standing: 'sending' | 'waiting' | 'failed'; error: Error | null }

/** What is written and not confirmed, each with how it stands: after a reload nobody is sending it any more. */
export function useUnsent(): Waiting[] {
  const { data } = useQuery(unsentQuery)
  const tries = useMutationState({
    filters: { mutationKey: sendKey },
    select: ({ state: { variables, status, isPaused, error } }) => {
      return { clientId: z.safeParse(Unsent, variables).data?.clientId, status, isPaused, error }
    },
  })
  return data.map((unsent) => {
    const last = tries.findLast(({ clientId }) => clientId === unsent.clientId)
    if (last?.status !== 'pending') return { ...unsent, standing: 'failed', error: last?.error ?? null }
    return { ...unsent, standing: last.isPaused && !navigator.onLine ? 'waiting' : 'sending', error: null }
  })
}

export function hearHelp(client: QueryClient): void {
  for (const queryKey of [centreKey, messagesKey]) void cancelAndRefetch(client, queryKey)
}
