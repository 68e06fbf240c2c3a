import { useEffect } from 'react'
import { sendCallEvent } from './queries.ts'

/** Tells when one has come in and when one has left, by what the engine calls one; null while one is not in. */
export function useCallEvents(roomId: string, participantId: string | null): void {
  useEffect(() => {
    if (participantId === null) return
    let hasLeft = false
    // The line says the same of who is there; without this only the record of the call is poorer.
    const tell = (event: 'join' | 'leave', isLast: boolean) =>
      void sendCallEvent(roomId, { event, participantId }, isLast).catch(() => undefined)
    function leave() {
      if (hasLeft) return
      hasLeft = true
      tell('leave', true)
    }
    tell('join', false)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [roomId, participantId])
}
