import { errorTextKey } from '#core/error-text.ts'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { alert, clock } from '#core/ui/icons.ts'
import { MessageText } from './message.tsx'
import css from './message.module.css'
import { useSendHelp, type PendingMessage } from './queries.ts'

export function UnsentMessage({ message }: { message: PendingMessage }) {
  const t = useText()
  const language = useLanguage()
  const { sendAgain, discard } = useSendHelp()
  const { body, writtenAt, status, error } = message
  const hasFailed = status === 'failed'
  return (
    <li className={css.mine}>
      <div className={classNames(css.bubble, css.unsent, hasFailed && css.failed)}>
        <MessageText who={t('help.you')} body={body} />
        <span className={css.foot}>
          <time className={css.time} dateTime={writtenAt}>
            {dayAndTime(writtenAt, language)}
          </time>
          {status === 'sending' && <Icon of={clock} size={14} label={t('help.sending')} />}
        </span>
      </div>
      {status === 'waiting' && (
        <p className={css.note}>
          <Icon of={clock} size={14} />
          {t('help.waiting')}
        </p>
      )}
      {hasFailed && (
        <div className={css.note} role="alert">
          <Icon of={alert} size={16} />
          <span>{t('help.notSent')}</span>
          {error && <span>{t(errorTextKey(error))}</span>}
          <Button kind="quiet" size="sm" onClick={() => sendAgain(message)}>
            {t('help.again')}
          </Button>
          <Button kind="quiet" size="sm" onClick={() => discard(message)}>
            {t('help.discard')}
          </Button>
        </div>
      )}
    </li>
  )
}
