import { useEffect } from 'react'
import { sendCallEvent } from '../queries.ts'

/** Reports joining and leaving with the engine's participant id; null while not in the call. */
export function useCallEvents(roomId: string, participantId: string | null): void {
  useEffect(() => {
    if (participantId === null) return
    let hasLeft = false
    // Errors are ignored: presence is tracked by the socket, and only the call log would be incomplete.
    const report = (event: 'join' | 'leave', isLast: boolean) =>
      void sendCallEvent(roomId, { event, participantId }, isLast).catch(() => undefined)
    function leave() {
      if (hasLeft) return
      hasLeft = true
      report('leave', true)
    }
    report('join', false)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [roomId, participantId])
}
