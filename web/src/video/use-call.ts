import type { VideoRoom } from '@saathi/contract/video/entities'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { serverNow } from '#core/server-time.ts'
import type { CallScreenProps } from './call-flow.tsx'
import { devicesFor, rememberDevices } from './call-memory.ts'
import { openCall } from './engine/call.ts'
import type { Call, CallSnapshot } from './engine/call-snapshot.ts'
import { recallQuality } from './quality-choice.ts'
import { findSegment, renewRoom, sendPiece } from './queries.ts'
import { useCallEvents } from './use-call-events.ts'

export const useSnapshot = (call: Call): CallSnapshot => useSyncExternalStore(call.subscribe, call.snapshot)

type Ends = Pick<CallScreenProps, 'onEnded' | 'onRefused'>

function holdCall() {
  const listeners = new Set<() => void>()
  let held: Call | null = null
  return {
    get: () => held,
    set: (call: Call) => {
      held = call
      for (const tell of listeners) tell()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The call of this room for as long as the screen is there; null at the very first. */
export function useOpenCall(room: VideoRoom, { onEnded, onRefused }: Ends): Call | null {
  const [holder] = useState(holdCall)
  const roomId = room.room

  const open = useEffectEvent((isCurrent: () => boolean): Call => {
    return openCall({
      room,
      renew: () => renewRoom(roomId),
      start: { ...devicesFor(roomId, serverNow()), quality: recallQuality() },
      sendPiece,
      findSegment,
      onGoodbye: (reason) => isCurrent() && onEnded({ reason }),
      onRefused: (code) => isCurrent() && onRefused(code),
    })
  })

  useEffect(() => {
    let isCurrent = true
    const opened = open(() => isCurrent)
    holder.set(opened)
    return () => {
      isCurrent = false
      void opened.leave()
    }
  }, [holder])

  return useSyncExternalStore(holder.subscribe, holder.get)
}

/** What others are told of one, and what this tab keeps for when it is reloaded. */
export function useStay(roomId: string, { tiles, me }: CallSnapshot): void {
  useCallEvents(roomId, tiles.find(({ isMe }) => isMe)?.peerId ?? null)
  const { microphone, camera } = me
  useEffect(() => rememberDevices(roomId, serverNow(), { microphone, camera }), [roomId, microphone, camera])
}
