import type { SessionDetail } from '@saathi/contract/learning/detail'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import noResults from '#art/no-results.svg'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { ButtonLink } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { AreaTitle, LockedHub } from '../page-states.tsx'
import '../live.ts'
import css from './gate.module.css'
import { isRefusedWith, sessionQuery } from './queries.ts'
import { useWithWaiting } from './waiting.ts'

type SessionGateProps = {
  /** Undefined when the address contains none. */
  id: number | undefined
  /** The skeleton of the page. */
  pending: ReactNode
  children: (session: SessionDetail) => ReactNode
}

/** Wrapper of all session pages: loads the session and handles missing and failed ones. */
export function SessionGate({ id, pending, children }: SessionGateProps) {
  const { experiences } = useProfile().status
  if (experiences.session !== 'use') return <LockedHub />
  if (id === undefined) return <SessionNotFound />
  return (
    <Loaded key={id} id={id} pending={pending}>
      {children}
    </Loaded>
  )
}

function Loaded({ id, pending, children }: SessionGateProps & { id: number }) {
  const { data, error, refetch } = useQuery(sessionQuery(id))
  const session = useWithWaiting(data, undefined)
  if (isRefusedWith(error, 'learning.session_not_found')) return <SessionNotFound />
  if (session) return children(session)
  if (error) return <SessionFailed error={error} onRetry={() => void refetch()} />
  return pending
}

function SessionNotFound() {
  const t = useText()
  const toHub = (
    <ButtonLink kind="primary" render={<Link to="/learninghub" />}>
      {t('learning.session.hub')}
    </ButtonLink>
  )
  return (
    <div className={css.place}>
      <AreaTitle of={t('learning.session.notFound.title')} />
      <Empty
        level={1}
        drawing={noResults}
        title={t('learning.session.notFound.title')}
        text={t('learning.session.notFound.text')}
        action={toHub}
      />
    </div>
  )
}

export function SessionFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText()
  const isOffline = useConnection() === 'offline'
  return (
    <div className={css.place}>
      <AreaTitle />
      <Failed
        level={1}
        title={t('learning.session.failed.title')}
        text={t(isOffline ? 'learning.session.failed.offline' : errorTextKey(error))}
        retryLabel={t('action.retry')}
        onRetry={onRetry}
      />
    </div>
  )
}
