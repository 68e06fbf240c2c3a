import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { book, video } from '#core/ui/icons.ts'
import { fromWithin } from '#learning/public.ts'
import { sessionLinks } from '#mentorship/public.ts'

const meetingLink = (sessionUuid: string) =>
  ({ to: '/video/join-meeting/$roomId', params: { roomId: sessionUuid }, search: { section: 'video' } }) as const

type EventLinkProps = { event: CalendarEvent; className?: string | undefined; hasIcon?: boolean }

/** Each event has its own link, if it is a call. */
export function MeetingLink({ event, className, hasIcon = true }: EventLinkProps) {
  const t = useText()
  const [call] = event.videos
  if (!call) return null
  return (
    <Link {...meetingLink(call.sessionUuid)} className={className}>
      {hasIcon && <Icon of={video} size={18} />}
      {t('calendar.meetingLink')}
    </Link>
  )
}

type SessionLinkProps = {
  event: CalendarEvent
  hasSessions: boolean
  className?: string | undefined
  plainClassName?: string | undefined
}

/** The event's session by title; a link only for people who take it. */
export function SessionLink({ event, hasSessions, className, plainClassName }: SessionLinkProps) {
  const title = event.localeSessionName ?? event.sessionName
  if (event.sessionId === null || !title) return null
  const inside = (
    <>
      <Icon of={book} size={18} />
      <span dir="auto">{title}</span>
    </>
  )
  if (!hasSessions) return <span className={plainClassName}>{inside}</span>
  return (
    <Link {...sessionLinks(event.mentorship).toIntro(event.sessionId)} state={fromWithin} className={className}>
      {inside}
    </Link>
  )
}
