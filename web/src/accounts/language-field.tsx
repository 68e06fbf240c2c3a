import { useQuery } from '@tanstack/react-query'
import { languagesQuery } from '#core/i18n/dictionary.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/field.tsx'
import { Select } from '#core/ui/select.tsx'
import { RetryNote } from './retry-note.tsx'

/** The active languages by code; `requested` counts only if it is one of them. */
export function useActiveLanguages(requested: string) {
  const query = useQuery(languagesQuery)
  const active = (query.data ?? [])
    .filter(({ isActive }) => isActive)
    .toSorted((a, b) => (a.languageCode < b.languageCode ? -1 : 1))
  const chosen = active.find(({ languageCode }) => languageCode === requested)?.languageCode ?? ''
  return { active, chosen, isError: query.isError, isFetching: query.isFetching, load: () => void query.refetch() }
}

type LanguageFieldProps = {
  languages: ReturnType<typeof useActiveLanguages>
  error: string | false | undefined
  onChoose: (code: string) => void
}

export function LanguageField({ languages, error, onChoose }: LanguageFieldProps) {
  const t = useText()
  const { active, chosen, isError, isFetching, load } = languages
  return (
    <>
      <Field label={t('signUp.language')} required error={error}>
        <Select name="language" value={chosen} onChange={(event) => onChoose(event.target.value)}>
          {chosen === '' && <option value="">{t('signUp.chooseLanguage')}</option>}
          {active.map(({ language, languageCode }) => (
            <option key={languageCode} value={languageCode} lang={languageCode}>
              {language}
            </option>
          ))}
        </Select>
      </Field>
      {isError && active.length === 0 && <RetryNote text={t('signUp.languagesFailed')} isLoading={isFetching} onLoad={load} />}
    </>
  )
}
