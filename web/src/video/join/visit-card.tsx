import { localeOf } from '@saathi/contract/core/message'
import type { VideoRoom } from '@saathi/contract/video/entities'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import waiting from '#art/awaiting-response.svg'
import oops from '#art/oops-link.svg'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { useSecondsUntil } from '#core/ui/progress/countdown.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { book, calendar, link, video } from '#core/ui/icons.ts'
import { useFocusOnShow } from '../use-focus-on-show.ts'
import css from './visit-card.module.css'

/** Shows no details of a call that the person has no access to. */
export function NoAccessCard({ reason }: { reason: 'invalid' | 'closed' | 'off' }) {
  const t = useText()
  return <Frame drawing={oops} isOops={reason === 'invalid'} title={t(`video.${reason}`)} text={t(`video.${reason}.text`)} />
}

export function VisitCard({ status, room }: { status: 'early' | 'late'; room: VideoRoom }) {
  const t = useText()
  const callNow = status === 'late' && (
    <ButtonLink size="lg" render={<Link to="/video/call/$channelId" params={{ channelId: String(room.channel) }} />}>
      <Icon of={video} size={20} />
      {t('video.late.call')}
    </ButtonLink>
  )
  return (
    <Frame
      isOops
      drawing={status === 'early' ? waiting : oops}
      title={t(`video.${status}`)}
      text={t(`video.${status}.text`)}
      more={callNow}
    >
      {status === 'early' && <Countdown opensAt={room.opensAt} />}
      <Details room={room} />
    </Frame>
  )
}

type FrameProps = { drawing: string; isOops: boolean; title: string; text: string; more?: ReactNode; children?: ReactNode }

function Frame({ drawing, isOops, title, text, more, children }: FrameProps) {
  const t = useText()
  const heading = useFocusOnShow()
  return (
    <div className={css.place}>
      <Card className={css.box}>
        <div className={css.art}>
          <img src={drawing} alt="" width={240} height={180} />
        </div>
        <div className={css.words}>
          <div>
            {isOops && <p className={css.oops}>{t('video.oops')}</p>}
            <h1 ref={heading} tabIndex={-1} className={css.title}>
              {title}
            </h1>
            <p className={css.muted}>{text}</p>
          </div>
          {children}
          <div className={css.actions}>
            <ButtonLink kind="primary" size="lg" render={<Link to="/mentorship" />}>
              {t('video.toCalendar')}
            </ButtonLink>
            {more}
          </div>
        </div>
      </Card>
    </div>
  )
}

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

function Countdown({ opensAt }: { opensAt: string }) {
  const t = useText()
  const [behindMs] = useState(() => serverNow() - Date.now())
  const seconds = useSecondsUntil(Date.parse(opensAt) - behindMs)
  return (
    <p className={css.countdown} role="timer" aria-label={t('video.early.timer')}>
      <b className={css.clock}>
        {seconds < DAY_S
          ? clockOf(seconds)
          : t('video.early.days', { days: Math.floor(seconds / DAY_S), hours: Math.floor((seconds % DAY_S) / HOUR_S) })}
      </b>
      <span>{t('video.early.until')}</span>
    </p>
  )
}

function Details({ room }: { room: VideoRoom }) {
  const t = useText()
  const language = useLanguage()
  const path = `/video/join-meeting/${room.room}`
  return (
    <dl className={css.details}>
      <dt>
        <Icon of={calendar} />
        <span className="sr">{t('video.event')}</span>
      </dt>
      <dd>
        <span dir="auto">{room.title}</span>
        <br />
        <time className={css.muted} dateTime={room.startTime}>
          {longDateAndTime(room.startTime, language)}
        </time>
      </dd>
      <dt>
        <Icon of={book} />
        <span className="sr">{t('video.session')}</span>
      </dt>
      <dd dir="auto">{room.localeSessionName ?? room.sessionName ?? t('video.noSession')}</dd>
      <dt>
        <Icon of={link} />
        <span className="sr">{t('video.link')}</span>
      </dt>
      <dd>
        <Link to={path} className={css.link} dir="ltr">
          {`${location.host}${path}`}
        </Link>
      </dd>
    </dl>
  )
}

const formats = new Map<string, Intl.DateTimeFormat>()
const long = { dateStyle: 'full', timeStyle: 'short', hour12: true, timeZone: 'Asia/Kolkata' } as const

/** 'Saturday, 14 November 2026 at 7:30 pm', always in India's time zone. */
function longDateAndTime(time: string, language: string): string {
  const known = formats.get(language) ?? new Intl.DateTimeFormat(localeOf(language), long)
  formats.set(language, known)
  return known.format(new Date(time))
}

/** 2840 seconds become 0:47:20. */
function clockOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / HOUR_S)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
