import type { Channel, ChannelMember } from '@saathi/contract/chat/entities'
import type { ChatMessage } from '@saathi/contract/chat/socket'
import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { checkTwice } from '#core/ui/further-icons.ts'
import { check } from '#core/ui/icons.ts'
import { addresseesOf } from '../names.ts'
import css from './mark.module.css'

export type Mark = 'sent' | 'delivered' | 'read'

export function markFor(id: number, { lastSeenId, lastDeliveredId }: ChannelMember): Mark {
  if (lastSeenId >= id) return 'read'
  return lastDeliveredId >= id ? 'delivered' : 'sent'
}

/** The lowest mark among all addressees. */
function markOf(id: number, addressees: readonly ChannelMember[]): Mark {
  const marks = new Set(addressees.map((member) => markFor(id, member)))
  if (marks.size === 0 || marks.has('sent')) return 'sent'
  return marks.has('delivered') ? 'delivered' : 'read'
}

/** The newest own message that at least one addressee has read. */
export function newestRead(messages: readonly ChatMessage[], channel: Channel, me: number): number | undefined {
  const seenId = Math.max(0, ...addresseesOf(channel, me).map(({ lastSeenId }) => lastSeenId))
  return messages.findLast(({ user_id, msg_id }) => user_id === me && msg_id <= seenId)?.msg_id
}

export function MessageMark({ channel, id, me }: { channel: Channel; id: number; me: number }) {
  const t = useText()
  const addressees = addresseesOf(channel, me)
  const mark = markOf(id, addressees)
  const seen = addressees.filter((member) => markFor(id, member) === 'read')
  const label =
    mark !== 'read' && seen.length > 0
      ? t('chat.seenBy', { names: seen.map(({ userFullName }) => userFullName).join(', ') })
      : t(`chat.mark.${mark}`)
  return <MarkIcon mark={mark} label={label} />
}

/** Different in shape and not only in colour. */
export const MarkIcon = ({ mark, label }: { mark: Mark; label: string }) => (
  <span className={classNames(css.mark, mark === 'read' && css.read)}>
    <Icon of={mark === 'sent' ? check : checkTwice} size={16} label={label} />
  </span>
)
