import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { Link } from '@tanstack/react-router'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { useNow } from '#mentorship/public.ts'
import { refusalText } from '../event-refusal.ts'
import { dayAndClock } from '../time/names.ts'
import { useAnswer, useAnswerProposal } from '../time/queries.ts'
import css from './event-people.module.css'

type EventPeopleProps = { event: CalendarEvent; mentorship: Mentorship }

/** Who planned it and who comes, and the answers that the viewer can give. */
export function EventPeople({ event, mentorship }: EventPeopleProps) {
  const t = useText()
  const me = useProfile()
  const now = useNow()
  const others = [...mentorship.partners, ...(mentorship.pairManager ? [mentorship.pairManager] : [])]
  const creator = others.find(({ userId }) => userId === event.createdBy)
  const isAhead = Date.parse(event.scheduledTime) + event.minutes * 60_000 > now.getTime()
  // The person who planned it comes, unless they say no.
  const answerOf = (id: number) =>
    event.answers.find(({ userId }) => userId === id)?.isYes ?? (id === event.createdBy || undefined)
  const mine = answerOf(me.id)
  const lines = mentorship.partners
    .filter((partner) => isAhead || answerOf(partner.userId) !== undefined)
    .map(({ userId, firstName }) => {
      const isYes = answerOf(userId)
      return t(`calendar.answer.${isYes === undefined ? 'waiting' : isYes ? 'yes' : 'no'}`, { who: firstName })
    })
  const comes = mentorship.part !== 'pair_manager' || event.createdBy === me.id
  return (
    <>
      <p className={css.line}>
        {[
          t('findTime.minutes', { minutes: event.minutes }),
          ...(event.createdBy === me.id ? [t('calendar.byMe')] : creator ? [t('calendar.by', { who: creator.firstName })] : []),
        ].join(' · ')}
      </p>
      {lines.length > 0 && <p className={css.line}>{lines.join(' · ')}</p>}
      {comes && isAhead && <MyAnswer event={event} mine={mine} />}
      {isAhead && <Proposals event={event} mentorship={mentorship} />}
    </>
  )
}

function MyAnswer({ event, mine }: { event: CalendarEvent; mine: boolean | undefined }) {
  const t = useText()
  const answering = useAnswer(event.mentorship)
  const send =
    (answer: 'yes' | 'no', applyToRecurring: 'THIS' | 'ALL' = 'THIS') =>
    () =>
      answering.mutate({ event, answer, applyToRecurring })
  const title = { title: event.title }
  return (
    <div className={css.answer}>
      <p className={css.ask}>
        {t(mine === undefined ? 'calendar.answer.ask' : mine ? 'calendar.answer.myYes' : 'calendar.answer.myNo', title)}
      </p>
      <div className={css.buttons}>
        {mine !== true && (
          <Button size="sm" kind={mine === undefined ? 'primary' : 'line'} disabled={answering.isPending} onClick={send('yes')}>
            {t('calendar.answer.sayYes')}
          </Button>
        )}
        {mine === undefined && event.isRecurringEvent && (
          <Button size="sm" kind="line" disabled={answering.isPending} onClick={send('yes', 'ALL')}>
            {t('calendar.answer.all')}
          </Button>
        )}
        {mine !== false && (
          <Button size="sm" kind="line" disabled={answering.isPending} onClick={send('no')}>
            {t('calendar.answer.sayNo')}
          </Button>
        )}
        <ButtonLink
          size="sm"
          kind="line"
          render={<Link to="/mentorship/time" search={{ mentorship: event.mentorship, event: event.id }} />}
        >
          {t('calendar.answer.other')}
        </ButtonLink>
      </div>
      {answering.error && (
        <Note tone="bad" live="alert">
          {t(refusalText(answering.error))}
        </Note>
      )}
    </div>
  )
}

/** Other times that were asked for; people who may change the event answer. */
function Proposals({ event, mentorship }: EventPeopleProps) {
  const t = useText()
  const language = useLanguage()
  const me = useProfile()
  const answering = useAnswerProposal(event.mentorship)
  const nameOf = (id: number) =>
    [...mentorship.partners, mentorship.pairManager].find((member) => member?.userId === id)?.firstName ?? ''
  return event.proposals.map(({ id, userId, scheduledTime, note }) => {
    const when = dayAndClock(scheduledTime, language)
    const send = (answer: 'yes' | 'no') => () => answering.mutate({ event, proposalId: id, answer })
    return (
      <Note key={id} tone="info">
        <p>{userId === me.id ? t('calendar.proposal.mine', { when }) : t('calendar.proposal', { who: nameOf(userId), when })}</p>
        {note && <p dir="auto">{note}</p>}
        {event.mayEdit && userId !== me.id && (
          <div className={css.buttons}>
            <Button size="sm" kind="primary" disabled={answering.isPending} onClick={send('yes')}>
              {t('calendar.proposal.yes')}
            </Button>
            <Button size="sm" kind="line" disabled={answering.isPending} onClick={send('no')}>
              {t('calendar.proposal.no')}
            </Button>
          </div>
        )}
        {answering.error && <p role="alert">{t(refusalText(answering.error))}</p>}
      </Note>
    )
  })
}
