import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import logoDark from '#art/logo-dark.svg'
import logo from '#art/logo.svg'
import { TermsGate } from '#accounts/public.ts'
import { NoticesBell } from '#notices/public.ts'
import { errorTextKey } from '#core/error-text.ts'
import { ExtraTexts, useLanguage, useText } from '#core/i18n/texts.tsx'
import { OutboxSlot } from '#core/outbox/outbox-slot.tsx'
import { addSenders } from '#core/outbox/senders.ts'
import { useProfile } from '#core/profile.ts'
import { AccountPanel } from '#core/shell/account-panel.tsx'
import { ConnectionNotice } from '#core/shell/shell.tsx'
import { useStore } from '#core/store.ts'
import { useTheme } from '#core/theme/theme.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { bell, chat, down, more } from '#core/ui/icons.ts'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { mediaQuery } from '#core/ui/media-query.ts'
import { Menu, MenuItem, MenuLink } from '#core/ui/overlay/menu.tsx'
import { Toaster } from '#core/ui/overlay/toast.tsx'
import { SkipLink } from '#core/ui/skip-link.tsx'
import css from './console-layout.module.css'
import { DigestDialog } from './digest.tsx'
import { EntrancePage } from './entrance/page.tsx'
import { unsavedCodes } from './entrance/queries.ts'
import { memberSideOf } from './member-side.ts'
import { type NavEntry, visibleGroups } from './navigation.ts'
import { SearchButton, SearchField, SearchLayer } from './search/open-search.tsx'
import { loadSenders } from './senders.ts'
import { consoleQuery, secondFactorQuery, staffTextsQuery, useConsole } from './queries.ts'

// The members' shell registers the senders of all domains; it is not loaded here.
addSenders('staff', loadSenders)

/** The frame around every page of the console, behind the second factor. */
export function ConsoleLayout() {
  const { hasAgreedTerms } = useProfile()
  return hasAgreedTerms ? <Console /> : <TermsGate asks />
}

function Console() {
  // While the texts of another language load, the page stays with what was typed and chosen on it.
  const words = useQuery({ ...staffTextsQuery(useLanguage()), placeholderData: keepPreviousData })
  const secondFactor = useQuery({ ...secondFactorQuery, enabled: words.data !== undefined })
  // New recovery codes are shown once, so the console waits until they are saved.
  const hasUnsavedCodes = useStore(unsavedCodes).length > 0
  const isGiven = secondFactor.data?.isGiven === true
  const rights = useQuery({ ...consoleQuery, enabled: isGiven })
  const failed = [words, secondFactor, rights].find((query) => query.isError)
  if (!words.data) return <Waiting error={words.error} onRetry={() => void words.refetch()} />
  return (
    <ExtraTexts words={words.data}>
      {secondFactor.data && (!isGiven || hasUnsavedCodes) ? (
        <EntrancePage hasAuthenticator={secondFactor.data.hasAuthenticator} />
      ) : rights.data ? (
        <Frame />
      ) : (
        <Waiting error={failed?.error ?? null} onRetry={() => void failed?.refetch()} />
      )}
    </ExtraTexts>
  )
}

