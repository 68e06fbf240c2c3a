import type { Recording, VideoEvent } from '@saathi/contract/video/socket'
import { CAPTION_MAX } from '@saathi/contract/video/socket'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '#core/i18n/texts.tsx'
import type { CallScreenProps } from '../call-state.ts'
import type { SocketState } from '../engine/call-snapshot.ts'
import { openCallSocket, callToken } from '../engine/call-socket.ts'
import { type JitsiEngine, type JitsiMeet, jitsiOptions, loadJitsi } from './api.ts'
import { recordingCommand, recordRequestOf } from '../jitsi-recording.ts'
import { renewRoom } from '../queries.ts'

const noRecording: Recording = { state: 'waiting', since: null, segment: null }
/** Jitsi carries the media and does not report device states. */
const state = { microphone: true, camera: true, screen: false, hand: false }

/** Our socket accepts only these codes; Jitsi's transcribers also send longer ones. */
const codeOf = (spoken: string): string | undefined => /^[a-z]{2,3}(-[A-Z]{2})?$/.exec(spoken)?.[0]

type JitsiProps = CallScreenProps & { engine: JitsiEngine; parent: RefObject<HTMLDivElement | null> }
type JitsiStatus = {
  socket: SocketState
  recording: Recording
  participantId: string | null
  isLoaded: boolean
  hasFailed: boolean
}
const initialStatus: JitsiStatus = {
  socket: 'connecting',
  recording: noRecording,
  participantId: null,
  isLoaded: false,
  hasFailed: false,
}

/** The embedded Jitsi call, and our own socket for presence and recording. */
export function useJitsi({ room, engine, parent, onEnded, onRefused }: JitsiProps): JitsiStatus {
  const [status, setStatus] = useState(initialStatus)
  const language = useLanguage()
  const change = (part: Partial<JitsiStatus>) => setStatus((before) => ({ ...before, ...part }))

  const open = useEffectEvent((isCurrent: () => boolean) => {
    let api: JitsiMeet | null = null
    let recording = noRecording
    let isOn = false
    let participantId: string | null = null

    const socket = openCallSocket({
      token: callToken({ room, renew: () => renewRoom(room.room), onRefused: refuse }).next,
      canRecord: true,
      state: () => state,
      onState: (next) => isCurrent() && change({ socket: next }),
      onEvent: (event) => isCurrent() && handleEvent(event),
      onRefused: refuse,
    })

    function syncRecording(): void {
      const command = recordingCommand(recording, isOn)
      if (command === 'start') api?.executeCommand('startRecording', { mode: 'file' })
      if (command === 'stop') api?.executeCommand('stopRecording', 'file')
    }

    function handleEvent(event: VideoEvent): void {
      if (event.type === 'recording') {
        recording = event.recording
        change({ recording })
        syncRecording()
      } else if (event.type === 'goodbye') onEnded({ reason: event.reason })
    }

    function refuse(code: string): void {
      if (isCurrent()) onRefused(code)
    }

    function attach(created: JitsiMeet): void {
      api = created
      created.addListener('videoConferenceJoined', ({ id }) => {
        participantId = id
        change({ participantId: id })
        syncRecording()
      })
      created.addListener('recordingStatusChanged', ({ on }) => {
        const request = on === isOn ? null : recordRequestOf(recording, on)
        isOn = on
        syncRecording()
        if (request !== null) socket.send({ type: 'record', isWanted: request })
      })
      created.addListener('transcriptionChunkReceived', ({ data: { participant, language: spoken, final } }) => {
        if (participant.id === participantId && final)
          socket.send({ type: 'caption', text: final.slice(0, CAPTION_MAX), isFinal: true, language: codeOf(spoken) ?? language })
      })
      const leave = () => {
        if (!isCurrent()) return
        socket.send({ type: 'leave' })
        onEnded({ reason: 'left' })
      }
      created.addListener('videoConferenceLeft', leave)
      created.addListener('readyToClose', leave)
    }

    async function start(): Promise<void> {
      // The Jitsi token contains the consent, so fetch a new one.
      const [JitsiMeetExternalAPI, fresh] = await Promise.all([
        loadJitsi(engine.scriptUrl).catch(() => null),
        renewRoom(room.room).catch(() => null),
      ])
      const latest = fresh?.engine?.kind === 'jitsi' ? fresh.engine : engine
      if (!isCurrent() || !parent.current) return
      if (!JitsiMeetExternalAPI) return change({ hasFailed: true })
      attach(new JitsiMeetExternalAPI(latest.domain, jitsiOptions(room, latest, language, parent.current)))
      change({ isLoaded: true })
    }
    void start()

    return () => {
      socket.send({ type: 'leave' })
      socket.close()
      api?.dispose()
      api = null
    }
  })

  useEffect(() => {
    let isCurrent = true
    const close = open(() => isCurrent)
    // Captured, because the socket closes then too.
    window.addEventListener('pagehide', close, { capture: true })
    return () => {
      isCurrent = false
      window.removeEventListener('pagehide', close, { capture: true })
      close()
    }
  }, [])

  return status
}
