import { checkActs, exportActs, listActs } from '@saathi/contract/staff/audit-calls'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { send } from '#core/api.ts'

/** The filters as they are in the address. */
export type ActFilters = { [Name in 'staff' | 'person' | 'from' | 'until' | 'changes' | 'before']?: string }

const isId = (text: string | undefined) => text !== undefined && /^\d+$/.test(text)
const isDay = (text: string | undefined) => text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)

const toFilter = ({ staff, person, from, until, changes }: ActFilters) => ({
  ...(isId(staff) && { staffId: Number(staff) }),
  ...(isId(person) && { personId: Number(person) }),
  ...(isDay(from) && { from }),
  ...(isDay(until) && { until }),
  changesOnly: changes === '1' ? ('1' as const) : ('0' as const),
})

export const actsQuery = (filters: ActFilters) =>
  queryOptions({
    queryKey: ['staff', 'acts', filters],
    queryFn: ({ signal }) =>
      send(
        listActs,
        { query: { ...toFilter(filters), ...(isId(filters.before) && { before: Number(filters.before) }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

type Exported = { csv: string; count: number; isCut: boolean }

export const useExportActs = (onDone: (exported: Exported) => void) =>
  useMutation({ mutationFn: (filters: ActFilters) => send(exportActs, { query: toFilter(filters) }), onSuccess: onDone })

export const useCheckActs = () => useMutation({ mutationFn: () => send(checkActs, { body: {} }) })
