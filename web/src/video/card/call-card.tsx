import type { Channel } from '@saathi/contract/chat/entities'
import type { CallCard } from '@saathi/contract/video/entities'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { timeOfDay } from '#core/i18n/india-time.ts'
import { type Translate, useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { hangUp } from '#core/ui/further-icons.ts'
import { Icon } from '#core/ui/icon.tsx'
import { video } from '#core/ui/icons.ts'
import { getCurrentCall } from '../in-call.ts'
import '../live.ts'
import { firstNameOf, namesOf } from '../person-name.ts'
import { cardsQuery } from '../queries.ts'
import { LazyReader } from '../history/lazy-reader.tsx'
import css from './call-card.module.css'

type CallCardViewProps = { channel: Channel; room: string; startedAt: string }

/** One card for each call, which changes in place: it runs, it ended, it was missed. */
export function CallCardView({ channel, room, startedAt }: CallCardViewProps) {
  const t = useText()
  const language = useLanguage()
  const { id: me } = useProfile()
  const { data } = useQuery(cardsQuery(channel.channelId))
  const card = data?.find((each) => each.room === room)
  const who = channel.channelMembers.find(({ userId }) => userId === card?.startedBy)?.userFullName
  const time = timeOfDay(startedAt, language)
  const called =
    card?.startedBy === me ? t('video.card.youAt', { time }) : who ? t('video.card.at', { name: firstNameOf(who), time }) : time
  const isMissed = card?.state === 'missed' && card.startedBy !== me && !card.hasDeclined
  const isLive = card?.state === 'live' || card?.state === 'ringing'
  return (
    <article className={classNames(css.card, isLive && css.live, isMissed && css.missed)} aria-label={titleOf(card, me, t)}>
      <span className={css.icon}>
        <Icon of={card?.state === 'missed' ? hangUp : video} size={20} />
      </span>
      <span className={css.words}>
        <b>{titleOf(card, me, t)}</b>
        <small dir="auto">
          {card && card.state === 'live' && card.people.length > 0
            ? t('video.card.liveWith', { names: namesOf(card.people, language) })
            : called}
        </small>
      </span>
      {card && <Action card={card} channel={channel} />}
    </article>
  )
}

function titleOf(card: CallCard | undefined, me: number, t: Translate): string {
  switch (card?.state) {
    case 'ended':
      return t('video.card.ended', { minutes: card.minutes })
    case 'missed':
      if (card.startedBy === me) return t('video.card.noAnswer')
      return t(card.hasDeclined ? 'video.card.declined' : 'video.card.missed')
    case 'ringing':
      return t('video.card.ringing')
    default:
      return t('video.card.live')
  }
}

function Action({ card, channel }: { card: CallCard; channel: Channel }): ReactNode {
  const t = useText()
  const { id: me } = useProfile()
  const [isReading, setReading] = useState(false)
  const { channelId } = channel
  if (card.state === 'live' || card.state === 'ringing') {
    // In the chat of this very call there is nothing to join.
    if (getCurrentCall()?.room === card.room) return null
    return (
      <ButtonLink kind="primary" size="sm" render={<Link to="/video/join-meeting/$roomId" params={{ roomId: card.room }} />}>
        {t('video.join')}
      </ButtonLink>
    )
  }
  if (card.state === 'ended')
    return (
      card.meetingRecordingId !== null && (
        <>
          <Button kind="soft" size="sm" onClick={() => setReading(true)}>
            {t('video.history.summary')}
          </Button>
          <LazyReader
            channel={channelId}
            meetingRecordingId={card.meetingRecordingId}
            kind={isReading ? 'summary' : null}
            onClose={() => setReading(false)}
          />
        </>
      )
    )
  if (channel.closed) return null
  return (
    <ButtonLink kind="soft" size="sm" render={<Link to="/video/call/$channelId" params={{ channelId: String(channelId) }} />}>
      {t(card.startedBy === me ? 'video.ended.callAgain' : 'video.card.back')}
    </ButtonLink>
  )
}
