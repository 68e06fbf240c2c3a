import { errorTextKey } from '#core/error-text.ts'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { alert, clock } from '#core/ui/icons.ts'
import { Words } from './message.tsx'
import css from './message.module.css'
import { useSendHelp, type Waiting } from './queries.ts'

export function UnsentMessage({ written }: { written: Waiting }) {
  const t = useText()
  const language = useLanguage()
  const { sendAgain, discard } = useSendHelp()
  const { body, writtenAt, standing, error } = written
  const hasFailed = standing === 'failed'
  return (
    <li className={css.mine}>
      <div className={classNames(css.bubble, css.unsent, hasFailed && css.failed)}>
        <Words who={t('help.you')} body={body} />
        <span className={css.foot}>
          <time className={css.time} dateTime={writtenAt}>
            {dayAndTime(writtenAt, language)}
          </time>
          {standing === 'sending' && <Icon of={clock} size={14} label={t('help.sending')} />}
        </span>
      </div>
      {standing === 'waiting' && (
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
          <Button kind="quiet" size="sm" onClick={() => sendAgain(written)}>
            {t('help.again')}
          </Button>
          <Button kind="quiet" size="sm" onClick={() => discard(written)}>
            {t('help.discard')}
          </Button>
        </div>
      )}
    </li>
  )
}
