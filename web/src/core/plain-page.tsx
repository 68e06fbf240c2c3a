import logo from '#art/logo.svg'
import logoDark from '#art/logo-dark.svg'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from './i18n/texts.tsx'
import { useTheme } from './theme/theme.ts'
import css from './plain-page.module.css'

/** A page outside the shell: the logo and one piece of content. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  const t = useText()
  const { shown } = useTheme()
  return (
    <div className={css.page}>
      <title>{`${title} · ${t('app.name')}`}</title>
      <header className={css.head}>
        <Link to="/" className={css.brand}>
          <img src={shown === 'dark' ? logoDark : logo} alt="" width={38} height={38} />
          <span>{t('app.name')}</span>
        </Link>
      </header>
      <main className={css.main} id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
