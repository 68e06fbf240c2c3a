import { IdParam } from '@saathi/contract/core/fields'
import { useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { type ShownList, shownLists } from './cache.ts'

const Named = z.object({ mentorship: z.optional(z.unknown()), list: z.optional(z.unknown()), matching: z.optional(z.unknown()) })

export const readId = (text: unknown): number | undefined => z.safeParse(IdParam, text).data

/** Which mentorship and which list of it the address names. Each by itself: what lies over the home is not drawn for it. */
export function useHomeAddress(): { mentorship: number | undefined; list: ShownList | undefined } {
  // Of this page, not of the one that is on its way: while that one loads, this one is still shown.
  const mentorship = useSearch({ strict: false, select: (search: unknown) => z.safeParse(Named, search).data?.mentorship })
  const list = useSearch({ strict: false, select: (search: unknown) => z.safeParse(Named, search).data?.list })
  return { mentorship: readId(mentorship), list: shownLists.find((each) => each === list) }
}

/** Who walks with somebody and waits for another sees by this address how far that is. */
export const useWantsMatching = (): boolean =>
  useSearch({ strict: false, select: (search: unknown) => z.safeParse(Named, search).data?.matching !== undefined })

export const partnerLink = (userId: number, mentorship: number) =>
  ({ to: '/mentorship/partner/$userId', params: { userId: String(userId) }, search: { mentorship } }) as const
