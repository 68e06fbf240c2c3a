import { useMutation } from '@tanstack/react-query'
import { chooseLanguage, useLanguages } from '#core/i18n/language.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { language as languageIcon } from '#core/ui/icons.ts'
import { Select } from '#core/ui/select.tsx'

/** Shown once the list is there: a picker with nothing to pick would only puzzle. */
export function LanguageSelect() {
  const t = useText()
  const current = useLanguage()
  const languages = useLanguages(current)
  const choosing = useMutation({ mutationFn: chooseLanguage })
  if (languages.length === 0) return null
  return (
    <Select
      kind="quiet"
      icon={languageIcon}
      aria-label={t('signIn.language')}
      value={choosing.isPending ? choosing.variables : current}
      onChange={(event) => choosing.mutate(event.target.value)}
    >
      {languages.map(({ language, languageCode }) => (
        <option key={languageCode} value={languageCode} lang={languageCode}>
          {language}
        </option>
      ))}
    </Select>
  )
}
