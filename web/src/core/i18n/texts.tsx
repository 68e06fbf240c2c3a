import { formatMessage, localeOf, type MessageValues } from '@saathi/contract/core/message'
import type { TextKey } from '@saathi/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, type ReactNode } from 'react'
import { errorTextKey } from '../error-text.ts'
import { Failed } from '../ui/failed.tsx'
import { LoadingBeads } from '../ui/loading-beads.tsx'
import { builtIn } from './built-in.ts'
import { dictionaryQuery, storedDictionary, type Dictionary } from './dictionary.ts'
import { useWantedLanguage } from './language.ts'

export type Translate = (key: TextKey, values?: MessageValues) => string
type Texts = { t: Translate; language: string }

function textsOf(dictionary: Dictionary | undefined): Texts {
  const language = dictionary?.languageCode ?? 'en'
  const locale = localeOf(language)
  const words = dictionary?.translations ?? {}
  return { language, t: (key, values) => formatMessage(locale, words[key] ?? builtIn[key] ?? key, values) }
}

const TextsContext = createContext<Texts>(textsOf(undefined))

/** `const t = useText()`, then `t('signIn.title')`: all words come from the dictionary. */
export const useText = (): Translate => use(TextsContext).t
export const useLanguage = (): string => use(TextsContext).language

export function TextsProvider({ children }: { children: ReactNode }) {
  const wanted = useWantedLanguage()
  const query = useQuery({ ...dictionaryQuery(wanted ?? 'en'), enabled: wanted !== null })
  // Old words in another language are better than none while the right ones cannot be had.
  const dictionary = query.data ?? (query.isError ? storedDictionary() : undefined)
  const texts = useMemo(() => textsOf(dictionary), [dictionary])

  useEffect(() => {
    document.documentElement.lang = texts.language
    // Where they do not come, the phone's own letters stand.
    if (texts.language !== 'en') import('../theme/script-fonts.ts').then((fonts) => fonts.fetchScriptFonts()).catch(() => null)
  }, [texts.language])

  return (
    <TextsContext value={texts}>
      {dictionary ? children : query.isError ? <NoTexts error={query.error} onRetry={() => void query.refetch()} /> : <Waiting />}
    </TextsContext>
  )
}

function Waiting() {
  return <LoadingBeads label={builtIn['app.loading']} labelHidden />
}

function NoTexts({ error, onRetry }: { error: Error; onRetry: () => void }) {
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
