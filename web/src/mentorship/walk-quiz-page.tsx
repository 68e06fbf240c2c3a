import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { Navigate } from '@tanstack/react-router'
import { QuizAt, QuizSkeleton, useSessionContext } from '#learning/public.tsx'
import { useWalkAddress } from './walk-address.ts'
import { WalkGate } from './walk-gate.tsx'

export function WalkQuizPage() {
  return <WalkGate pending={<QuizSkeleton />}>{(walk) => <WalkQuiz walk={walk} />}</WalkGate>
}

function WalkQuiz({ walk }: { walk: MentorshipSession }) {
  const { step, quiz, wantsResult } = useWalkAddress()
  const { toOutside, toStep } = useSessionContext()
  if (step === undefined) return <Navigate {...toOutside(walk.id)} replace />
  if (quiz === undefined) return <Navigate {...toStep(walk.id, step)} replace />
  return <QuizAt address={{ session: walk.id, step, quiz }} wantsResult={wantsResult} />
}
