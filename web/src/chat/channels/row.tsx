import type { Channel } from '@saathi/contract/chat/entities'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Count } from '#core/ui/count.tsx'
import css from './list.module.css'
import { shortWhen } from '../chat-times.ts'
import { avatarKind, hasSeveralAuthors, nameOf, pictureOf } from '../names.ts'
import type { Unread } from '../queries.ts'

type ChannelRowProps = { channel: Channel; me: number; unread?: Unread | undefined; isOpen: boolean; onOpen: () => void }

export function ChannelRow({ channel, me, unread, isOpen, onOpen }: ChannelRowProps) {
  const language = useLanguage()
  const { channelName, lastMessage } = channel
  const isUnread = (unread?.unreadCount ?? 0) > 0
  return (
    <button
      type="button"
      className={classNames(css.row, isUnread && css.unread)}
      aria-current={isOpen ? 'true' : undefined}
      data-channel={channel.channelId}
      onClick={onOpen}
    >
      <Avatar name={channelName} picture={pictureOf(channel, me)} kind={avatarKind(channel)} />
      <span className={css.words}>
        <span className={css.line}>
          <b dir="auto">{channelName}</b>
          {lastMessage && (
            <time className={css.when} dateTime={lastMessage.createdOn}>
              {shortWhen(lastMessage.createdOn, serverNow(), language)}
            </time>
          )}
        </span>
        <span className={css.line}>
          <span className={css.sub} dir="auto">
            <LastWords channel={channel} me={me} />
          </span>
          {isUnread && unread && <UnreadCount unread={unread} />}
        </span>
      </span>
    </button>
  )
}

function LastWords({ channel, me }: { channel: Channel; me: number }): ReactNode {
  const t = useText()
  const { lastMessage } = channel
  if (!lastMessage) return t('chat.nothingYet')
  const text = lastMessage.text || t('chat.aFile')
  if (lastMessage.userId === me) return t('chat.youSaid', { text })
  return hasSeveralAuthors(channel) ? t('chat.said', { name: nameOf(channel, lastMessage.userId, t), text }) : text
}

function UnreadCount({ unread: { unreadCount, isTagged } }: { unread: Unread }) {
  const t = useText()
  return (
    <>
      {isTagged && <Count value="@" kind="mention" label={`${t('chat.named')},`} />}
      <Count value={unreadCount} label={t('shell.unread', { count: unreadCount })} />
    </>
  )
}
