import { getSupportedLanguages, getTranslation } from '@saathi/contract/content/calls'
import type { CallReply } from '@saathi/contract/core/call'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ApiError } from '../api-error.ts'
import { send } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { readStored, writeStored } from '../storage.ts'
import { createStore } from '../store.ts'

export type Dictionary = CallReply<typeof getTranslation>

const key = 'saathi.texts'

export function storedDictionary(): Dictionary | undefined {
  try {
    return z.safeParse(getTranslation.reply, JSON.parse(readStored(key) ?? 'null')).data
  } catch {
    return undefined
  }
}

declare global {
  // The language whose first texts index.html has asked for, to show the first page with them.
  var saathiFirstTexts: string | undefined
}

/** The language whose other texts are not there yet. */
const lacking = createStore<string | null>(null)
const completing = createStore<Promise<void> | null>(null)
/** Kept apart from the first texts: to put thousands of texts into one object takes a slow phone 100 ms. */
const rest = createStore<Dictionary | null>(null)
/** A text was wanted before it was there. */
const isWaiting = createStore(false)

/** Changes when the other texts have come after the page wanted one of them: it must be drawn again. */
export const lateRest = createStore<Dictionary | null>(null)

/** A text that is not among the first ones. Nothing while it is on its way. */
export function furtherText(languageCode: string, name: string): string | undefined {
  const more = rest.get()
  if (more?.languageCode === languageCode) return more.translations[name]
  if (lacking.get() === null) return undefined
  isWaiting.set(true)
  return ''
}

/** Pages other than the first ones wait for this. */
export function allTexts(): Promise<void> {
  const languageCode = lacking.get()
  if (languageCode === null) return Promise.resolve()
  const started = completing.get() ?? addRest(languageCode).finally(() => completing.set(null))
  completing.set(started)
  return started
}

async function addRest(languageCode: string): Promise<void> {
  const more = await send(getTranslation, { query: { languageCode, part: 'rest' } })
  if (lacking.get() !== languageCode) return
  rest.set(more)
  lacking.set(null)
  if (isWaiting.get()) lateRest.set(more)
  const first = queryClient.getQueryData(dictionaryQuery(languageCode).queryKey)
  if (first) whenIdle(() => storeTexts(languageCode, [first.translations, more.translations]))
}

const whenIdle = (work: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 200))

function storeTexts(languageCode: string, parts: readonly Dictionary['translations'][]): void {
  const texts = parts.map((part) => JSON.stringify(part).slice(1, -1)).join(',')
  writeStored(key, `{"languageCode":${JSON.stringify(languageCode)},"translations":{${texts}}}`)
}

export const dictionaryQuery = (languageCode: string) =>
  queryOptions({
    // Under `texts`: not personal, so it stays after a sign-out.
    queryKey: ['texts', 'dictionary', languageCode],
    queryFn: async ({ signal }): Promise<Dictionary> => {
      const part = globalThis.saathiFirstTexts === languageCode ? 'first' : undefined
      const dictionary = await fetchDictionary({ languageCode, part }, signal)
      globalThis.saathiFirstTexts = undefined
      const isPart = part !== undefined && dictionary.languageCode === languageCode
      lacking.set(isPart ? languageCode : null)
      if (!isPart) storeTexts(dictionary.languageCode, [dictionary.translations])
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

type Wanted = { languageCode: string; part: 'first' | undefined }

async function fetchDictionary({ languageCode, part }: Wanted, signal: AbortSignal): Promise<Dictionary> {
  try {
    return await send(getTranslation, { query: { languageCode, ...(part && { part }) } }, { signal })
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
