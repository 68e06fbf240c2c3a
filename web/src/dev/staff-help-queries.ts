import { answerHelp, closeHelpCase, getHelpCase, listHelpCases } from '@saathi/contract/help/calls'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'

const casesKey = ['dev', 'help']

export const helpCasesQuery = queryOptions({
  queryKey: [...casesKey, 'open'],
  queryFn: ({ signal }) => send(listHelpCases, { query: {} }, { signal }),
  staleTime: 0,
})

export const helpCaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...casesKey, id],
    queryFn: ({ signal }) => send(getHelpCase, { params: { id }, query: {} }, { signal }),
    staleTime: 0,
  })

export function useAnswerHelp(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (message: { clientId: string; body: string }) => send(answerHelp, { params: { id }, body: message }),
    onSuccess: () => client.invalidateQueries({ queryKey: casesKey }),
  })
}

export function useCloseHelpCase(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (upTo: number) => send(closeHelpCase, { params: { id }, body: { upTo } }),
    // Also after a refusal: there is a message that was not shown yet.
    onSettled: () => client.invalidateQueries({ queryKey: casesKey }),
  })
}
