import { getSupportedLanguages, getTranslation } from '@saathi/contract/content/calls'
import type { CallReply } from '@saathi/contract/core/call'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ApiError } from '../api-error.ts'
import { send } from '../api.ts'
import { readStored, writeStored } from '../storage.ts'

export type Dictionary = CallReply<typeof getTranslation>

const key = 'saathi.texts'

export function storedDictionary(): Dictionary | undefined {
  try {
    return z.safeParse(getTranslation.reply, JSON.parse(readStored(key) ?? 'null')).data
  } catch {
    return undefined
  }
}

export const dictionaryQuery = (languageCode: string) =>
  queryOptions({
    // Under `texts`: not personal, so it stays after a sign-out.
    queryKey: ['texts', 'dictionary', languageCode],
    queryFn: async ({ signal }): Promise<Dictionary> => {
      const dictionary = await fetchDictionary(languageCode, signal)
      writeStored(key, JSON.stringify(dictionary))
      return dictionary
    },
    staleTime: 5 * 60_000,
    gcTime: Infinity,
    // A reload renders with the stored texts and refetches in the background.
    initialData: () => {
      const stored = storedDictionary()
      return stored?.languageCode === languageCode ? stored : undefined
    },
    initialDataUpdatedAt: 0,
    placeholderData: keepPreviousData,
  })

async function fetchDictionary(languageCode: string, signal: AbortSignal): Promise<Dictionary> {
  try {
    return await send(getTranslation, { query: { languageCode } }, { signal })
  } catch (error) {
    // A language may be withdrawn while a browser still has it stored.
    if (!(error instanceof ApiError) || error.code !== 'content.language_not_offered') throw error
    return send(getTranslation, { query: { languageCode: 'en' } }, { signal })
  }
}

export const languagesQuery = queryOptions({
  queryKey: ['texts', 'languages'],
  queryFn: async ({ signal }) => (await send(getSupportedLanguages, {}, { signal })).languages,
  staleTime: 10 * 60_000,
  gcTime: Infinity,
})
