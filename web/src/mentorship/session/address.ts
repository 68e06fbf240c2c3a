import { useParams, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { readId, wantsResult } from '#learning/public.tsx'

const Params = z.object({ sessionId: z.optional(z.unknown()), stepId: z.optional(z.unknown()) })
const Search = z.object({ mentorship: z.optional(z.unknown()), quiz: z.optional(z.unknown()) })

/** The ids of the address; undefined when missing or invalid. */
export function useSessionAddress() {
  // Of the page being shown, not the one being loaded.
  const params: unknown = useParams({ strict: false })
  const search: unknown = useSearch({ strict: false })
  const path = z.safeParse(Params, params).data
  const query = z.safeParse(Search, search).data
  return {
    session: readId(path?.sessionId),
    step: readId(path?.stepId),
    quiz: readId(query?.quiz),
    mentorship: readId(query?.mentorship),
    wantsResult: wantsResult(search),
  }
}
