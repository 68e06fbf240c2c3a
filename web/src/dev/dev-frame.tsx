import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import logoDark from '#art/logo-dark.svg'
import logo from '#art/logo.svg'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useTheme } from '#core/theme/theme.ts'
import { Card } from '#core/ui/card.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { bell, clock, grid, pair, shield, users } from '#core/ui/icons.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import css from './dev-frame.module.css'

const pages = [
  { to: '/dev', icon: users, text: 'dev.accounts' },
  { to: '/dev/mailbox', icon: bell, text: 'dev.mail' },
  { to: '/dev/timemachine', icon: clock, text: 'dev.clock' },
  { to: '/dev/matching', icon: pair, text: 'dev.match' },
  { to: '/dev/safety-drill', icon: shield, text: 'dev.drill' },
  { to: '/dev/ui', icon: grid, text: 'dev.kit' },
] as const

export function DevFrame({ title, sub, children }: { title: string; sub: string; children: ReactNode }) {
  const t = useText()
  const { shown } = useTheme()
  return (
    <div className={css.page}>
      <title>{[title, t('dev.title'), t('app.name')].join(' · ')}</title>
      <header className={css.top}>
        <Link to="/" className={css.brand}>
          <img src={shown === 'dark' ? logoDark : logo} alt="" width={34} height={34} />
          {t('app.name')}
        </Link>
        <p>
          <b>{t('dev.title')}</b> {t('dev.sub')}
        </p>
      </header>
      <nav className={css.menu} aria-label={t('dev.menu')}>
        {pages.map(({ to, icon, text }) => (
          <Link key={to} to={to} className={css.link} activeOptions={{ exact: true, includeSearch: false }}>
            <Icon of={icon} />
            {t(text)}
          </Link>
        ))}
      </nav>
      <main className={css.main} id="main">
        <div>
          <h1>{title}</h1>
          <p className={css.sub}>{sub}</p>
        </div>
        {children}
      </main>
    </div>
  )
}

type DevPendingProps = { error: Error | null; isFetching: boolean; onRetry: () => void }

/** Shown while loading or after a failure. */
export function DevPending({ error, isFetching, onRetry }: DevPendingProps) {
  const t = useText()
  return (
    <Card>
      {error ? (
        <Failed
          title={t('dev.failed')}
          text={t(errorTextKey(error))}
          retryLabel={t('dev.retry')}
          retrying={isFetching}
          onRetry={onRetry}
        />
      ) : (
        <SkeletonGroup label={t('dev.loading')}>
          <Skeleton shape="block" />
        </SkeletonGroup>
      )}
    </Card>
  )
}
