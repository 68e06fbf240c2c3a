import { useMutation } from '@tanstack/react-query'
import { chooseLanguage, useLanguages } from '#core/i18n/language.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { type Scheme, useTheme } from '#core/theme/theme.ts'
import { Field } from '#core/ui/form/field.tsx'
import { language as languageIcon } from '#core/ui/icons.ts'
import { Select } from '#core/ui/form/select.tsx'
import { ProfileSection } from './section.tsx'

const schemes: readonly Scheme[] = ['system', 'light', 'dark']

export function ProfileLook() {
  const t = useText()
  return (
    <ProfileSection title={t('profile.look')}>
      <LanguageChoice />
      <ThemeChoice />
    </ProfileSection>
  )
}

function LanguageChoice() {
  const t = useText()
  const current = useLanguage()
  const languages = useLanguages(current)
  const choosing = useMutation({ mutationFn: chooseLanguage })
  return (
    <Field
      label={t('profile.look.language')}
      help={t('profile.look.languageHelp')}
      error={choosing.isError && t('profile.look.languageFailed')}
    >
      <Select
        icon={languageIcon}
        value={choosing.isPending ? choosing.variables : current}
        onChange={(event) => choosing.mutate(event.target.value)}
      >
        {languages.length === 0 && <option value={current}>{current}</option>}
        {languages.map(({ language, languageCode }) => (
          <option key={languageCode} value={languageCode} lang={languageCode}>
            {language}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function ThemeChoice() {
  const t = useText()
  const { scheme, setScheme } = useTheme()

  function handleChange(value: string) {
    const chosen = schemes.find((known) => known === value)
    if (chosen) setScheme(chosen)
  }

  return (
    <Field label={t('profile.look.theme')} help={t('profile.look.themeHelp')}>
      <Select value={scheme} onChange={(event) => handleChange(event.target.value)}>
        {schemes.map((each) => (
          <option key={each} value={each}>
            {t(`shell.theme.${each}`)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
