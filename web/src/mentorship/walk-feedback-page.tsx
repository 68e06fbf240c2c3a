import { isOwnDone } from '@saathi/contract/learning/progress'
import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { Navigate } from '@tanstack/react-router'
import { Feedback, FeedbackDrawing, FeedbackSkeleton, useSessionContext } from '#learning/public.tsx'
import { WalkBadge } from './walk-badge.tsx'
import { WalkGate } from './walk-gate.tsx'

export function WalkFeedbackPage() {
  return <WalkGate pending={<FeedbackSkeleton />}>{(walk) => <WalkFeedback walk={walk} />}</WalkGate>
}

function WalkFeedback({ walk }: { walk: MentorshipSession }) {
  const { isReadOnly, toOutside } = useSessionContext()
  // Stars are for what one has seen to its end.
  if (isReadOnly || !isOwnDone(walk)) return <Navigate {...toOutside(walk.id)} replace />
  return <Feedback session={walk} drawing={<Earned walk={walk} />} />
}

/** The region is there before the badge, so that it is read out when it comes. */
function Earned({ walk }: { walk: MentorshipSession }) {
  return <div role="status">{walk.badge ? <WalkBadge badge={walk.badge} /> : <FeedbackDrawing />}</div>
}
