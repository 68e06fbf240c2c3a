import type { Channel } from '@saathi/contract/chat/entities'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import sayHi from '#art/say-hi.svg'
import { errorTextKey } from '#core/error-text.ts'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { serverNow } from '#core/server-time.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Count } from '#core/ui/count.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { bellOff, gif as gifIcon, mic } from '#core/ui/further-icons.ts'
import { file as fileIcon, image, video } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import type { Selected } from '../chat-address.ts'
import { shortWhen } from '../chat-times.ts'
import { avatarKind, hasSeveralAuthors, nameOf, pictureOf } from '../names.ts'
import { WithPresence } from '../presence-parts.tsx'
import { useTyping } from '../presence.ts'
import { useDraftText } from '../write/draft.ts'
import { botsQuery, channelsQuery, presenceQuery, unreadQuery, type Unread } from '../queries.ts'
import css from './list.module.css'

export type ListProps = { selected: Selected | null; onSelect: (selected: Selected) => void }

export function ChannelList({ selected, onSelect }: ListProps) {
  const t = useText()
  const { id: me } = useProfile()
  const { data, error, isFetching, refetch } = useQuery(channelsQuery)
  const { data: unread = {}, error: unreadError } = useQuery(unreadQuery)
  const { error: botsError } = useQuery(botsQuery)
  // Set here and not in the query options, because every observer of the query would repeat the fetch.
  useQuery({ ...presenceQuery, refetchInterval: 60_000 })
  if (!data && error)
    return (
      <Failed
        small
        level={3}
        title={t('chat.list.failed')}
        text={t(errorTextKey(error))}
        retryLabel={t('action.retry')}
        retryingLabel={t('action.retrying')}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <ListSkeleton />
  if (data.length === 0)
    return <Empty small level={3} drawing={sayHi} title={t('chat.list.empty')} text={t('chat.list.emptyText')} />
  const trouble = error ?? unreadError ?? botsError
  return (
    <>
      {trouble && (
        <Note tone="warn" live="status">
          {t('chat.list.stale')} {t(errorTextKey(trouble))}
        </Note>
      )}
      <ul className={css.list}>
        {data.map((channel: Channel) => (
          <li key={channel.channelId}>
            <ChannelRow
              channel={channel}
              me={me}
              unread={unread[channel.channelId]}
              isOpen={selected?.channel === channel.channelId}
              onOpen={() => onSelect({ channel: channel.channelId, message: null })}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function ListSkeleton() {
  const t = useText()
  return (
    <SkeletonGroup label={t('chat.list.loading')} className={css.list}>
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className={css.row}>
          <Skeleton shape="circle" width={40} height={40} />
          <span className={css.words}>
            <Skeleton width="60%" />
            <Skeleton width="80%" />
          </span>
        </div>
      ))}
    </SkeletonGroup>
  )
}

type ChannelRowProps = { channel: Channel; me: number; unread?: Unread | undefined; isOpen: boolean; onOpen: () => void }

export function ChannelRow({ channel, me, unread, isOpen, onOpen }: ChannelRowProps) {
  const t = useText()
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
      <WithPresence channel={channel} me={me} isSaid={false}>
        <Avatar name={channelName} picture={pictureOf(channel, me)} kind={avatarKind(channel)} />
      </WithPresence>
      <span className={css.words}>
        <span className={css.line}>
          <b dir="auto">{channelName}</b>
          {channel.isMuted && <Icon of={bellOff} size={16} label={t('chat.muted')} className={css.mute} />}
          {lastMessage && (
            <time className={css.when} dateTime={lastMessage.createdOn}>
              {shortWhen(lastMessage.createdOn, serverNow(), language)}
            </time>
          )}
        </span>
        <span className={css.line}>
          <span className={css.sub} dir="auto">
            <RowWords channel={channel} me={me} isOpen={isOpen} />
          </span>
          {isUnread && unread && <UnreadCount unread={unread} isMuted={channel.isMuted} />}
        </span>
      </span>
    </button>
  )
}

/** The current activity, otherwise an unsent message, otherwise the last message. */
function RowWords({ channel, me, isOpen }: { channel: Channel; me: number; isOpen: boolean }): ReactNode {
  const t = useText()
  const isTyping = useTyping(channel.channelId).length > 0
  const draft = useDraftText(channel.channelId)
  if (isTyping) return <span className={css.typing}>{t('chat.typing')}</span>
  if (draft === '' || isOpen) return <LastWords channel={channel} me={me} />
  return (
    <>
      <b className={css.draft}>{t('chat.draft')}</b> {draft}
    </>
  )
}

/** Shown in place of the text of a message without words. A call always has words. */
const wordless = {
  photo: 'chat.preview.photo',
  gif: 'chat.gif',
  file: 'chat.aFile',
  call: 'chat.aFile',
  voice: 'chat.voice',
} as const
const previewIcons = { photo: image, gif: gifIcon, file: fileIcon, call: video, voice: mic } as const

function LastWords({ channel, me }: { channel: Channel; me: number }): ReactNode {
  const t = useText()
  const { lastMessage } = channel
  if (!lastMessage) return t('chat.nothingYet')
  const { kind, userId } = lastMessage
  const isVoice = kind === 'voice' && /^\d+:\d\d$/.test(lastMessage.text)
  const text = isVoice ? `${t('chat.voice')} · ${lastMessage.text}` : lastMessage.text || t(wordless[kind ?? 'file'])
  const words =
    userId === me
      ? t('chat.youSaid', { text })
      : hasSeveralAuthors(channel)
        ? t('chat.said', { name: nameOf(channel, userId, t), text })
        : text
  if (!kind) return words
  return (
    <>
      <Icon of={previewIcons[kind]} size={16} className={css.kind} /> {words}
    </>
  )
}

function UnreadCount({ unread: { unreadCount, isTagged }, isMuted }: { unread: Unread; isMuted: boolean }) {
  const t = useText()
  return (
    <>
      {isTagged && <Count value="@" kind="mention" label={`${t('chat.named')},`} />}
      <Count value={unreadCount} kind={isMuted ? 'muted' : 'unread'} label={t('shell.unread', { count: unreadCount })} />
    </>
  )
}
