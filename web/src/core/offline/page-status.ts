import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isUnreachable } from '../api-error.ts'
import { queryClient } from '../query-client.ts'
import { isPageData } from './rules.ts'

/** When the oldest of what stands on the page was read; `unsaved` where there is nothing of it. Null: it is as the server has it. */
export type PageStatus = number | 'unsaved' | null

export function pageStatusOf(queries: readonly Pick<Query, 'queryKey' | 'state'>[]): PageStatus {
  const unread = queries.filter(({ queryKey, state }) => isPageData(queryKey) && isUnreachable(state.error))
  const ages = unread.flatMap(({ state }) => (state.data === undefined ? [] : [state.dataUpdatedAt]))
  if (ages.length > 0) return Math.min(...ages)
  return unread.length > 0 ? 'unsaved' : null
}

const subscribe = (listener: () => void) => queryClient.getQueryCache().subscribe(listener)
const standingNow = () => pageStatusOf(queryClient.getQueryCache().findAll({ type: 'active' }))

export const usePageStanding = (): PageStatus => useSyncExternalStore(subscribe, standingNow)
