import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { SessionContextProvider, isRefusedWith, SessionFailed, useWithWaiting } from '#learning/public.tsx'
import './live.ts'
import { walkQuery } from './session-queries.ts'
import { useWalkAddress } from './walk-address.ts'
import { useWalkJourney } from './walk-journey.tsx'
import { NoAccess, WalkNotFound } from './walk-refused.tsx'

type WalkGateProps = {
  /** A skeleton in the shape of what comes. */
  pending: ReactNode
  children: (walk: MentorshipSession) => ReactNode
}

/** Every page about one session of a mentorship: shown once it is here, and says so where it cannot be had. */
export function WalkGate(props: WalkGateProps) {
  const { session, mentorship } = useWalkAddress()
  if (session === undefined) return <WalkNotFound />
  return <Loaded key={`${session}.${mentorship}`} session={session} mentorship={mentorship} {...props} />
}

type LoadedProps = WalkGateProps & { session: number; mentorship: number | undefined }

function Loaded({ session, mentorship, pending, children }: LoadedProps) {
  const { data, error, refetch } = useQuery(walkQuery(session, mentorship))
  const journey = useWalkJourney(data, mentorship)
  const walk = useWithWaiting(data, data?.mentorship)
  if (isRefusedWith(error, 'learning.session_not_found')) return <NoAccess isUnknown />
  const isClosed = isRefusedWith(error, 'learning.walk_closed') || isRefusedWith(error, 'learning.curriculum_locked')
  if (isClosed) return <NoAccess />
  return (
    <SessionContextProvider value={journey}>
      {/* An address that names no mentorship may come to mean another one; what stood here then begins anew. */}
      {walk ? (
        <Fragment key={walk.mentorship}>{children(walk)}</Fragment>
      ) : error ? (
        <SessionFailed error={error} onRetry={() => void refetch()} />
      ) : (
        pending
      )}
    </SessionContextProvider>
  )
}
