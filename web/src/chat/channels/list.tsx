import type { Channel } from '@saathi/contract/chat/entities'
import { useQuery } from '@tanstack/react-query'
import sayHi from '#art/say-hi.svg'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Note } from '#core/ui/note.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import type { Selected } from '../chat-address.ts'
import css from './list.module.css'
import { ChannelRow } from './row.tsx'
import { botsQuery, channelsQuery, unreadQuery } from '../queries.ts'

export type ListProps = { selected: Selected | null; onSelect: (selected: Selected) => void }

export function ChannelList({ selected, onSelect }: ListProps) {
  const t = useText()
  const { id: me } = useProfile()
  const { data, error, isFetching, refetch } = useQuery(channelsQuery)
  const { data: unread = {}, error: unreadError } = useQuery(unreadQuery)
  const { error: botsError } = useQuery(botsQuery)
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
