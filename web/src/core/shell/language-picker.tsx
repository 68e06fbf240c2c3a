import type { ComponentProps } from 'react'
import { useLanguages } from '#core/i18n/language.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { language as languageIcon } from '#core/ui/icons.ts'
import css from './bar-button.module.css'
import { useMenuOnDemand } from './use-menu-on-demand.ts'

const loadPanel = async () => (await import('./language-panel.tsx')).LanguagePanel

export function LanguagePicker() {
  const { Menu, buttonProps } = useMenuOnDemand(loadPanel)
  return Menu ? <Menu trigger={<LanguageButton />} /> : <LanguageButton {...buttonProps} />
}

function LanguageButton(props: ComponentProps<'button'>) {
  const t = useText()
  const code = useLanguage()
  const name = useLanguages(code).find(({ languageCode }) => languageCode === code)?.language ?? code
  return (
    <button {...props} type="button" className={css.button} aria-label={t('shell.languageNow', { code, name })}>
      <Icon of={languageIcon} />
      <span className={css.code}>{code}</span>
    </button>
  )
}
