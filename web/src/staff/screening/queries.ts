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

/** Runs an act, then loads the mentors and the count in the menu again. */
function useAct<Input, Reply>(act: (input: Input) => Promise<Reply>, onDone: (reply: Reply) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (reply) => {
      onDone(reply)
      void client.invalidateQueries({ queryKey: consoleQuery.queryKey })
      return client.invalidateQueries({ queryKey: key })
    },
  })
}

type CheckInput = CallInput<typeof calls.setCheck>

export const useSetCheck = (params: CheckInput['params'], onDone: () => void) =>
  useAct((body: CheckInput['body']) => send(calls.setCheck, { params, body }), onDone)

type Place = CheckInput['params']

export const useUploadEvidence = (params: Place, onDone: () => void) =>
  useAct((file: File) => send(calls.uploadEvidence, { params, form: { fields: {}, files: { file } } }), onDone)

export const useRemoveEvidence = (params: Place, onDone: () => void) =>
  useAct((reason: string) => send(calls.removeEvidence, { params, body: { reason } }), onDone)

/** Not a query, because every request is recorded and visible to the mentor. */
export const useOpenEvidence = (params: Place) =>
  useMutation({ mutationFn: (reason: string) => send(calls.openEvidence, { params, query: { reason } }) })

export const useSetApproval = (personId: number, onDone: () => void) =>
  useAct((body: { isApproved: boolean; reason: string }) => send(calls.setApproval, { params: { personId }, body }), onDone)

export const useSetRequirements = (onDone: (reply: { ended: number }) => void) =>
  useAct(
    ({ projectId, kinds }: { projectId: number; kinds: calls.CheckKind[] }) =>
      send(calls.setRequirements, { params: { projectId }, body: { kinds } }),
    onDone,
  )
