import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { ShortcutList } from './shortcuts-panel.tsx'
import type { Tools } from './tools.ts'

/** The FAQ opens in a new tab, so that the call continues. */
export function HelpPanel({ tools }: { tools: Tools }) {
  const t = useText()
  return (
    <>
      <p>{t('call.help.text')}</p>
      <ShortcutList tools={tools} />
      <ButtonLink kind="line" href="/moreinfo/faq" target="_blank" rel="noreferrer">
        {t('call.help.faq')}
      </ButtonLink>
    </>
  )
}
