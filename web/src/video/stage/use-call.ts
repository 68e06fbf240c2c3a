import type { VideoRoom } from '@saathi/contract/video/entities'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { serverNow } from '#core/server-time.ts'
import type { CallScreenProps } from '../call-state.ts'
import { devicesFor, storeDevices } from '../stored-call.ts'
import { openCall } from '../engine/call.ts'
import type { Call, CallSnapshot } from '../engine/call-snapshot.ts'
import { readQuality } from '../panels/quality-choice.ts'
import { findSegment, renewRoom, sendPiece } from '../queries.ts'
import { useCallEvents } from './use-call-events.ts'

export const useSnapshot = (call: Call): CallSnapshot => useSyncExternalStore(call.subscribe, call.snapshot)

type EndHandlers = Pick<CallScreenProps, 'onEnded' | 'onRefused'>

function callHolder() {
  const listeners = new Set<() => void>()
  let current: Call | null = null
  return {
    get: () => current,
    set: (call: Call) => {
      current = call
      for (const notify of listeners) notify()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Opens the call of this room while the component is mounted; null on the first render. */
export function useOpenCall(room: VideoRoom, { onEnded, onRefused }: EndHandlers): Call | null {
  const [holder] = useState(callHolder)
  const roomId = room.room

  const open = useEffectEvent((isCurrent: () => boolean): Call => {
    return openCall({
      room,
      renew: () => renewRoom(roomId),
      start: { ...devicesFor(roomId, serverNow()), quality: readQuality() },
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

/** Reports presence, and stores the devices for a reload. */
export function useStay(roomId: string, { tiles, me }: CallSnapshot): void {
  useCallEvents(roomId, tiles.find(({ isMe }) => isMe)?.peerId ?? null)
  const { microphone, camera } = me
  useEffect(() => storeDevices(roomId, serverNow(), { microphone, camera }), [roomId, microphone, camera])
}
