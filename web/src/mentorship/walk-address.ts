import { useParams, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { readId, wantsResult } from '#learning/public.tsx'

const Params = z.object({ sessionId: z.optional(z.unknown()), stepId: z.optional(z.unknown()) })
const Search = z.object({ mentorship: z.optional(z.unknown()), quiz: z.optional(z.unknown()) })

/** What the address names; what is missing or no id is undefined. */
export function useWalkAddress() {
  // Of this page, not of the one that is on its way: while that one loads, this one is still shown.
  const params: unknown = useParams({ strict: false })
  const search: unknown = useSearch({ strict: false })
  const named = z.safeParse(Params, params).data
  const asked = z.safeParse(Search, search).data
  return {
    session: readId(named?.sessionId),
    step: readId(named?.stepId),
    quiz: readId(asked?.quiz),
    mentorship: readId(asked?.mentorship),
    wantsResult: wantsResult(search),
  }
}
