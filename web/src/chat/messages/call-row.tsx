import type { Channel } from '@saathi/contract/chat/entities'
import type { ChatMessage } from '@saathi/contract/chat/socket'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { serverNow } from '#core/server-time.ts'
import { useChatSlot } from '#core/slots.ts'
import css from './bubble.module.css'
import { Foot, Frame } from './bubble.tsx'
import { nameOf } from '../names.ts'

type CallRowProps = { channel: Channel; message: ChatMessage; room: NonNullable<ChatMessage['room']>; me: number }

/** Only the server marks a message as a call; text that looks like one stays text. */
export function CallRow(props: CallRowProps) {
  const { experiences } = useProfile().status
  return experiences.video === 'use' ? <Card {...props} /> : <PlainCall {...props} />
}

function Card(props: CallRowProps) {
  const { channel, message, room } = props
  const { Part } = useChatSlot('card')
  if (!Part) return <PlainCall {...props} />
  return <Part channel={channel} room={room.room} startedAt={message.created_on} />
}

/** Shown until the card is loaded, and to people without video. */
function PlainCall({ channel, message, room, me }: CallRowProps) {
  const t = useText()
  const isMine = message.user_id === me
  const isOver = serverNow() >= Date.parse(room.expires_at)
  return (
    <Frame isMine={isMine} who={isMine ? t('chat.you') : nameOf(channel, message.user_id, t)} showsName={false} face={null}>
      <p className={css.words}>
        {isOver ? (
          t('chat.call.over')
        ) : (
          <>
            {t('chat.call.started')} <Link to={`/video/join-meeting/${room.room}`}>{t('chat.call.join')}</Link>
          </>
        )}
      </p>
      <Foot time={message.created_on} />
    </Frame>
  )
}
