import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isUnreachable } from '../api-error.ts'
import { queryClient } from '../query-client.ts'
import { isPageData } from './rules.ts'

/** Fetch time of the oldest stale data on the page, `unsaved` if nothing is cached, null if the page is up to date. */
export type PageStatus = number | 'unsaved' | null

export function pageStatusOf(queries: readonly Pick<Query, 'queryKey' | 'state'>[]): PageStatus {
  const failed = queries.filter(({ queryKey, state }) => isPageData(queryKey) && isUnreachable(state.error))
  const ages = failed.flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]))
  if (ages.length > 0) return Math.min(...ages)
  return failed.length > 0 ? 'unsaved' : null
}

const subscribe = (listener: () => void) => queryClient.getQueryCache().subscribe(listener)
const currentStatus = () => pageStatusOf(queryClient.getQueryCache().findAll({ type: 'active' }))

export const usePageStatus = (): PageStatus => useSyncExternalStore(subscribe, currentStatus)
