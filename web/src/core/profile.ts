import { getProfile } from '@saathi/contract/accounts/entrance-calls'
import type { Profile } from '@saathi/contract/accounts/entities'
import { hashKey, type Query, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { send } from './api.ts'
import { writeStored } from './storage.ts'

export const profileQuery = queryOptions({
  queryKey: ['accounts', 'profile'],
  queryFn: async ({ signal }) => {
    const profile = await send(getProfile, {}, { signal })
    // The next reload, and the sign-in page after a sign-out, use this language from the first paint.
    writeStored('saathi.language', profile.newPrimaryLanguage)
    return profile
  },
  staleTime: 60_000,
})

/** For pages that require sign-in: the guard has fetched the profile before they are shown. */
export const useProfile = (): Profile => useSuspenseQuery(profileQuery).data

const profileHash = hashKey(profileQuery.queryKey)

/** For subscribers to the whole query cache. */
export const isProfile = ({ queryHash }: Pick<Query, 'queryHash'>): boolean => queryHash === profileHash
