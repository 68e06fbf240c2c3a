import type { HelpMessage } from '@saathi/contract/help/entities'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { check } from '#core/ui/icons.ts'
import css from './message.module.css'

export function Message({ message }: { message: HelpMessage }) {
  const t = useText()
  const language = useLanguage()
  const { isFromStaff, senderName, body, sentAt } = message
  const time = (
    <time className={css.time} dateTime={sentAt}>
      {dayAndTime(sentAt, language)}
    </time>
  )
  if (!isFromStaff)
    return (
      <li className={css.mine}>
        <div className={css.bubble}>
          <MessageText who={t('help.you')} body={body} />
          <span className={css.foot}>
            {time}
            <Icon of={check} size={14} label={t('help.sent')} />
          </span>
        </div>
      </li>
    )
  return (
    <li className={css.theirs}>
      <Avatar name={senderName ?? ''} size="sm" className={css.face} />
      <b className={css.name}>{senderName ?? t('help.team')}</b>
      <div className={css.bubble}>
        <MessageText body={body} />
        <span className={css.foot}>{time}</span>
      </div>
    </li>
  )
}

export function MessageText({ who, body }: { who?: string; body: string }) {
  return (
    <>
      {who && <span className="sr">{who} </span>}
      <p className={css.words} dir="auto">
        {body}
      </p>
    </>
  )
}
