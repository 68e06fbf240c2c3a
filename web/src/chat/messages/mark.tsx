import type { Channel, ChannelMember } from '@saathi/contract/chat/entities'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { check, checkTwice } from '#core/ui/icons.ts'
import css from './mark.module.css'

/**
 * Those to whom a message is written. A pair manager counts only where nobody else is there, and the assistant does not, because it
 * reads everything at once.
 */
function addresseesOf({ channelMembers }: Channel, me: number): ChannelMember[] {
  const readers = channelMembers.filter(({ userId, isActive, role }) => userId !== me && isActive && role !== 'ai_assistant')
  const people = readers.filter(({ isPairManager }) => !isPairManager)
  return people.length > 0 ? people : readers
}

/** Read by all to whom it is written, or only sent: different in shape and not only in colour. */
export function MessageMark({ channel, id, me }: { channel: Channel; id: number; me: number }) {
  const t = useText()
  const addressees = addresseesOf(channel, me)
  const seen = addressees.filter(({ lastSeenId }) => lastSeenId >= id)
  const isRead = addressees.length > 0 && seen.length === addressees.length
  if (isRead)
    return (
      <span className={css.read}>
        <Icon of={checkTwice} size={16} label={t('chat.mark.read')} />
      </span>
    )
  const names = seen.map(({ userFullName }) => userFullName).join(', ')
  return <Icon of={check} size={16} label={names === '' ? t('chat.sent') : t('chat.seenBy', { names })} />
}
