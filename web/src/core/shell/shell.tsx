import type { ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { SkipLink } from '#core/ui/skip-link.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { menuItems } from './menu-items.ts'
import css from './shell.module.css'
import { TabBar } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'

/** `news`: notes about the app itself, above the page. */
type ShellProps = { bell?: ReactNode; news?: ReactNode; help?: ReactNode; children: ReactNode }

/** The frame around every page of a signed-in person. Public pages, including the legal ones, are shown without it. */
export function Shell({ bell, news, help, children }: ShellProps) {
  const t = useText()
  const items = menuItems(useProfile().status.experiences)
  return (
    <>
      <SkipLink>{t('shell.skip')}</SkipLink>
      <TopBar items={items} bell={bell} />
      <ConnectionNotice />
      {news}
      <main id="main" className={css.main} tabIndex={-1}>
        {children}
      </main>
      <TabBar items={items} />
      {help}
    </>
  )
}
