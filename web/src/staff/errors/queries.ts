import { type ClientErrorKind, listClientErrors } from '@saathi/contract/core/client-errors'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send } from '#core/api.ts'

export const clientErrorsQuery = (kind: ClientErrorKind | null) =>
  queryOptions({
    queryKey: ['staff', 'clientErrors', kind],
    queryFn: ({ signal }) => send(listClientErrors, { query: kind === null ? {} : { kind } }, { signal }),
    placeholderData: keepPreviousData,
  })
