import { RING_SECONDS } from '@saathi/contract/video/entities'
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { type Invite, onInvite } from '#chat/public.ts'
import { serverNow } from '#core/server-time.ts'
import { attendedNow, onAnswered } from './in-call.ts'
import type { IncomingCallProps } from './incoming-call.tsx'
import './live.ts'

const nothing: ComponentType<IncomingCallProps> = () => null
const IncomingCall = lazy(async () => ({
  default: await import('./incoming-call.tsx').then(
    (part) => part.IncomingCall,
    () => nothing,
  ),
}))

/** Round every page: a call that comes in rings here. Only one at a time, and each once. */
export function VideoBeside() {
  const [incoming, setIncoming] = useState<IncomingCallProps['incoming'] | null>(null)
  const heard = useRef(new Set<string>())

  useEffect(() => {
    const forget = (room: string) => setIncoming((known) => (known?.room === room ? null : known))
    const stopHearing = onInvite((invite) => {
      if (heard.current.has(invite.room) || !isNow(invite)) return
      heard.current.add(invite.room)
      const attended = attendedNow()
      // Both have called at once, and are in the same call.
      if (attended?.room === invite.room) return
      setIncoming({ ...invite, isQuiet: attended?.isIn ?? false })
    })
    const stopMinding = onAnswered((room) => {
      heard.current.add(room)
      forget(room)
    })
    return () => {
      stopHearing()
      stopMinding()
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
