import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { type Invite, onInvite } from '#chat/public.ts'
import { queryClient } from '#core/query-client.ts'
import { getCurrentCall, onAnswered } from './in-call.ts'
import type { IncomingCallProps, QuietCallProps } from './incoming-call.tsx'
import './live.ts'
import { roomsQuery } from './queries.ts'
import type { ReturnBarProps } from './return-bar.tsx'

const noCall: ComponentType<IncomingCallProps> = () => null
const noNote: ComponentType<QuietCallProps> = () => null
const IncomingCall = lazy(async () => ({
  default: await import('./incoming-call.tsx').then(
    (part) => part.IncomingCall,
    () => noCall,
  ),
}))
const noBar: ComponentType<ReturnBarProps> = () => null
const ReturnBar = lazy(async () => ({
  default: await import('./return-bar.tsx').then(
    (part) => part.ReturnBar,
    () => noBar,
  ),
}))
const QuietCall = lazy(async () => ({
  default: await import('./incoming-call.tsx').then(
    (part) => part.QuietCall,
    () => noNote,
  ),
}))

/**
 * In the app shell. The server says what rings for this person, so that a call rings in every tab, goes on after a reload, and is
 * silent everywhere once it is answered or declined anywhere.
 */
export function VideoSlot() {
  const { data: rooms = [] } = useQuery(roomsQuery)
  const [answered, setAnswered] = useState<ReadonlySet<string>>(() => new Set())
  const [quiet, setQuiet] = useState<Invite | null>(null)

  useEffect(() => {
    const stopInvites = onInvite((invite) => {
      const current = getCurrentCall()
      if (current?.isIn && current.room !== invite.room) setQuiet(invite)
    })
    // The server knows as well, a moment later.
    const stopAnswers = onAnswered((room) => {
      const ring = queryClient.getQueryData(roomsQuery.queryKey)?.find((each) => each.room === room)?.ring
      if (ring) setAnswered((known) => new Set([...known, ringOf(room, ring.endsAt)]))
    })
    return () => {
      stopInvites()
      stopAnswers()
    }
  }, [])

  // If both people call at the same time, they are in the same call.
  const current = getCurrentCall()
  const isOnCallPage = useLocation({ select: ({ pathname }) => pathname.startsWith('/video/') })
  const left = rooms.find(({ room, wasIn, callInProgress, ring }) => wasIn && callInProgress && !ring && current?.room !== room)
  const ringing = rooms.find(({ room, ring }) => ring && !answered.has(ringOf(room, ring.endsAt)) && current?.room !== room)
  return (
    <Suspense>
      {ringing?.ring && !current?.isIn && (
        <IncomingCall
          key={ringOf(ringing.room, ringing.ring.endsAt)}
          incoming={{ room: ringing.room, by: ringing.ring.by, endsAt: ringing.ring.endsAt }}
          onDone={() => setAnswered((known) => new Set([...known, ringOf(ringing.room, ringing.ring?.endsAt ?? '')]))}
        />
      )}
      {left && !isOnCallPage && <ReturnBar room={left} />}
      {quiet && <QuietCall key={quiet.room} name={quiet.name} onDone={() => setQuiet(null)} />}
    </Suspense>
  )
}

/** The same call may ring again. */
const ringOf = (room: string, endsAt: string): string => `${room} ${endsAt}`
