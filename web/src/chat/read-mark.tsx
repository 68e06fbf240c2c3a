import type { Channel } from '@saathi/contract/chat/entities'
import type { ChatMessage } from '@saathi/contract/chat/socket'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { check } from '#core/ui/icons.ts'
import css from './bubble.module.css'

type ReadMarkProps = { channel: Channel; message: ChatMessage; me: number }

/** Which readers have seen the message. The assistant does not count, because it reads everything at once. */
export function ReadMark({ channel, message, me }: ReadMarkProps) {
  const t = useText()
  const readers = channel.channelMembers.filter(
    ({ userId, isActive, role }) => userId !== me && isActive && role !== 'ai_assistant',
  )
  const seen = readers.filter(({ lastSeenId }) => lastSeenId >= message.msg_id)
  const isSeenByAll = readers.length > 0 && seen.length === readers.length
  const label = isSeenByAll
    ? t('chat.seenByAll')
    : seen.length > 0
      ? t('chat.seenBy', { names: seen.map(({ userFullName }) => userFullName).join(', ') })
      : t('chat.sent')
  return <Icon of={check} size={15} label={label} className={isSeenByAll ? css.seen : undefined} />
}
