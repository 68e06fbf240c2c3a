import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { useEffect, useEffectEvent } from 'react'
import { AtStep, StepSkeleton, useSessionContext, useStartSession } from '#learning/public.tsx'
import { useSessionAddress } from './session-address.ts'
import { SessionGate } from './session-gate.tsx'

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
