import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { SessionContextProvider, isRefusedWith, SessionFailed, useWithWaiting } from '#learning/public.tsx'
import './live.ts'
import { mentorshipSessionQuery } from './session-queries.ts'
import { useSessionAddress } from './session-address.ts'
import { useMentorshipContext } from './mentorship-context.tsx'
import { NoAccess, SessionNotFound } from './session-refused.tsx'

type SessionGateProps = {
  /** The skeleton of the page. */
  pending: ReactNode
  children: (detail: MentorshipSession) => ReactNode
}

/** Wrapper of all pages of a mentorship session: loads it and handles missing and failed ones. */
export function SessionGate(props: SessionGateProps) {
  const { session, mentorship } = useSessionAddress()
  if (session === undefined) return <SessionNotFound />
  return <Loaded key={`${session}.${mentorship}`} session={session} mentorship={mentorship} {...props} />
}

type LoadedProps = SessionGateProps & { session: number; mentorship: number | undefined }

function Loaded({ session, mentorship, pending, children }: LoadedProps) {
  const { data, error, refetch } = useQuery(mentorshipSessionQuery(session, mentorship))
  const context = useMentorshipContext(data, mentorship)
  const detail = useWithWaiting(data, data?.mentorship)
  if (isRefusedWith(error, 'learning.session_not_found')) return <NoAccess isUnknown />
  const isClosed = isRefusedWith(error, 'learning.walk_closed') || isRefusedWith(error, 'learning.curriculum_locked')
  if (isClosed) return <NoAccess />
  return (
    <SessionContextProvider value={context}>
      {/* Without a mentorship in the address, the newest one may change; the page state must then be reset. */}
      {detail ? (
        <Fragment key={detail.mentorship}>{children(detail)}</Fragment>
      ) : error ? (
        <SessionFailed error={error} onRetry={() => void refetch()} />
      ) : (
        pending
      )}
    </SessionContextProvider>
  )
}
