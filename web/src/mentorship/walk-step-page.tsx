import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { useEffect, useEffectEvent } from 'react'
import { AtStep, StepSkeleton, useSessionContext, useStartSession } from '#learning/public.tsx'
import { useWalkAddress } from './walk-address.ts'
import { WalkGate } from './walk-gate.tsx'

export function WalkStepPage() {
  return <WalkGate pending={<StepSkeleton />}>{(walk) => <Walking walk={walk} />}</WalkGate>
}

function Walking({ walk }: { walk: MentorshipSession }) {
  const { step } = useWalkAddress()
  useBegun(walk)
  return <AtStep session={walk} asked={step} />
}

/** Whoever comes by a link has pressed no Start; being at a step is having begun. What fails is tried again on going on. */
function useBegun({ id, sessionStatus }: MentorshipSession): void {
  const { isReadOnly } = useSessionContext()
  const { start } = useStartSession(id, async () => {})
  const begin = useEffectEvent(() => {
    if (!isReadOnly && sessionStatus === 'NOT_STARTED') start()
  })
  useEffect(() => begin(), [])
}
