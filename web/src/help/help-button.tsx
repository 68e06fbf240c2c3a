import type { ComponentProps } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useMenuOnDemand } from '#core/shell/use-menu-on-demand.ts'
import { Count } from '#core/ui/count.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { question } from '#core/ui/icons.ts'
import css from './help-button.module.css'

const loadPanel = async () => (await import('./help-panel.tsx')).HelpPanel

/** Within thumb reach on every page; pages with their own bottom bar hide it through `data-help`. */
export function HelpButton({ unread }: { unread: number }) {
  const t = useText()
  const { Menu: Panel, buttonProps } = useMenuOnDemand(loadPanel, 'dialog')
  return (
    <aside className={css.place} aria-label={t('help.title')} data-help>
      <div className={css.corner}>
        {Panel ? <Panel trigger={<RoundButton unread={unread} />} /> : <RoundButton unread={unread} {...buttonProps} />}
      </div>
      <span className="sr" role="status">
        {unread > 0 && t('help.unread', { count: unread })}
      </span>
    </aside>
  )
}

function RoundButton({ unread, ...props }: ComponentProps<'button'> & { unread: number }) {
  const t = useText()
  return (
    <button {...props} type="button" className={css.button} aria-label={t('help.open', { count: unread })}>
      <Icon of={question} size={24} />
      <span className={css.word}>{t('help.title')}</span>
      {unread > 0 && <Count className={css.count} value={unread} max={9} label={t('help.unread', { count: unread })} />}
    </button>
  )
}
