import * as calls from '@saathi/contract/accounts/import-calls'
import type { ImportFields } from '@saathi/contract/accounts/import-columns'
import type { CallInput } from '@saathi/contract/core/call'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'

const key = ['staff', 'imports']
const WORKING_MS = 1_000
const INVITING_MS = 15_000

export const importsQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: async ({ signal }) => (await send(calls.listImports, {}, { signal })).runs,
})

/** Polls often while the server works on the import, and rarely while invitations are being sent. */
export const importQuery = (runId: number) =>
  queryOptions({
    queryKey: [...key, 'run', runId],
    queryFn: ({ signal }) => send(calls.getImport, { params: { runId } }, { signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.state === 'running' || data?.state === 'undoing') return WORKING_MS
      return data?.state === 'done' && data.invited < data.created ? INVITING_MS : false
    },
  })

type RowFilter = CallInput<typeof calls.listImportRows>['query']['show']

export const importRowsQuery = (runId: number, show: RowFilter) =>
  infiniteQueryOptions({
    queryKey: [...key, 'rows', runId, show],
    queryFn: ({ signal, pageParam }) =>
      send(calls.listImportRows, { params: { runId }, query: { show, ...(pageParam > 0 && { after: pageParam }) } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })

export function useUploadImport(onDone: (reply: { runId: number; isKnown: boolean }) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => send(calls.uploadImport, { form: { fields: {}, files: { file } } }),
    onSuccess: (reply) => {
      onDone(reply)
      return client.invalidateQueries({ queryKey: key })
    },
  })
}

/** Runs an act on an import, then loads it again. */
function useAct<Input, Reply>(act: (input: Input) => Promise<Reply>, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => {
      onDone?.()
      return client.invalidateQueries({ queryKey: key })
    },
  })
}

type Correction = { number: number; fields?: Partial<ImportFields>; isLeftOut?: boolean }

export const useCorrectRow = (runId: number) =>
  useAct(({ number, ...body }: Correction) => send(calls.correctImportRow, { params: { runId, number }, body }))

export function useSetUpdatesExisting(runId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (updatesExisting: boolean) => send(calls.setUpdatesExisting, { params: { runId }, body: { updatesExisting } }),
    onSuccess: (run) => {
      client.setQueryData(importQuery(runId).queryKey, run)
      return client.invalidateQueries({ queryKey: key })
    },
  })
}

export const useStartImport = (runId: number) => useAct(() => send(calls.startImport, { params: { runId }, body: {} }))
export const useStopImport = (runId: number) => useAct(() => send(calls.stopImport, { params: { runId }, body: {} }))
export const useUndoImport = (runId: number, onDone: () => void) =>
  useAct(() => send(calls.undoImport, { params: { runId }, body: {} }), onDone)

export const useExportLeftOut = (runId: number, onDone: (csv: string) => void) =>
  useMutation({
    mutationFn: async () => (await send(calls.exportLeftOut, { params: { runId } })).csv,
    onSuccess: onDone,
  })
