import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { hearFound, type MatchList } from './queries.ts'

/**
 * Who looks for nobody any more has found somebody, and the home will show it as soon as it has read so: until then nothing
 * must say that the search goes on. Where the home says otherwise, the screen is shown after all.
 */
export function useIsFound(list: MatchList | undefined): boolean {
  const client = useQueryClient()
  const isOver = list !== undefined && list.screen === 1 && list.waitingSince === null
  const [readFor, setReadFor] = useState<MatchList>()
  useEffect(() => {
    if (isOver) void hearFound(client).then(() => setReadFor(list))
  }, [client, isOver, list])
  return isOver && readFor !== list
}
