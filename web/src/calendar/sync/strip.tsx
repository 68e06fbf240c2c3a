import type { AvailableIntegration, CalendarIntegration } from '@saathi/contract/calendar/entities'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { alert, check, link } from '#core/ui/icons.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { SyncApple } from './apple.tsx'
import { BusyTimes } from './busy-times.tsx'
import { SyncFeed } from './feed.tsx'
import { integrationsQuery } from './queries.ts'
import css from './strip.module.css'
import { SyncUnlink } from './unlink.tsx'

/** The personal calendar connection at the bottom of the calendar. */
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
  const [openDialog, setOpenDialog] = useState<'apple' | 'feed' | null>(null)
  const [unlinking, setUnlinking] = useState<CalendarIntegration | null>(null)
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
  const close = () => setOpenDialog(null)
  return (
    <>
      <ul className={css.row} aria-label={t('calendar.sync')}>
        {integrations.map((item) => (
          <li key={item.provider}>
            <Provider
              item={item}
              blockedBy={connected && connected.provider !== item.provider ? reasonId : undefined}
              onApple={() => setOpenDialog('apple')}
              onUnlink={setUnlinking}
            />
          </li>
        ))}
        <li>
          <Button kind="line" className={css.provider} onClick={() => setOpenDialog('feed')}>
            <Icon of={link} size={18} /> {t('calendar.feed')}
          </Button>
        </li>
      </ul>
      {connected && (
        <SyncState integration={connected} reasonId={reasonId} onApple={() => setOpenDialog('apple')} onUnlink={setUnlinking} />
      )}
      <SyncApple open={openDialog === 'apple'} email={connected?.email ?? ''} onClose={close} />
      <SyncFeed open={openDialog === 'feed'} feedUrl={feedUrl} onClose={close} />
      <SyncUnlink integration={unlinking} onClose={() => setUnlinking(null)} />
    </>
  )
}

type ProviderProps = {
  item: AvailableIntegration
  /** The id of the text that says that another calendar is connected. */
  blockedBy: string | undefined
  onApple: () => void
  onUnlink: (integration: CalendarIntegration) => void
}

function Provider({ item: { provider, way, integration }, blockedBy, onApple, onUnlink }: ProviderProps) {
  const t = useText()
  const name = t(`calendar.provider.${provider}`)
  if (integration) {
    const isEnded = integration.state === 'revoked'
    return (
      // The label contains state and action, which the icon does not convey to screen readers.
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

type SyncStateProps = {
  integration: CalendarIntegration
  reasonId: string
  onApple: () => void
  onUnlink: (integration: CalendarIntegration) => void
}

/** The state of the connection, and why no other can be added. */
function SyncState({ integration, reasonId, onApple, onUnlink }: SyncStateProps) {
  const t = useText()
  const { provider, email, state, waiting } = integration
  const name = t(`calendar.provider.${provider}`)
  const again = t('calendar.sync.again')
  return (
    <div className={css.state}>
      <p role="status" className={classNames(state === 'revoked' && css.ended)}>
        {t(`calendar.sync.state.${state}`, { provider: name, email })}{' '}
        {state === 'connected' && waiting > 0 && t('calendar.sync.waiting', { count: waiting })}
      </p>
      {state === 'revoked' &&
        (provider === 'apple' ? (
          <Button size="sm" onClick={onApple}>
            {again}
          </Button>
        ) : (
          <ButtonLink size="sm" render={<Link to="/calendar/connect/$provider" params={{ provider }} />}>
            {again}
          </ButtonLink>
        ))}
      <Button size="sm" kind="line" onClick={() => onUnlink(integration)}>
        {t('calendar.unlink.yes')}
      </Button>
      {state !== 'revoked' && <BusyTimes isOn={integration.usesBusyTimes} />}
      <p id={reasonId}>{t('calendar.sync.one', { provider: name })}</p>
    </div>
  )
}
