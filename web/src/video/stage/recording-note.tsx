import type { TextKey } from '@saathi/contract/texts'
import type { Recording } from '@saathi/contract/video/socket'
import { useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import css from './notes.module.css'
import type { CallNote } from './notes.tsx'

/** Long enough to read; the note is in a live region, so that it is spoken as well. */
const RECORDING_NOTE_MS = 8_000

type Change = 'started' | 'paused' | 'resumed' | 'off'
const keys: Readonly<Record<Change, TextKey>> = {
  started: 'call.record.started',
  paused: 'call.record.paused',
  resumed: 'call.record.resumed',
  off: 'call.record.off',
}

type RecordingNoteInput = { recording: Recording; isAlone: boolean; onRefuse: () => void }

/** Announces each change of the recording, but never who caused it. A pause caused by being alone has its own note. */
export function useRecordingNote({ recording: { state }, isAlone, onRefuse }: RecordingNoteInput): CallNote | null {
  const t = useText()
  const [before, setBefore] = useState(state)
  const [wasRecorded, setWasRecorded] = useState(state === 'running')
  const [shown, setShown] = useState<{ change: Change; number: number } | null>(
    state === 'running' ? { change: 'started', number: 0 } : null,
  )
  if (before !== state) {
    setBefore(state)
    const change = changeOf(before, state, wasRecorded)
    if (state === 'running' && !wasRecorded) setWasRecorded(true)
    if (change) setShown((last) => ({ change, number: (last?.number ?? 0) + 1 }))
  }
  const number = shown?.number
  useEffect(() => {
    if (number === undefined) return undefined
    const timer = setTimeout(() => setShown(null), RECORDING_NOTE_MS)
    return () => clearTimeout(timer)
  }, [number])
  if (!shown || (isAlone && shown.change === 'paused')) return null
  const { change } = shown
  const isRunning = change === 'started' || change === 'resumed'
  return {
    id: `recording ${shown.number}`,
    text: t(keys[change]),
    tone: isRunning ? 'warm' : undefined,
    action: (
      <button
        type="button"
        className={css.act}
        onClick={() => {
          setShown(null)
          if (isRunning) onRefuse()
        }}
      >
        {t(isRunning ? 'call.record.refuse' : 'call.ok')}
      </button>
    ),
  }
}

function changeOf(before: Recording['state'], now: Recording['state'], wasRecorded: boolean): Change | null {
  if (now === 'running') return wasRecorded ? 'resumed' : 'started'
  if (before !== 'running') return null
  return now === 'off' ? 'off' : 'paused'
}
