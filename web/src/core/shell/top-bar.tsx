import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import logoDark from '#art/logo-dark.svg'
import logo from '#art/logo.svg'
import { useText } from '#core/i18n/texts.tsx'
import { useTheme } from '#core/theme/theme.ts'
import { AccountMenu } from './account-menu.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { MainMenu } from './main-menu.tsx'
import type { MenuName } from './menu-items.ts'
import css from './top-bar.module.css'

export function TopBar({ items, bell }: { items: readonly MenuName[]; bell?: ReactNode }) {
  const t = useText()
  const { shown } = useTheme()
  return (
    <header className={css.bar}>
      <Link to="/learninghub" className={css.brand} aria-label={t('shell.brandHome')} activeProps={noMark}>
        <img src={shown === 'dark' ? logoDark : logo} alt="" width={34} height={34} />
        <span className={css.name}>{t('app.name')}</span>
      </Link>
      <MainMenu items={items} />
      <div className={css.end}>
        <LanguagePicker />
        {bell}
        <AccountMenu />
      </div>
    </header>
  )
}

/** The main menu already marks the current page. */
const noMark = { 'aria-current': undefined }
