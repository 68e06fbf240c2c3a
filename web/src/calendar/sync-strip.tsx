import type { AvailableIntegration, CalendarIntegration } from '@saathi/contract/calendar/entities'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { alert, check, link } from '#core/ui/icons.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { SyncApple } from './sync-apple.tsx'
import { SyncFeed } from './sync-feed.tsx'
import { integrationsQuery } from './sync-queries.ts'
import { SyncState } from './sync-state.tsx'
import css from './sync-strip.module.css'
import { SyncUnlink } from './sync-unlink.tsx'

/** At the foot of the calendar: one's own calendar, to which the events are brought. */
export function SyncStrip() {
  const t = useText()
  const titleId = useId()
  return (
    <section className={css.strip} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('calendar.sync')}</h3>
      <Providers />
    </section>
  )
}

function Providers() {
  const t = useText()
  const reasonId = useId()
  const { data, error, isFetching, refetch } = useQuery(integrationsQuery)
  const isOffline = useConnection() === 'offline'
  const [opens, setOpens] = useState<'apple' | 'feed' | null>(null)
  const [leaving, setLeaving] = useState<CalendarIntegration | null>(null)
  if (!data) {
    if (!error) {
      return (
        <SkeletonGroup label={t('calendar.sync.loading')}>
          <Skeleton height="44px" width="220px" />
        </SkeletonGroup>
      )
    }
    return (
      <div className={css.state} role="alert">
        <p>{t('calendar.sync.failed')}</p>
        <p>{t(isOffline ? 'calendar.sync.offline' : errorTextKey(error))}</p>
        <Button size="sm" busy={isFetching} busyLabel={t('action.retrying')} onClick={() => void refetch()}>
          {t('action.retry')}
        </Button>
      </div>
    )
  }
  const { integrations, feedUrl } = data
  const connected = integrations.flatMap(({ integration }) => integration ?? [])[0]
  const close = () => setOpens(null)
  return (
    <>
      <ul className={css.row} aria-label={t('calendar.sync')}>
        {integrations.map((one) => (
          <li key={one.provider}>
            <Provider
              one={one}
              blockedBy={connected && connected.provider !== one.provider ? reasonId : undefined}
              onApple={() => setOpens('apple')}
              onUnlink={setLeaving}
            />
          </li>
        ))}
        <li>
          <Button kind="line" className={css.provider} onClick={() => setOpens('feed')}>
            <Icon of={link} size={18} /> {t('calendar.feed')}
          </Button>
        </li>
      </ul>
      {connected && (
        <SyncState integration={connected} reasonId={reasonId} onApple={() => setOpens('apple')} onUnlink={setLeaving} />
      )}
      <SyncApple open={opens === 'apple'} email={connected?.email ?? ''} onClose={close} />
      <SyncFeed open={opens === 'feed'} feedUrl={feedUrl} onClose={close} />
      <SyncUnlink integration={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

type ProviderProps = {
  one: AvailableIntegration
  /** Another one is connected, and this text says so. */
  blockedBy: string | undefined
  onApple: () => void
  onUnlink: (integration: CalendarIntegration) => void
}

function Provider({ one: { provider, way, integration }, blockedBy, onApple, onUnlink }: ProviderProps) {
  const t = useText()
  const name = t(`calendar.provider.${provider}`)
  if (integration) {
    const isEnded = integration.state === 'revoked'
    return (
      // Its name says both how it stands and what a press does: the tick says neither to who does not see it.
      <Button
        kind="line"
        className={isEnded ? css.revoked : css.connected}
        aria-label={t(isEnded ? 'calendar.sync.unlink.revoked' : 'calendar.sync.unlink', { provider: name })}
        onClick={() => onUnlink(integration)}
      >
        <Icon of={isEnded ? alert : check} size={18} /> {name}
      </Button>
    )
  }
  const label = t('calendar.sync.connect', { provider: name })
  if (blockedBy !== undefined || way === 'app_password') {
    return (
      <Button
        kind="line"
        className={css.provider}
        aria-label={label}
        disabled={blockedBy !== undefined}
        reasonId={blockedBy}
        onClick={onApple}
      >
        {name}
      </Button>
    )
  }
  return (
    <ButtonLink
      kind="line"
      className={css.provider}
      aria-label={label}
      render={<Link to="/calendar/connect/$provider" params={{ provider }} />}
    >
      {name}
    </ButtonLink>
  )
}