/** A 403 although the second factor was given: the account is a member's, or its rights have ended. */
function Waiting({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const t = useText()
  if (!error) return <LoadingBeads label={t('app.loading')} labelHidden />
  const isForbidden = errorTextKey(error) === 'error.forbidden'
  return (
    <main id="main" className={css.alone}>
      {isForbidden ? (
        <Empty level={1} title={t('error.forbidden')} action={<Link to="/learninghub">{t('shell.brandHome')}</Link>} />
      ) : (
        <Failed
          level={1}
          title={t('failed.title')}
          text={t(errorTextKey(error))}
          retryLabel={t('action.retry')}
          onRetry={onRetry}
        />
      )}
    </main>
  )
}

/** One bell at a time: each registers the device for notices. */
const useIsNarrow = mediaQuery('(max-width: 799px)')

function Frame() {
  const t = useText()
  const isNarrow = useIsNarrow()
  return (
    <div className={css.frame}>
      <SkipLink>{t('shell.skip')}</SkipLink>
      <aside className={css.side}>
        <div className={css.inner}>
          <div className={css.top}>
            <Brand />
            {!isNarrow && <NoticesBell />}
          </div>
          <SearchField />
          <SideNav />
          <div className={css.me}>
            <Me />
          </div>
        </div>
      </aside>
      <header className={css.bar}>
        <Brand />
        <span className={css.tools}>
          <SearchButton />
          {isNarrow && <NoticesBell />}
          <Me />
        </span>
      </header>
      <div className={css.column}>
        <ConnectionNotice />
        <OutboxSlot />
        <main id="main" className={css.main} tabIndex={-1}>
          <Suspense fallback={<LoadingBeads label={t('app.loading')} labelHidden />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <TabBar />
      <SearchLayer />
      <Toaster label={t('app.notices')} />
    </div>
  )
}

function Brand() {
  const t = useText()
  const { shown } = useTheme()
  return (
    <Link to="/staff" className={css.brand}>
      <img src={shown === 'dark' ? logoDark : logo} alt="" width={30} height={30} />
      <span>{t('app.name')}</span>
      <Chip tone="primary">{t('staff.brand')}</Chip>
    </Link>
  )
}

function SideNav() {
  const t = useText()
  const { actions } = useConsole()
  return (
    <nav className={css.nav} aria-label={t('staff.nav')}>
      {visibleGroups(actions).map(({ title, entries }) => (
        <div key={title ?? ''}>
          {title && <p className={css.group}>{t(title)}</p>}
          <ul>
            {entries.map((entry) => (
              <li key={entry.to}>
                <NavLink entry={entry} className={css.entry} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function NavLink({ entry: { to, text, icon, waiting }, className }: { entry: NavEntry; className: string | undefined }) {
  const t = useText()
  const count = useConsole().waiting[waiting ?? 'help']
  return (
    // The path of the start page is a prefix of all others, so its link must match exactly.
    <Link to={to} className={className} activeOptions={{ exact: to === start, includeSearch: false }}>
      <Icon of={icon} />
      <span className={css.word}>{t(text)}</span>
      {waiting && count > 0 && (
        <span className={css.count}>
          {count} <span className="sr">{t('staff.nav.waiting')}</span>
        </span>
      )}
    </Link>
  )
}

const start = '/staff'

const TABS = 4

/** Below 800 px: four entries and the rest under More. */
function TabBar() {
  const t = useText()
  const entries = visibleGroups(useConsole().actions).flatMap((group) => group.entries)
  const rest = entries.length > TABS + 1 ? entries.slice(TABS) : []
  return (
    <nav className={css.tabs} aria-label={t('staff.nav')}>
      {entries.slice(0, entries.length - rest.length).map((entry) => (
        <NavLink key={entry.to} entry={entry} className={css.tab} />
      ))}
      {rest.length > 0 && (
        <Menu
          side="top"
          trigger={
            <button type="button" className={css.tab}>
              <Icon of={more} />
              <span className={css.word}>{t('staff.nav.more')}</span>
            </button>
          }
        >
          {rest.map(({ to, text, icon }) => (
            <MenuLink key={to} icon={icon} render={<Link to={to} />}>
              {t(text)}
            </MenuLink>
          ))}
        </Menu>
      )}
    </nav>
  )
}

function Me() {
  const t = useText()
  const [isChoosing, setChoosing] = useState(false)
  const profile = useProfile()
  const { displayName, picture, role } = profile
  const memberSide = memberSideOf(profile)
  return (
    <>
      <AccountPanel
        startsOpen={false}
        trigger={
          <button type="button" className={css.who}>
            <span className="sr">{t('staff.account', { name: displayName })}</span>
            <Avatar name={displayName} picture={picture} size="sm" />
            <span className={css.names}>
              <b>{displayName}</b>
              <small>{t(`profile.role.${role}`)}</small>
            </span>
            <Icon of={down} size={16} />
          </button>
        }
      >
        {memberSide && (
          <MenuLink icon={chat} render={<Link to={memberSide} />}>
            {t('staff.memberSide')}
          </MenuLink>
        )}
        <MenuItem icon={bell} onSelect={() => setChoosing(true)}>
          {t('staff.digest.title')}
        </MenuItem>
      </AccountPanel>
      {isChoosing && <DigestDialog onClose={() => setChoosing(false)} />}
    </>
  )
}
