import type { VideoRoom } from '@saathi/contract/video/entities'
import type { Recording } from '@saathi/contract/video/socket'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { isDataLight } from '#core/data-light.ts'
import { serverNow } from '#core/server-time.ts'
import { readStored, writeStored } from '#core/storage.ts'
import { createStore, useStore } from '#core/store.ts'
import type { CallScreenProps } from '../call-state.ts'
import type { Call, CallSnapshot, QualityChoice } from '../engine/call-snapshot.ts'
import { openCall } from '../engine/call.ts'
import { findSegment, renewRoom, sendPiece, sendCallEvent, useGiveConsent } from '../queries.ts'
import { devicesFor, storeDevices, storeConsent } from '../stored-call.ts'

export const useSnapshot = (call: Call): CallSnapshot => useSyncExternalStore(call.subscribe, call.snapshot)

type EndHandlers = Pick<CallScreenProps, 'onEnded' | 'onRefused'>

/** Opens the call of this room while the component is mounted; null on the first render. */
export function useOpenCall(room: VideoRoom, { onEnded, onRefused }: EndHandlers): Call | null {
  const [holder] = useState(() => createStore<Call | null>(null))
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

  return useStore(holder)
}

/** Reports presence, and stores the devices for a reload. */
export function useStay(roomId: string, { tiles, me, isStarting }: CallSnapshot): void {
  useCallEvents(roomId, tiles.find(({ isMe }) => isMe)?.peerId ?? null)
  const { microphone, camera } = me
  useEffect(() => {
    // A reload while the browser asks for permission keeps what the person wanted.
    if (!isStarting) storeDevices(roomId, serverNow(), { microphone, camera })
  }, [roomId, microphone, camera, isStarting])
}

/** Whether the recording was running at any time while this person was present. */
export function useWasRecorded({ state }: Recording): boolean {
  const [was, setWas] = useState(false)
  if (state === 'running' && !was) setWas(true)
  return was
}

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

export const qualityChoices: readonly QualityChoice[] = ['auto', 'high', 'low', 'sound']
const qualityKey = 'saathi.call.quality'

/** Remembers the choice, so that people with little data need not set it in each call. */
export function readQuality(): QualityChoice {
  const chosen = qualityChoices.find((choice) => choice === readStored(qualityKey))
  return chosen ?? (isDataLight() ? 'low' : 'auto')
}

/** For this call and later calls on this device. */
export function chooseQuality(call: Pick<Call, 'setQuality'>, choice: QualityChoice): void {
  writeStored(qualityKey, choice)
  call.setQuality(choice)
}

/** The person's consent to the recording; can be changed at any time during the call. */
export function useConsent(roomId: string, answered: boolean) {
  const [isGiven, setGiven] = useState(answered)
  const { mutateAsync, isPending } = useGiveConsent(roomId)

  /** False if the request failed and nothing changed. */
  async function give(consent: boolean, forget?: true): Promise<boolean> {
    try {
      await mutateAsync({ consent, ...(forget && { forget }) })
    } catch {
      return false
    }
    setGiven(consent)
    storeConsent(roomId, consent, serverNow())
    return true
  }

  return { isGiven, isPending, give }
}

export type Consent = ReturnType<typeof useConsent>
