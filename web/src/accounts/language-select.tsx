import { useText } from '#core/i18n/texts.tsx'
import { language as languageIcon } from '#core/ui/basic-icons.ts'
import { Select } from '#core/ui/select.tsx'
import { useLanguageChoice } from './use-language-choice.ts'

/** Hidden until the list has loaded: an empty picker would confuse. */
export function LanguageSelect() {
  const t = useText()
  const { languages, chosen, choose } = useLanguageChoice()
  if (languages.length === 0) return null
  return (
    <Select
      kind="quiet"
      icon={languageIcon}
      aria-label={t('signIn.language')}
      value={chosen}
      onChange={(event) => choose(event.target.value)}
    >
      {languages.map(({ language, languageCode }) => (
        <option key={languageCode} value={languageCode} lang={languageCode}>
          {language}
        </option>
      ))}
    </Select>
  )
}
