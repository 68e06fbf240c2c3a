import type { CalendarIntegration } from '@saathi/contract/calendar/entities'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import css from './sync-strip.module.css'

type SyncStateProps = {
  integration: CalendarIntegration
  reasonId: string
  onApple: () => void
  onUnlink: (integration: CalendarIntegration) => void
}

/** The state of the connection, and why no other can be added. */
export function SyncState({ integration, reasonId, onApple, onUnlink }: SyncStateProps) {
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
      <p id={reasonId}>{t('calendar.sync.one', { provider: name })}</p>
    </div>
  )
}
