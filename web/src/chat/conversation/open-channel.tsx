import type { Channel } from '@saathi/contract/chat/entities'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { back } from '#core/ui/icons.ts'
import { Conversation, type ConversationProps, MessagesSkeleton } from './conversation.tsx'
import css from './conversation.module.css'
import { channelQuery, channelsQuery } from '../queries.ts'

type OpenChannelProps = Omit<ConversationProps, 'channel'> & { channelId: number }

/** Taken from the list, or fetched by its id if the list hides the channel. */
export function OpenChannel({ channelId, ...props }: OpenChannelProps) {
  const { data: channels, isPending } = useQuery(channelsQuery)
  const listed = channels?.find((channel) => channel.channelId === channelId)
  if (listed) return <KeyedConversation channel={listed} {...props} />
  if (!isPending) return <Unlisted channelId={channelId} {...props} />
  return (
    <Bare {...props}>
      <MessagesSkeleton />
    </Bare>
  )
}

/** Without a channel yet, the back button and the controls are still needed. */
function Bare({ onBack, controls, children }: Pick<OpenChannelProps, 'onBack' | 'controls'> & { children: ReactNode }) {
  const t = useText()
  return (
    <div className={css.bare}>
      {(onBack ?? controls) && (
        <header className={css.head}>
          {onBack && <IconButton icon={back} iconSize={22} label={t('chat.back')} onClick={onBack} />}
          <span className={css.titles} />
          {controls}
        </header>
      )}
      {children}
    </div>
  )
}

const KeyedConversation = (props: Omit<OpenChannelProps, 'channelId'> & { channel: Channel }) => (
  <Conversation key={props.channel.channelId} {...props} />
)

function Unlisted({ channelId, ...props }: OpenChannelProps) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(channelQuery(channelId))
  if (data) return <KeyedConversation channel={data} {...props} />
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <Bare {...props}>
      {error ? (
        <div className={css.failed}>
          <Failed
            level={2}
            title={t(isUnknown ? 'chat.unknown' : 'chat.failed')}
            text={t(isUnknown ? 'chat.unknown.text' : errorTextKey(error))}
            retryLabel={t('action.retry')}
            retryingLabel={t('action.retrying')}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <MessagesSkeleton />
      )}
    </Bare>
  )
}
