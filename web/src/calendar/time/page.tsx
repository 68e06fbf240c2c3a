import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import { IdParam } from '@saathi/contract/core/fields'
import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { HomeFailed, mentorshipsQuery, useNow } from '#mentorship/public.ts'
import '../live.ts'
import { eventsQuery } from '../queries.ts'
import { FindTime } from './find-time.tsx'
import css from './page.module.css'

const Search = z.object({ mentorship: z.optional(z.unknown()), event: z.optional(z.unknown()) })
const readId = (value: unknown): number | undefined => z.safeParse(IdParam, value).data

/** Finds a time for a new call, or another time for an event. */
export function FindTimePage() {
  const t = useText()
  const search = useSearch({ strict: false, select: (given: unknown) => z.safeParse(Search, given).data })
  const mentorships = useQuery(mentorshipsQuery)
  const active = mentorships.data?.filter(({ isActive }) => isActive)
  const mentorship = active?.find(({ id }) => id === readId(search?.mentorship)) ?? active?.[0]
  return (
    <div className={css.page}>
      <title>{[t('findTime.title'), t('app.name')].join(' · ')}</title>
      {mentorship ? (
        <Found key={mentorship.id} mentorship={mentorship} eventId={readId(search?.event)} />
      ) : mentorships.error ? (
        <HomeFailed level={1} title={t('mentorship.failed.title')} query={mentorships} />
      ) : active ? (
        <Missing />
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Found({ mentorship, eventId }: { mentorship: Mentorship; eventId: number | undefined }) {
  const t = useText()
  const now = useNow()
  const events = useQuery({ ...eventsQuery(mentorship.id), enabled: eventId !== undefined })
  const event = events.data?.find(({ id }) => id === eventId)
  if (eventId === undefined) return <FindTime mentorship={mentorship} event={null} />
  if (event && isAhead(event, now)) return <FindTime mentorship={mentorship} event={event} />
  if (events.data) return <Missing mentorship={mentorship} />
  if (events.error) return <HomeFailed level={1} title={t('calendar.failed')} query={events} />
  return <Loading />
}

const isAhead = ({ scheduledTime, minutes }: CalendarEvent, now: Date) =>
  Date.parse(scheduledTime) + minutes * 60_000 > now.getTime()

/** Shown if the event was cancelled in the meantime or the address is wrong. */
function Missing({ mentorship }: { mentorship?: Mentorship }) {
  const t = useText()
  return (
    <Empty
      level={1}
      title={t(mentorship ? 'calendar.refused.gone' : 'findTime.nobody')}
      text={t(mentorship ? 'findTime.gone' : 'findTime.nobody.text')}
      action={
        <ButtonLink kind="primary" render={<Link to="/mentorship" search={mentorship ? { mentorship: mentorship.id } : {}} />}>
          {t('findTime.home')}
        </ButtonLink>
      }
    />
  )
}

function Loading() {
  const t = useText()
  return (
    <SkeletonGroup label={t('findTime.loading')} className={css.rows}>
      <Skeleton height="52px" />
      <Skeleton shape="block" height="66px" />
      <Skeleton shape="block" height="66px" />
      <Skeleton shape="block" height="66px" />
    </SkeletonGroup>
  )
}
