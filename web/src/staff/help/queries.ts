import { answerHelp, closeHelpCase, getHelpCase, listHelpCases } from '@saathi/contract/help/calls'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import { consoleQuery } from '../queries.ts'

const key = ['staff', 'help']
const REFRESH_MS = 30_000
const PAGE_SIZE = 20

export const helpCasesQuery = (closed: boolean, page: number) =>
  queryOptions({
    queryKey: [...key, 'list', closed, page],
    queryFn: ({ signal }) => send(listHelpCases, { query: { closed: closed ? '1' : '0', page, size: PAGE_SIZE } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

export const helpCaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, 'case', id],
    queryFn: ({ signal }) => send(getHelpCase, { params: { id }, query: {} }, { signal }),
    refetchInterval: REFRESH_MS,
  })

/** The list, the conversation and the count in the menu. */
function useRefresh() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: consoleQuery.queryKey })
    return client.invalidateQueries({ queryKey: key })
  }
}

export function useAnswerHelp(id: number) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (message: { clientId: string; body: string }) => send(answerHelp, { params: { id }, body: message }),
    onSuccess: refresh,
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
