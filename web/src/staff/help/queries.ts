import {
  answerHelp,
  assignHelpCase,
  closeHelpCase,
  getHelpCase,
  listHelpCases,
  reopenHelpCase,
  setHelpPresence,
} from '@saathi/contract/help/staff-calls'
import type { CallReply } from '@saathi/contract/core/call'
import type { HelpView } from '@saathi/contract/help/entities'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send } from '#core/api.ts'
import { onLive } from '#core/live.ts'
import { consoleQuery } from '../queries.ts'

const key = ['staff', 'help']
/** Live events announce changes; this is for a lost one. */
const REFRESH_MS = 60_000
const PAGE_SIZE = 20

export type InboxQuery = { view: HelpView; search: string; page: number }

export const helpCasesQuery = ({ view, search, page }: InboxQuery) =>
  queryOptions({
    queryKey: [...key, 'list', view, search, page],
    queryFn: ({ signal }) =>
      send(listHelpCases, { query: { view, page, size: PAGE_SIZE, ...(search && { search }) } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

type LoadedCase = CallReply<typeof getHelpCase>

function withEarlier(loaded: LoadedCase, { messages, hasEarlier }: LoadedCase): LoadedCase {
  const known = new Set(loaded.messages.map(({ id }) => id))
  return { ...loaded, hasEarlier, messages: [...messages.filter(({ id }) => !known.has(id)), ...loaded.messages] }
}

export const helpCaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, 'case', id],
    // Fetches back to the oldest message on the screen, so that a refetch drops none.
    queryFn: async ({ client, signal }) => {
      const oldest = client.getQueryData<LoadedCase>([...key, 'case', id])?.messages[0]?.id
      let loaded = await send(getHelpCase, { params: { id }, query: {} }, { signal })
      for (;;) {
        const before = loaded.messages[0]?.id
        if (oldest === undefined || before === undefined || before <= oldest || !loaded.hasEarlier) return loaded
        loaded = withEarlier(loaded, await send(getHelpCase, { params: { id }, query: { before } }, { signal }))
      }
    },
    refetchInterval: REFRESH_MS,
  })

export function useEarlierMessages(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (before: number) => send(getHelpCase, { params: { id }, query: { before } }),
    onSuccess: (page) => client.setQueryData(helpCaseQuery(id).queryKey, (loaded) => loaded && withEarlier(loaded, page)),
  })
}

/** The list, the conversation and the count in the menu. */
function useRefresh() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: consoleQuery.queryKey })
    return client.invalidateQueries({ queryKey: key })
  }
}

/** Subscribes while a page of the inbox is open: nothing of it is loaded on members' pages. */
export function useLiveInbox(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onLive('help.case_changed', () => {
        void client.invalidateQueries({ queryKey: consoleQuery.queryKey })
        void client.invalidateQueries({ queryKey: key })
      }),
    [client],
  )
}

export function useAnswerHelp(id: number) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { clientId: string; body: string; readUpTo?: number }) => send(answerHelp, { params: { id }, body }),
    // Refetch after a refusal, too: a colleague's reply is not on the screen yet.
    onSettled: refresh,
  })
}

export function useCloseHelpCase(id: number) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (upTo: number) => send(closeHelpCase, { params: { id }, body: { upTo } }),
    // Also refetch after a refusal: there is a message that was not shown yet.
    onSettled: refresh,
  })
}

export function useReopenHelpCase(id: number) {
  const refresh = useRefresh()
  return useMutation({ mutationFn: () => send(reopenHelpCase, { params: { id }, body: {} }), onSettled: refresh })
}

export function useAssignHelpCase(id: number) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (personId: number | null) => send(assignHelpCase, { params: { id }, body: { personId } }),
    onSettled: refresh,
  })
}

export type PresenceState = 'reading' | 'writing' | 'left'

export function useSetPresence(id: number) {
  const client = useQueryClient()
  // Failures are ignored: the state is sent again soon.
  const { mutate } = useMutation({
    mutationFn: (state: PresenceState) => send(setHelpPresence, { params: { id }, body: { state } }),
    onSuccess: ({ readers }, state) => {
      // Not after leaving: the update would remove the error of a conversation that the reader may no longer open.
      if (state !== 'left') client.setQueryData(helpCaseQuery(id).queryKey, (loaded) => loaded && { ...loaded, readers })
    },
  })
  return mutate
}
