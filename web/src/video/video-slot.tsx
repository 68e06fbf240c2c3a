import { RING_SECONDS } from '@saathi/contract/video/entities'
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { type Invite, onInvite } from '#chat/public.ts'
import { serverNow } from '#core/server-time.ts'
import { getCurrentCall, onAnswered } from './in-call.ts'
import type { IncomingCallProps } from './incoming-call.tsx'
import './live.ts'

const nothing: ComponentType<IncomingCallProps> = () => null
const IncomingCall = lazy(async () => ({
  default: await import('./incoming-call.tsx').then(
    (part) => part.IncomingCall,
    () => nothing,
  ),
}))

/** In the app shell: shows incoming calls, one at a time and each once. */
export function VideoSlot() {
  const [incoming, setIncoming] = useState<IncomingCallProps['incoming'] | null>(null)
  const seenRooms = useRef(new Set<string>())

  useEffect(() => {
    const dismiss = (room: string) => setIncoming((known) => (known?.room === room ? null : known))
    const stopInvites = onInvite((invite) => {
      if (seenRooms.current.has(invite.room) || !isNow(invite)) return
      seenRooms.current.add(invite.room)
      const currentCall = getCurrentCall()
      // If both people call at the same time, they are in the same call.
      if (currentCall?.room === invite.room) return
      setIncoming({ ...invite, isQuiet: currentCall?.isIn ?? false })
    })
    const stopAnswers = onAnswered((room) => {
      seenRooms.current.add(room)
      dismiss(room)
    })
    return () => {
      stopInvites()
      stopAnswers()
    }
  }, [])

  if (!incoming) return null
  return (
    <Suspense>
      <IncomingCall key={incoming.room} incoming={incoming} onDone={() => setIncoming(null)} />
    </Suspense>
  )
}

const isNow = ({ at }: Invite): boolean => serverNow() - at < RING_SECONDS * 1_000
