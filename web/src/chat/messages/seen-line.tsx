import type { Channel } from '@saathi/contract/chat/entities'
import { use } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { whenShort } from '../chat-times.ts'
import { addresseesOf } from '../names.ts'
import { MessageActionsContext } from './actions.ts'
import { markFor } from './mark.tsx'
import css from './seen-line.module.css'

const FACES_MAX = 3

/** Under the newest own message that was read. Opens who has read it, and who has only received it. */
export function SeenLine({ channel, id, me }: { channel: Channel; id: number; me: number }) {
  const t = useText()
  const language = useLanguage()
  const actions = use(MessageActionsContext)
  const addressees = addresseesOf(channel, me)
  const seen = addressees.filter((member) => markFor(id, member) === 'read')
  const at = addressees.length === 1 ? seen[0]?.lastViewedTimestamp : null
  const words = at
    ? t('chat.seenAt', { time: whenShort(at, serverNow(), language) })
    : t('chat.seenCount', { seen: seen.length, total: addressees.length })
  return (
    <button type="button" className={css.line} aria-haspopup="dialog" onClick={() => actions?.onSeenBy(id)}>
      {seen.slice(0, FACES_MAX).map(({ userId, userFullName, displayPicture }) => (
        <Avatar key={userId} name={userFullName} picture={displayPicture} size="sm" className={css.face} />
      ))}
      {words}
    </button>
  )
}
