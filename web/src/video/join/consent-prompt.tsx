import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { record } from '#core/ui/further-icons.ts'
import { Note } from '#core/ui/note.tsx'
import { storeConsent } from '../stored-call.ts'
import css from './consent-prompt.module.css'
import { useGiveConsent } from '../queries.ts'
import { useFocusOnShow } from '../use-focus-on-show.ts'

type ConsentPromptProps = {
  /** The id from the link, which is the query key of the room. */
  id: string
  room: string
  /** The channel that Cancel leads to. */
  channel?: number
  onConsent: (consent: boolean) => void
  /** The person can no longer join; the room must be refetched. */
  onRefused: () => void
}

/** Both answers look the same, to favour neither. */
export function ConsentPrompt({ id, room, channel, onConsent, onRefused }: ConsentPromptProps) {
  const t = useText()
  const titleId = useId()
  const heading = useFocusOnShow()
  const { mutate, isPending, error, variables } = useGiveConsent(id)

  function answer(consent: boolean) {
    mutate(
      { consent },
      {
        onSuccess: () => {
          storeConsent(room, consent, serverNow())
          onConsent(consent)
        },
        onError: (refusal) => {
          if (refusal instanceof ApiError && refusal.code.startsWith('video.')) onRefused()
        },
      },
    )
  }
  const busy = (consent: boolean) => isPending && variables?.consent === consent

  return (
    <div className={css.place}>
      <Card className={css.box} aria-labelledby={titleId}>
        <span className={css.sign}>
          <Icon of={record} size={28} />
        </span>
        <h1 ref={heading} id={titleId} tabIndex={-1} className={css.title}>
          {t('video.consent')}
        </h1>
        <p>{t('video.consent.text')}</p>
        <p className={css.what}>{t('video.consent.what')}</p>
        {error && (
          <Note tone="bad" live="alert">
            {t(errorTextKey(error))}
          </Note>
        )}
        <div className={css.answers}>
          {([true, false] as const).map((consent) => (
            <Button
              key={String(consent)}
              kind="line"
              size="lg"
              disabled={isPending}
              busy={busy(consent)}
              busyLabel={t('video.consent.sending')}
              onClick={() => answer(consent)}
            >
              {t(consent ? 'video.consent.yes' : 'video.consent.no')}
            </Button>
          ))}
        </div>
        {channel !== undefined && (
          <ButtonLink kind="quiet" render={<Link to="/chat/messenger" search={{ channel }} replace />}>
            {t('video.preview.cancel')}
          </ButtonLink>
        )}
      </Card>
    </div>
  )
}
