import { formatMessage, localeOf, type MessageValues } from '@saathi/contract/core/message'
import type { TextKey } from '@saathi/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, type ReactNode } from 'react'
import { errorTextKey } from '../error-text.ts'
import { useStore } from '../store.ts'
import { Failed } from '../ui/failed.tsx'
import { LoadingBeads } from '../ui/loading-beads.tsx'
import { dictionaryQuery, furtherText, lateRest, storedDictionary, type Dictionary } from './dictionary.ts'
import { usePageLanguage } from './language.ts'

export type Translate = (key: TextKey, values?: MessageValues) => string
type Texts = { t: Translate; language: string }

function textsOf(dictionary: Dictionary | undefined): Texts {
  const language = dictionary?.languageCode ?? 'en'
  const locale = localeOf(language)
  const words = dictionary?.translations ?? {}
  const find = (key: string) => words[key] ?? furtherText(language, key) ?? builtIn[key] ?? key
  return { language, t: (key, values) => formatMessage(locale, find(key), values) }
}

const TextsContext = createContext<Texts>(textsOf(undefined))

/** `const t = useText()`, then `t('signIn.title')`. All texts come from the dictionary. */
export const useText = (): Translate => use(TextsContext).t
export const useLanguage = (): string => use(TextsContext).language

export function TextsProvider({ children }: { children: ReactNode }) {
  const code = usePageLanguage()
  const query = useQuery({ ...dictionaryQuery(code ?? 'en'), enabled: code !== null })
  // Stored texts in another language are better than none if loading fails.
  const dictionary = query.data ?? (query.isError ? storedDictionary() : undefined)
  const late = useStore(lateRest)
  // oxlint-disable-next-line react/exhaustive-deps -- a new `t` draws the texts that were late
  const texts = useMemo(() => textsOf(dictionary), [dictionary, late])

  useEffect(() => {
    document.documentElement.lang = texts.language
    // If the fonts do not load, the system fonts are used.
    if (texts.language !== 'en') import('../theme/script-fonts.ts').then((fonts) => fonts.fetchScriptFonts()).catch(() => null)
  }, [texts.language])

  return (
    <TextsContext value={texts}>
      {dictionary ? (
        children
      ) : query.isError ? (
        <TextsFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <TextsLoading />
      )}
    </TextsContext>
  )
}

/** Adds texts that only some pages need. */
export function ExtraTexts({ words, children }: { words: Readonly<Record<string, string>>; children: ReactNode }) {
  const { t, language } = use(TextsContext)
  const texts = useMemo(() => {
    const locale = localeOf(language)
    const extra: Translate = (key, values) =>
      words[key] === undefined ? t(key, values) : formatMessage(locale, words[key], values)
    return { language, t: extra }
  }, [t, language, words])
  return <TextsContext value={texts}>{children}</TextsContext>
}

function TextsLoading() {
  return <LoadingBeads label={builtIn['app.loading']} labelHidden />
}

function TextsFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText()
  return (
    <main>
      <Failed
        level={1}
        title={t('failed.title')}
        text={t(errorTextKey(error))}
        retryLabel={t('action.retry')}
        onRetry={onRetry}
      />
    </main>
  )
}

/** Texts for the page shown before any dictionary has loaded. */
const builtIn: Readonly<Record<string, string>> = {
  'app.name': 'Saathi',
  'app.loading': 'Loading',
  'failed.title': 'This page could not be loaded',
  'error.network': 'We could not reach Saathi. Check your connection and try again.',
  'error.broken': 'Something went wrong on our side. Please try again in a little while.',
  'action.retry': 'Try again',
  'action.retrying': 'Trying again...',
}
