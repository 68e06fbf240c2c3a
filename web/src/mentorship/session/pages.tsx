import { isOwnDone } from '@saathi/contract/learning/progress'
import type { MentorshipSession, BadgeType } from '@saathi/contract/mentorship/entities'
import { Navigate, Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Badge } from '#core/ui/progress/badge.tsx'
import { titleOf } from '#learning/public.ts'
import {
  AtStep,
  StepSkeleton,
  useSessionContext,
  useStartSession,
  QuizAt,
  QuizSkeleton,
  ActionBar,
  Intro,
  IntroSkeleton,
  useContinueText,
  Feedback,
  FeedbackDrawing,
  FeedbackSkeleton,
} from '#learning/public.tsx'
import { tiers } from '../rewards.ts'
import { useSessionAddress } from './address.ts'
import css from './badge.module.css'
import { SessionGate } from './gate.tsx'

export function SessionStepPage() {
  return <SessionGate pending={<StepSkeleton />}>{(session) => <SessionStep session={session} />}</SessionGate>
}

function SessionStep({ session }: { session: MentorshipSession }) {
  const { step } = useSessionAddress()
  useAutoStart(session)
  return <AtStep session={session} requested={step} />
}

/** People who opened a link have not pressed Start; opening a step starts the session. A failure is retried when moving on. */
function useAutoStart({ id, sessionStatus }: MentorshipSession): void {
  const { isReadOnly } = useSessionContext()
  const { start } = useStartSession(id, async () => {})
  const startOnce = useEffectEvent(() => {
    if (!isReadOnly && sessionStatus === 'NOT_STARTED') start()
  })
  useEffect(() => startOnce(), [])
}

export function SessionQuizPage() {
  return <SessionGate pending={<QuizSkeleton />}>{(session) => <SessionQuiz session={session} />}</SessionGate>
}

function SessionQuiz({ session }: { session: MentorshipSession }) {
  const { step, quiz, wantsResult } = useSessionAddress()
  const { toOutside, toStep } = useSessionContext()
  if (step === undefined) return <Navigate {...toOutside(session.id)} replace />
  if (quiz === undefined) return <Navigate {...toStep(session.id, step)} replace />
  return <QuizAt address={{ session: session.id, step, quiz }} wantsResult={wantsResult} />
}

export function SessionIntroPage() {
  return <SessionGate pending={<IntroSkeleton />}>{(session) => <SessionIntro session={session} />}</SessionGate>
}

/** The steps and everyone's progress are on the summary page. */
function SessionIntro({ session }: { session: MentorshipSession }) {
  const { notice, toOutside } = useSessionContext()
  const label = useContinueText(session)
  return (
    <Intro session={session}>
      {notice}
      <ActionBar session={session} title={titleOf(session)}>
        <ButtonLink kind="primary" size="lg" render={<Link {...toOutside(session.id)} />}>
          {label}
        </ButtonLink>
      </ActionBar>
    </Intro>
  )
}

export function SessionFeedbackPage() {
  return <SessionGate pending={<FeedbackSkeleton />}>{(session) => <SessionFeedback session={session} />}</SessionGate>
}

function SessionFeedback({ session }: { session: MentorshipSession }) {
  const { isReadOnly, toOutside } = useSessionContext()
  // Only finished sessions can be rated.
  if (isReadOnly || !isOwnDone(session)) return <Navigate {...toOutside(session.id)} replace />
  return <Feedback session={session} drawing={<Earned session={session} />} />
}

/** The live region exists before the badge, so that screen readers announce it. */
function Earned({ session }: { session: MentorshipSession }) {
  return <div role="status">{session.badge ? <SessionBadge badge={session.badge} /> : <FeedbackDrawing />}</div>
}

/** Angles in an arc above the badge; the text is below it. */
const turns = Array.from({ length: 9 }, (_, place) => -128 + place * 32)

/** The badge just earned, with a burst of beads. */
function SessionBadge({ badge }: { badge: BadgeType }) {
  const t = useText()
  return (
    <div className={css.badge}>
      <div className={css.beads} aria-hidden="true">
        {turns.map((turn) => (
          <i key={turn} style={{ rotate: `${turn}deg` }} />
        ))}
      </div>
      <Badge
        won
        tier={tiers[badge]}
        size={104}
        label={t(`mentorship.badge.${badge}`)}
        title={t(`mentorship.session.badge.${badge}`)}
      />
    </div>
  )
}
