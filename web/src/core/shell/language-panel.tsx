import { type ReactElement, useState } from 'react'
import { chooseLanguage, useLanguages } from '#core/i18n/language.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Menu, MenuChoice, MenuChoices } from '#core/ui/overlay/menu.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'

/** Shows each language by its own name in its own script, so that anyone can find theirs. */
export function LanguagePanel({ trigger }: { trigger: ReactElement }) {
  const t = useText()
  const current = useLanguage()
  const languages = useLanguages(current)
  const [isOpen, setOpen] = useState(true)

  function handleChoose(code: string) {
    if (code === current) return
    chooseLanguage(code).catch(() => showToast({ text: t('shell.languageFailed'), tone: 'bad' }))
  }

  return (
    <Menu trigger={trigger} open={isOpen} onOpenChange={setOpen}>
      <MenuChoices label={t('shell.language')} value={current} onChoose={handleChoose}>
        {languages.map(({ language, languageCode }) => (
          <MenuChoice key={languageCode} value={languageCode} lang={languageCode}>
            {language}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  )
}
