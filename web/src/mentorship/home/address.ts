import { IdParam } from '@saathi/contract/core/fields'
import { useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { type ShownList, shownLists } from '../cache.ts'

const HomeSearch = z.object({
  mentorship: z.optional(z.unknown()),
  list: z.optional(z.unknown()),
  matching: z.optional(z.unknown()),
})

export const readId = (text: unknown): number | undefined => z.safeParse(IdParam, text).data

/** The mentorship and list of the address. Selected separately, so that dialogs over the home do not re-render it. */
export function useHomeAddress(): { mentorship: number | undefined; list: ShownList | undefined } {
  // Of the page being shown, not the one being loaded.
  const mentorship = useSearch({ strict: false, select: (search: unknown) => z.safeParse(HomeSearch, search).data?.mentorship })
  const list = useSearch({ strict: false, select: (search: unknown) => z.safeParse(HomeSearch, search).data?.list })
  return { mentorship: readId(mentorship), list: shownLists.find((each) => each === list) }
}

/** People with a mentorship see the state of another match at this address. */
export const useWantsMatching = (): boolean =>
  useSearch({ strict: false, select: (search: unknown) => z.safeParse(HomeSearch, search).data?.matching !== undefined })

export const partnerLink = (userId: number, mentorship: number) =>
  ({ to: '/mentorship/partner/$userId', params: { userId: String(userId) }, search: { mentorship } }) as const
