import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { language as languageIcon } from '#core/ui/icons.ts'
import css from './language-code-select.module.css'
import { useLanguageChoice } from './use-language-choice.ts'

/** Compact picker for a narrow bar: shows the code and opens the list of names. */
export function LanguageCodeSelect() {
  const t = useText()
  const { languages, chosen, choose } = useLanguageChoice()
  return (
    <span className={css.picker}>
      {languages.length > 0 && (
        <>
          <Icon of={languageIcon} />
          <span aria-hidden="true">{chosen.toUpperCase()}</span>
          <select aria-label={t('signIn.language')} value={chosen} onChange={(event) => choose(event.target.value)}>
            {languages.map(({ language, languageCode }) => (
              <option key={languageCode} value={languageCode} lang={languageCode}>
                {language}
              </option>
            ))}
          </select>
        </>
      )}
    </span>
  )
}
