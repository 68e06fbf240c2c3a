import { isOwnDone } from '@saathi/contract/learning/progress'
import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { Navigate } from '@tanstack/react-router'
import { Feedback, FeedbackDrawing, FeedbackSkeleton, useSessionContext } from '#learning/public.tsx'
import { SessionBadge } from './session-badge.tsx'
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
