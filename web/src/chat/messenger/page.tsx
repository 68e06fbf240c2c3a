import { isChatInUse } from '@saathi/contract/chat/in-use'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import companions from '#art/companions.svg'
import { retryChatSlots, useChatSlot } from '#core/slots.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { SideMenu } from '#core/shell/side-menu.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { chat, video } from '#core/ui/icons.ts'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { mediaQuery, useIsPhone } from '#core/ui/media-query.ts'
import own from '#core/ui/own-bar.module.css'
import { ChannelColumn } from '../channels/column.tsx'
import { MESSENGER, useRoomInAddress, useSection, useSelect, useSelected } from '../chat-address.ts'
import { totalOf, unreadQuery } from '../queries.ts'
import { connectChat } from '../socket.ts'
import '../live.ts'
import css from './page.module.css'
import { NothingOpen } from './nothing-open.tsx'
import { OpenChannel } from '../conversation/open-channel.tsx'

export function MessengerPage() {
  const t = useText()
  const { experiences } = useProfile().status
  const isInUse = isChatInUse(experiences)
  const { unread } = totalOf(useQuery({ ...unreadQuery, enabled: isInUse }).data ?? {})
  return (
    <>
      <title>{`${unread > 0 ? `(${unread}) ` : ''}${t('chat.title')} · ${t('app.name')}`}</title>
      {isInUse ? <Sections hasVideo={experiences.video === 'use'} /> : <NotYet />}
    </>
  )
}

function NotYet() {
  const t = useText()
  return <Empty level={1} drawing={companions} title={t('chat.off')} text={t('chat.off.text')} />
}

function Sections({ hasVideo }: { hasVideo: boolean }) {
  const t = useText()
  const isVideo = useSection() === 'video' && hasVideo
  const selected = useSelected()
  // The shell connects a little later; on this page the messages are needed at once.
  useEffect(() => connectChat(), [])
  return (
    <div className={classNames(css.page, selected && !isVideo && css.talking)} data-side={hasVideo}>
      {hasVideo && (
        <SideMenu
          label={t('chat.menu')}
          links={[
            { to: MESSENGER, icon: chat, text: t('chat.title'), isHere: !isVideo },
            { to: MESSENGER, icon: video, text: t('chat.video.section'), search: { section: 'video' }, isHere: isVideo },
          ]}
          here={t(isVideo ? 'chat.video.section' : 'chat.title')}
          hereIcon={isVideo ? video : chat}
        />
      )}
      {isVideo ? <VideoSection /> : <Messenger hasVideo={hasVideo} />}
    </div>
  )
}

/** Provided by the video domain. */
function VideoSection() {
  const t = useText()
  const room = useRoomInAddress()
  const { Part, isLost, isLoading } = useChatSlot('section')
  return (
    <div className={css.video}>
      {Part ? (
        <Part room={room} />
      ) : isLost ? (
        <Failed
          level={1}
          title={t('failed.title')}
          text={t('error.network')}
          retryLabel={t('action.retry')}
          retrying={isLoading}
          retryingLabel={t('action.retrying')}
          onRetry={retryChatSlots}
        />
      ) : (
        <LoadingBeads label={t('app.loading')} labelHidden />
      )}
    </div>
  )
}

/** A rating of a recorded call, if one is due. */
function RatingPart() {
  const { Part } = useChatSlot('rating')
  return Part && <Part />
}

const useHasRoom = mediaQuery('(min-width: 1200px)')

/** A list and a conversation; on a phone one of them. */
function Messenger({ hasVideo }: { hasVideo: boolean }) {
  const t = useText()
  const isPhone = useIsPhone()
  const hasRoom = useHasRoom()
  const selected = useSelected()
  const select = useSelect()
  const [cameFrom, setCameFrom] = useState<number | null>(null)

  function handleBack() {
    setCameFrom(selected?.channel ?? null)
    select(null)
  }

  const conversation = selected && (
    <OpenChannel
      key={selected.channel}
      channelId={selected.channel}
      found={selected.message}
      place={hasRoom ? 'wide' : undefined}
      onChannel={(channel) => select({ channel, message: null })}
      onBack={isPhone ? handleBack : undefined}
    />
  )
  const isAlone = isPhone && conversation !== null
  const rating = hasVideo && !isAlone && <RatingPart />
  return (
    <div className={css.main}>
      {!isPhone && rating}
      <div className={css.panel}>
        <h1 className="sr">{t('chat.title')}</h1>
        {isAlone ? (
          <div className={classNames(css.alone, own.page)}>{conversation}</div>
        ) : (
          <>
            <ChannelColumn selected={selected} onSelect={select} cameFrom={cameFrom} />
            {!isPhone && (conversation ?? <NothingOpen />)}
          </>
        )}
      </div>
      {/* Below the list, because it loads later and would push the rows away. */}
      {isPhone && rating}
    </div>
  )
}
