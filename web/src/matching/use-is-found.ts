import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refetchHome, type MatchList } from './queries.ts'

/**
 * A person who is no longer in the pool has found somebody, and the home shows that after its refetch. Until then the
 * search screen is hidden; if the home shows no mentorship, it appears again.
 */
export function useIsFound(list: MatchList | undefined): boolean {
  const client = useQueryClient()
  const isOver = list !== undefined && list.screen === 1 && list.waitingSince === null
  const [readFor, setReadFor] = useState<MatchList>()
  useEffect(() => {
    if (isOver) void refetchHome(client).then(() => setReadFor(list))
  }, [client, isOver, list])
  return isOver && readFor !== list
}
