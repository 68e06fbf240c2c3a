import type { Recording, VideoEvent } from '@saathi/contract/video/socket'
import { CAPTION_MAX } from '@saathi/contract/video/socket'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '#core/i18n/texts.tsx'
import type { CallScreenProps } from './call-flow.tsx'
import { openCallLine } from './engine/call-line.ts'
import type { LineState } from './engine/call-snapshot.ts'
import { callToken } from './engine/call-token.ts'
import { type JitsiEngine, type JitsiMeet, jitsiOptions, loadJitsi } from './jitsi-api.ts'
import { recordingCommand, wishOf } from './jitsi-recording.ts'
import { renewRoom } from './queries.ts'

const nothing: Recording = { state: 'waiting', since: null, segment: null }
/** It carries the picture itself, and does not tell us who has switched on what. */
const state = { microphone: true, camera: true, screen: false, hand: false }

/** As our line wants it; its transcribers have longer ones, too. */
const codeOf = (spoken: string): string | undefined => /^[a-z]{2,3}(-[A-Z]{2})?$/.exec(spoken)?.[0]

type Given = CallScreenProps & { engine: JitsiEngine; parent: RefObject<HTMLDivElement | null> }
type Standing = { line: LineState; recording: Recording; participantId: string | null; isLoaded: boolean; hasFailed: boolean }
const atFirst: Standing = { line: 'connecting', recording: nothing, participantId: null, isLoaded: false, hasFailed: false }

/** One sitting: the embedded call, and our own line beside it that says who is there and whether it may be recorded. */
export function useJitsi({ room, engine, parent, onEnded, onRefused }: Given): Standing {
  const [standing, setStanding] = useState(atFirst)
  const language = useLanguage()
  const change = (part: Partial<Standing>) => setStanding((before) => ({ ...before, ...part }))

  const open = useEffectEvent((isCurrent: () => boolean) => {
    let api: JitsiMeet | null = null
    let recording = nothing
    let isOn = false
    let participantId: string | null = null

    const line = openCallLine({
      token: callToken({ room, renew: () => renewRoom(room.room), onRefused: refuse }).next,
      canRecord: true,
      state: () => state,
      onState: (next) => isCurrent() && change({ line: next }),
      onEvent: (event) => isCurrent() && hear(event),
      onRefused: refuse,
    })

    function settle(): void {
      const command = recordingCommand(recording, isOn)
      if (command === 'start') api?.executeCommand('startRecording', { mode: 'file' })
      if (command === 'stop') api?.executeCommand('stopRecording', 'file')
    }

    function hear(event: VideoEvent): void {
      if (event.type === 'recording') {
        recording = event.recording
        change({ recording })
        settle()
      } else if (event.type === 'goodbye') onEnded({ reason: event.reason })
    }

    function refuse(code: string): void {
      if (isCurrent()) onRefused(code)
    }

    function meet(made: JitsiMeet): void {
      api = made
      made.addListener('videoConferenceJoined', ({ id }) => {
        participantId = id
        change({ participantId: id })
        settle()
      })
      made.addListener('recordingStatusChanged', ({ on }) => {
        const wish = on === isOn ? null : wishOf(recording, on)
        isOn = on
        settle()
        if (wish !== null) line.say({ type: 'record', isWanted: wish })
      })
      made.addListener('transcriptionChunkReceived', ({ data: { participant, language: spoken, final } }) => {
        if (participant.id === participantId && final)
          line.say({ type: 'caption', text: final.slice(0, CAPTION_MAX), isFinal: true, language: codeOf(spoken) ?? language })
      })
      const leave = () => {
        if (!isCurrent()) return
        line.say({ type: 'leave' })
        onEnded({ reason: 'left' })
      }
      made.addListener('videoConferenceLeft', leave)
      made.addListener('readyToClose', leave)
    }

    async function begin(): Promise<void> {
      // What the room was read with is older than the answer about the recording, which its token tells.
      const [JitsiMeetExternalAPI, fresh] = await Promise.all([
        loadJitsi(engine.scriptUrl).catch(() => null),
        renewRoom(room.room).catch(() => null),
      ])
      const latest = fresh?.engine?.kind === 'jitsi' ? fresh.engine : engine
      if (!isCurrent() || !parent.current) return
      if (!JitsiMeetExternalAPI) return change({ hasFailed: true })
      meet(new JitsiMeetExternalAPI(latest.domain, jitsiOptions(room, latest, language, parent.current)))
      change({ isLoaded: true })
    }
    void begin()

    return () => {
      line.say({ type: 'leave' })
      line.close()
      api?.dispose()
      api = null
    }
  })

  useEffect(() => {
    let isCurrent = true
    const close = open(() => isCurrent)
    window.addEventListener('pagehide', close)
    return () => {
      isCurrent = false
      window.removeEventListener('pagehide', close)
      close()
    }
  }, [])

  return standing
}
