import { isOwnDone } from '@saathi/contract/learning/progress'
import type { MentorshipSession, BadgeType } from '@saathi/contract/mentorship/entities'
import { Navigate } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { Badge } from '#core/ui/progress/badge.tsx'
import { Feedback, FeedbackDrawing, FeedbackSkeleton, useSessionContext } from '#learning/public.tsx'
import { tiers } from './badge-tiers.ts'
import css from './session-badge.module.css'
import { SessionGate } from './session-gate.tsx'

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
