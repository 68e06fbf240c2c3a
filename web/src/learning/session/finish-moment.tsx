import type { NextFacts, NextSession } from '@saathi/contract/accounts/next-facts'
import { type Goal, goalOf, nextStepOf } from '@saathi/contract/accounts/next-step'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import companions from '#art/companions.svg'
import unlocked from '#art/unlock-mentorship.svg'
import { nextFactsQuery } from '#accounts/public.tsx'
import { useDataLight } from '#core/data-light.ts'
import { type Translate, useText } from '#core/i18n/texts.tsx'
import { endMoment, type FinishedSession } from '#core/moments.ts'
import { type Bead, Beads } from '#core/ui/progress/beads.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Celebration } from '#core/ui/progress/celebration.tsx'
import { bag, pair } from '#core/ui/icons.ts'
import { useNow } from '#core/use-now.ts'
import css from './finish-moment.module.css'
import { introLink } from './address.ts'
import { titleOf } from '../cards/session-card.tsx'
import { sessionQuery } from './queries.ts'

/** Celebrates a finished hub session: the progress, what was unlocked, and what comes next. */
export function FinishMoment({ moment }: { moment: FinishedSession }) {
  const t = useText()
  const { facts, completed } = useProgress(moment)
  const next = useUpNext(moment, facts)
  const title = useQuery(sessionQuery(moment.session)).data
  const { goal, left } = facts && completed !== undefined ? remainingGoal(facts, completed) : { goal: null, left: 0 }
  const opened = moment.finish?.opened ?? []
  const isUnlock = opened.length > 0
  const unlocks = opened.includes('mentorship') ? 'mentorship' : 'internship'
  const name = title ? t('moment.finished', { title: titleOf(title) }) : ''
  return (
    <Celebration
      onClose={endMoment}
      picture={<img src={isUnlock ? unlocked : companions} alt="" width={260} height={173} />}
      title={isUnlock ? t('moment.unlocked') : completed ? t('moment.done', { number: completed }) : t('moment.doneAny')}
      lead={
        isUnlock
          ? t(next.survey ? `moment.${unlocks}.survey` : `moment.${unlocks}.open`)
          : [name, goal && t(`moment.left.${goal}`, { left })].filter(Boolean).join(' ')
      }
      actions={<Actions next={next} isUnlock={isUnlock} />}
    >
      {completed !== undefined && (goal !== null || isUnlock) && facts && (
        <GoalBeads completed={completed} needed={facts.hub.needed} goal={goal ?? 'mentor'} isOpen={isUnlock} />
      )}
      {next.session && <UpNext session={next.session} />}
    </Celebration>
  )
}

/** While the completion is queued, the server's count does not include this session. */
function useProgress({ finish }: FinishedSession): { facts: NextFacts | undefined; completed: number | undefined } {
  const client = useQueryClient()
  const [before] = useState(() => client.getQueryData(nextFactsQuery.queryKey)?.hub.completed)
  const { data: facts } = useQuery(nextFactsQuery)
  useEffect(() => void client.invalidateQueries({ queryKey: nextFactsQuery.queryKey }), [client])
  if (finish) return { facts, completed: finish.completed }
  const now = facts?.hub.completed
  return { facts, completed: before === undefined ? now : Math.max(before + 1, now ?? 0) }
}

/** The goal while its area is still locked. `completed` corrects facts that were fetched before the session was finished. */
function remainingGoal(facts: NextFacts, completed: number): { goal: Goal | null; left: number } {
  return goalOf({ ...facts, hub: { ...facts.hub, completed } })
}

type Next = { survey: NextFacts['survey']; session: NextSession | null }

/** Offers the survey only when it is all that remains: with the session that unlocks mentorship. */
function useUpNext({ session: finished, finish }: FinishedSession, facts: NextFacts | undefined): Next {
  const now = useNow()
  if (!facts) return { survey: null, session: null }
  const step = nextStepOf(facts, now)
  // The facts may have been fetched before the session was finished.
  const other = (session: NextSession | null) => (session?.id === finished ? null : session)
  if (finish?.opened.length && step.kind === 'survey' && step.finds) return { survey: step.survey, session: null }
  return { survey: null, session: facts.hub.isOpen ? (other(facts.hub.ongoing) ?? other(facts.hub.next)) : null }
}

function Actions({ next: { survey, session }, isUnlock }: { next: Next; isUnlock: boolean }) {
  const t = useText()
  const later = (
    <Button kind="quiet" onClick={endMoment}>
      {t(survey ? 'moment.later' : session ? 'moment.enough' : 'moment.continue')}
    </Button>
  )
  if (survey) {
    return (
      <>
        <ButtonLink size="lg" render={<Link to="/survey" search={{ survey: survey.id }} onClick={endMoment} />}>
          {t(survey.isBegun ? 'moment.surveyOn' : 'moment.survey', { minutes: survey.minutes })}
        </ButtonLink>
        {later}
      </>
    )
  }
  const toMentorship = isUnlock && (
    <ButtonLink size="lg" render={<Link to="/mentorship" onClick={endMoment} />}>
      {t('moment.toMentorship')}
    </ButtonLink>
  )
  return (
    <>
      {toMentorship ||
        (session && (
          <ButtonLink size="lg" render={<Link {...introLink(session.id)} onClick={endMoment} />}>
            {t('moment.startNext')}
          </ButtonLink>
        ))}
      {later}
    </>
  )
}

export function UpNext({ session: { title, banner, color, minutesLeft } }: { session: NextSession }) {
  const t = useText()
  const isLight = useDataLight()
  return (
    <div className={css.next}>
      <span className={css.picture} style={{ backgroundColor: color }}>
        {banner && !isLight && <img src={banner} alt="" width={84} height={64} decoding="async" />}
      </span>
      <p className={css.words}>
        <small>{t('moment.next', { minutes: minutesLeft })}</small>
        <b>{title}</b>
      </p>
    </div>
  )
}

type GoalBeadsProps = { completed: number; needed: number; goal: Goal; isOpen: boolean }

function GoalBeads({ completed, needed, goal, isOpen }: GoalBeadsProps) {
  const t = useText()
  const label = t('learning.progress.beads', { completed: Math.min(completed, needed), total: needed })
  return (
    <Beads
      wordless
      className={css.beads}
      steps={beadsOf({ completed, needed, goal, isOpen }, t)}
      label={isOpen ? `${label}, ${t('moment.isOpen')}` : label}
      stateLabels={{ done: t('learning.bead.done'), now: t('learning.bead.now'), next: t('learning.bead.next') }}
    />
  )
}

function beadsOf({ completed, needed, goal, isOpen }: GoalBeadsProps, t: Translate): Bead[] {
  const sessions = Array.from({ length: needed }, (_, index): Bead => ({
    label: t('learning.progress.bead', { number: index + 1 }),
    state: index < completed ? 'done' : 'next',
    isNew: index === completed - 1,
  }))
  const isInternship = goal === 'internship'
  const name = t(isInternship ? 'learning.progress.goal.internship' : 'learning.progress.goal.mentorship')
  return [...sessions, { label: name, state: isOpen ? 'now' : 'next', icon: isInternship ? bag : pair }]
}
