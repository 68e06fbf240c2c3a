import { setPrimaryLanguage } from '@saathi/contract/accounts/entrance-calls'
import type { Language } from '@saathi/contract/content/calls'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { send } from '../api.ts'
import { isProfile, profileQuery } from '../profile.ts'
import { queryClient } from '../query-client.ts'
import { sessionNow } from '../session.ts'
import { readStored, writeStored } from '../storage.ts'
import { createEvent } from '../store.ts'
import { onOtherTab, notifyOtherTabs } from '../tabs.ts'
import { dictionaryQuery, languagesQuery } from './dictionary.ts'
import { pickLanguage } from './pick-language.ts'

const key = 'saathi.language'
const languageStored = createEvent()

function storeLanguage(code: string): void {
  writeStored(key, code)
  languageStored.emit()
}

/** The language, if it can be picked without the list of languages. */
function pickWithoutList(profile: string | undefined, stored: string | null): string | null {
  return pickLanguage({ profile, stored, preferred: navigator.languages, languages: undefined })
}

/** The language the page should be in; null while unknown. */
export function usePageLanguage(): string | null {
  const profile = useSyncExternalStore(watchCache, profileLanguage)
  const stored = useSyncExternalStore(languageStored.on, () => readStored(key))
  const decided = pickWithoutList(profile, stored)
  const { isError, data } = useQuery({ ...languagesQuery, enabled: decided === null })
  return decided ?? pickLanguage({ profile, stored, preferred: navigator.languages, languages: isError ? null : data })
}

/** Called before React starts: rendering once with the texts takes a tenth less time than rendering twice. */
export async function fetchFirstTexts(): Promise<void> {
  const code = pickWithoutList(undefined, readStored(key))
  await Promise.allSettled([
    queryClient.ensureQueryData(languagesQuery),
    ...(code === null ? [] : [queryClient.ensureQueryData(dictionaryQuery(code))]),
  ])
}

// Not useQuery: this wraps the whole page, which must not re-render on every fetch.
const watchCache = (listener: () => void) => queryClient.getQueryCache().subscribe(({ query }) => isProfile(query) && listener())
const profileLanguage = () => queryClient.getQueryData(profileQuery.queryKey)?.newPrimaryLanguage

/** Active languages plus the current one, by code. */
export function useLanguages(current: string): Language[] {
  const { data = [] } = useQuery(languagesQuery)
  return (
    data
      .filter(({ isActive, languageCode }) => isActive || languageCode === current)
      // Codes are ASCII; localeCompare would load a collation, a quarter of the sign-in page's script time.
      .toSorted((a, b) => (a.languageCode < b.languageCode ? -1 : 1))
  )
}

/** Changes all texts at once in every tab, and reverts if the server refuses. */
export async function chooseLanguage(code: string): Promise<void> {
  const before = readStored(key)
  const profileBefore = queryClient.getQueryData(profileQuery.queryKey)
  showLanguage(code)
  if (sessionNow() === 'signedIn') {
    try {
      await send(setPrimaryLanguage, { params: { code } })
    } catch (error) {
      showLanguage(profileBefore?.newPrimaryLanguage ?? before ?? 'en')
      throw error
    }
    void refetchContent()
  }
  notifyOtherTabs({ type: 'language', code })
}

function showLanguage(code: string): void {
  storeLanguage(code)
  queryClient.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, newPrimaryLanguage: code })
}

/** Titles and overviews come translated from the server. */
const refetchContent = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'texts' })

onOtherTab((message) => {
  if (message.type !== 'language') return
  showLanguage(message.code)
  void refetchContent()
})
