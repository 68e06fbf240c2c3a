import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useConnection } from '#core/connection.ts'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { usePageStatus } from '#core/offline/page-status.ts'
import { useProfile } from '#core/profile.ts'
import { Icon } from '#core/ui/icon.tsx'
import { offline } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { SkipLink } from '#core/ui/skip-link.tsx'
import connectionNoticeCss from './connection-notice.module.css'
import { useMenuArea, MenuCount, menuLinks } from './menu-links.tsx'
import { menuItems, type MenuName } from './menu-items.ts'
import css from './shell.module.css'
import tabBarCss from './tab-bar.module.css'
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

/** The main menu at the bottom of the screen, below 800 px. */
function TabBar({ items }: { items: readonly MenuName[] }) {
  const t = useText()
  const area = useMenuArea()
  if (items.length === 0) return null
  return (
    <nav className={tabBarCss.bar} aria-label={t('shell.mainMenu')}>
      {items.map((name) => {
        const { to, icon, text } = menuLinks[name]
        return (
          <Link
            key={name}
            to={to}
            activeOptions={{ includeSearch: false }}
            aria-current={area === name ? 'true' : undefined}
            className={tabBarCss.tab}
          >
            <Icon of={icon} size={23} />
            <span className={tabBarCss.word}>{t(text)}</span>
            <MenuCount of={name} className={tabBarCss.count} />
          </Link>
        )
      })}
    </nav>
  )
}

/** The live region is always rendered, so that screen readers announce the note. */
export function ConnectionNotice() {
  const t = useText()
  const connection = useConnection()
  return (
    <div className={connectionNoticeCss.region} role="status">
      {connection !== 'online' && (
        <Note tone="warn" icon={offline} className={connectionNoticeCss.note}>
          {t(connection === 'offline' ? 'shell.offline' : 'shell.unreachable')} <PageStatusText />
        </Note>
      )}
    </div>
  )
}

/** Says that the page is old, or is not available offline. Not announced for each part that loads. */
function PageStatusText() {
  const t = useText()
  const language = useLanguage()
  const status = usePageStatus()
  if (status === null) return null
  return (
    <span aria-live="off">
      {status === 'unsaved'
        ? t('offline.unsaved')
        : t('offline.age', { when: dayAndTime(new Date(status).toISOString(), language) })}
    </span>
  )
}
