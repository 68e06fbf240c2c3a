import type { CallInput } from '@saathi/contract/core/call'
import * as calls from '@saathi/contract/matching/screening-calls'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { consoleQuery } from '../queries.ts'

const key = ['staff', 'screening']
const PAGE_SIZE = 20

export const mentorsQuery = (isApproved: boolean, page: number) =>
  queryOptions({
    queryKey: [...key, 'mentors', isApproved, page],
    queryFn: ({ signal }) =>
      send(calls.listMentorsToScreen, { query: { approved: isApproved ? '1' : '0', page, size: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const requirementsQuery = queryOptions({
  queryKey: [...key, 'requirements'],
  queryFn: async ({ signal }) => (await send(calls.listRequirements, {}, { signal })).programmes,
})

/** Sends a change, then refetches the mentors and the count in the menu. */
function useChange<Input, Reply>(change: (input: Input) => Promise<Reply>, onDone: (reply: Reply) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (reply) => {
      onDone(reply)
      void client.invalidateQueries({ queryKey: consoleQuery.queryKey })
      return client.invalidateQueries({ queryKey: key })
    },
  })
}

type CheckInput = CallInput<typeof calls.setCheck>

export const useSetCheck = (params: CheckParams, onDone: () => void) =>
  useChange((body: CheckInput['body']) => send(calls.setCheck, { params, body }), onDone)

type CheckParams = CheckInput['params']

export const useUploadEvidence = (params: CheckParams, onDone: () => void) =>
  useChange((file: File) => send(calls.uploadEvidence, { params, form: { fields: {}, files: { file } } }), onDone)

export const useRemoveEvidence = (params: CheckParams, onDone: () => void) =>
  useChange((reason: string) => send(calls.removeEvidence, { params, body: { reason } }), onDone)

/** Not a query, because every request is recorded and visible to the mentor. */
export const useOpenEvidence = (params: CheckParams) =>
  useMutation({ mutationFn: (reason: string) => send(calls.openEvidence, { params, query: { reason } }) })

export const useSetApproval = (personId: number, onDone: () => void) =>
  useChange((body: { isApproved: boolean; reason: string }) => send(calls.setApproval, { params: { personId }, body }), onDone)

export const useSetRequirements = (onDone: (reply: { ended: number }) => void) =>
  useChange(
    ({ projectId, kinds }: { projectId: number; kinds: calls.CheckKind[] }) =>
      send(calls.setRequirements, { params: { projectId }, body: { kinds } }),
    onDone,
  )
