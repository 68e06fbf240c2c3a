import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { Navigate } from '@tanstack/react-router'
import { QuizAt, QuizSkeleton, useSessionContext } from '#learning/public.tsx'
import { useSessionAddress } from './session-address.ts'
import { SessionGate } from './session-gate.tsx'

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
