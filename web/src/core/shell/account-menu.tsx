import type { ComponentProps } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { down } from '#core/ui/icons.ts'
import css from './bar-button.module.css'
import { useMenuOnDemand } from './use-menu-on-demand.ts'

const loadPanel = async () => (await import('./account-panel.tsx')).AccountPanel

export function AccountMenu() {
  const { Menu, buttonProps } = useMenuOnDemand(loadPanel)
  return Menu ? <Menu trigger={<AccountButton />} /> : <AccountButton {...buttonProps} />
}

function AccountButton(props: ComponentProps<'button'>) {
  const t = useText()
  const { displayName, picture } = useProfile()
  return (
    <button {...props} type="button" className={css.button} aria-label={t('shell.accountMenu', { name: displayName })}>
      <Avatar name={displayName} picture={picture} size="sm" />
      <span className={css.name}>{displayName}</span>
      <Icon of={down} size={16} />
    </button>
  )
}
