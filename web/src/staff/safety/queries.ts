import type { Case } from '@saathi/contract/safety/case-entities'
import type { Call, CallInput, CallReply } from '@saathi/contract/core/call'
import { listSafetyHelplines } from '@saathi/contract/safety/calls'
import { redactMessage } from '@saathi/contract/chat/staff-calls'
import * as desk from '@saathi/contract/safety/desk-calls'
import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { consoleQuery } from '../queries.ts'

const key = ['staff', 'safety']

export type Shown = 'open' | 'mine' | 'free' | 'closed'
export type Queue = CallReply<typeof desk.listCases>

export const casesQuery = (show: Shown, page: number) =>
  queryOptions({
    queryKey: [...key, 'cases', show, page],
    queryFn: ({ signal }) => send(desk.listCases, { query: { show, page, size: 50 } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const caseQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, 'case', id],
    queryFn: ({ signal }) => send(desk.getCase, { params: { id } }, { signal }),
  })

export function useTakeNext(onTaken: (id: number | null) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => send(desk.takeNextCase, { body: {} }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: key })
      onTaken(id)
    },
  })
}

export const useEraseMessage = (onDone: () => void) =>
  useMutation({ mutationFn: (id: number) => send(redactMessage, { params: { id }, body: {} }), onSuccess: onDone })

type CaseChange = Call & { reply: typeof desk.getCase.reply }

/** An act on a case. Every reply is the whole case and replaces what is shown. */
export function useCaseAct<C extends CaseChange>(call: C, onDone?: (after: Case) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<C>): Promise<Case> => send(call, input),
    onSuccess: (after) => {
      client.setQueryData(caseQuery(after.id).queryKey, after)
      onDone?.(after)
      void client.invalidateQueries({ queryKey: consoleQuery.queryKey })
      return client.invalidateQueries({ queryKey: [...key, 'cases'] })
    },
    // A colleague may have been faster; the page then shows what is true now.
    onError: () => client.invalidateQueries({ queryKey: key }),
  })
}

/** Not cached: what was reported is in memory only while it is on screen. */
export const useOpenWindow = (id: number, reportId: number) =>
  useMutation({
    mutationFn: (reason: string) => send(desk.openWindow, { params: { id, reportId }, body: { reason } }),
    gcTime: 0,
  })

type Position = { before: number } | { after: number } | null
const aroundReport = (): Position => null

export const unlockedQuery = (id: number, unlockId: number) =>
  infiniteQueryOptions({
    queryKey: [...key, 'unlocked', id, unlockId],
    queryFn: ({ pageParam, signal }) => send(desk.readUnlocked, { params: { id, unlockId }, query: pageParam ?? {} }, { signal }),
    initialPageParam: aroundReport(),
    getPreviousPageParam: ({ hasOlder, messages: [first] }): Position | undefined =>
      hasOlder && first ? { before: first.messageId } : undefined,
    getNextPageParam: ({ hasNewer, messages }): Position | undefined => {
      const last = messages.at(-1)
      return hasNewer && last ? { after: last.messageId } : undefined
    },
    // Every fetch is recorded, so nothing is refetched automatically, and nothing is cached after the page is left.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })

export const helplinesQuery = queryOptions({
  queryKey: [...key, 'helplines'],
  queryFn: async ({ signal }) => (await send(listSafetyHelplines, {}, { signal })).helplines,
})

export const numbersQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...key, 'numbers', projectId],
    queryFn: ({ signal }) => send(desk.getSafetyNumbers, { params: { projectId } }, { signal }),
  })

export function useSetNumbers(projectId: number, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof desk.setSafetyNumbers>['body']) =>
      send(desk.setSafetyNumbers, { params: { projectId }, body }),
    onSuccess: () => {
      onDone()
      return client.invalidateQueries({ queryKey: key })
    },
  })
}
