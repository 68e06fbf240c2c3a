import {
  addToReport,
  blockPerson,
  listBlocks,
  listMyReports,
  listSafetyHelplines,
  reopenReport,
  sendReport,
  setGuardianWish,
  unblockPerson,
} from '@saathi/contract/safety/calls'
import { REPORT_TEXT_MAX, ReportedThing, ReportReason } from '@saathi/contract/safety/entities'
import { infiniteQueryOptions, queryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { send } from '#core/api.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { post } from '#core/outbox/outbox.ts'
import { cancelAndRefetch } from '#core/query-cache.ts'
import { queryClient } from '#core/query-client.ts'
import { newUuid } from '#core/uuid.ts'

const reportsKey = ['safety', 'reports']
const blocksKey = ['safety', 'blocks']

export const myReportsQuery = infiniteQueryOptions({
  queryKey: reportsKey,
  queryFn: ({ pageParam, signal }) => send(listMyReports, { query: pageParam > 0 ? { before: pageParam } : {} }, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ reports, hasMore }) => (hasMore ? reports.at(-1)?.id : undefined),
})

export const blocksQuery = queryOptions({ queryKey: blocksKey, queryFn: ({ signal }) => send(listBlocks, {}, { signal }) })

/** Stored on the device with the other queries, so that the numbers are there without a network. */
export const helplinesQuery = queryOptions({
  queryKey: ['safety', 'helplines'],
  queryFn: ({ signal }) => send(listSafetyHelplines, {}, { signal }),
  staleTime: 86_400_000,
})

/** Its clientId makes sending idempotent. A later report by the same person about the same thing is added to the open one. */
export const reportKind = defineKind({
  name: 'safety.report',
  input: z.object({
    clientId: z.uuid(),
    thing: ReportedThing,
    reason: ReportReason,
    text: z.optional(z.string().check(z.maxLength(REPORT_TEXT_MAX))),
  }),
  isParallel: true,
  lineOf: () => 'safety',
  aboutOf: ({ clientId }) => clientId,
  send: (report) => send(sendReport, { body: report }),
  settle: () => void queryClient.invalidateQueries({ queryKey: reportsKey }),
})

type Report = { thing: ReportedThing; reason: ReportReason; text?: string }

/** Waits in the outbox while the server cannot be reached; then the reply is undefined. */
export function useSendReport() {
  return useMutation({
    mutationKey: ['safety', 'report'],
    mutationFn: async (report: Report) => {
      const clientId = newUuid()
      const result = await post(reportKind, { ...report, clientId }, { id: clientId, label: { text: 'safety.outbox' } })
      return { isSent: result.isSent, reply: result.isSent ? result.reply : undefined }
    },
    networkMode: 'always',
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: reportsKey }),
  })
}

const refetchReports = (client: QueryClient) => client.invalidateQueries({ queryKey: reportsKey })

export function useAddToReport() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['safety', 'add'],
    mutationFn: ({ id, text }: { id: number; text: string }) =>
      send(addToReport, { params: { id }, body: { clientId: newUuid(), text } }),
    onSuccess: () => refetchReports(client),
  })
}

export function useReopenReport() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['safety', 'reopen'],
    mutationFn: ({ id, text }: { id: number; text: string }) =>
      send(reopenReport, { params: { id }, body: text === '' ? {} : { text } }),
    onSuccess: () => refetchReports(client),
  })
}

export function useGuardianWish() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['safety', 'guardian'],
    mutationFn: ({ id, mayTellGuardian }: { id: number; mayTellGuardian: boolean }) =>
      send(setGuardianWish, { params: { id }, body: { mayTellGuardian } }),
    onSuccess: () => refetchReports(client),
  })
}

/** Never queued: a block that only waits would be a promise that is not kept. */
export function useBlock() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['safety', 'block'],
    mutationFn: (personId: number) => send(blockPerson, { params: { personId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: blocksKey }),
  })
}

export function useUnblock() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['safety', 'unblock'],
    mutationFn: (personId: number) => send(unblockPerson, { params: { personId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: blocksKey }),
  })
}

export const handleReportsChanged = () => void cancelAndRefetch(queryClient, reportsKey)
export const handleBlocksChanged = () => void cancelAndRefetch(queryClient, blocksKey)
