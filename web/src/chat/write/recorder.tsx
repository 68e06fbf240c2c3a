import { voiceTime, WAVE_BARS } from '@saathi/contract/chat/voice'
import { useEffect, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { send, stop as stopIcon } from '#core/ui/further-icons.ts'
import { trash } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { Wave } from '../attachments/wave.tsx'
import css from './recorder.module.css'
import { type Recording, useRecorder, waveOf } from './use-recorder.ts'

type RecorderProps = { onSend: (recording: Recording) => void; onClose: () => void }

/** Replaces the composer, whose draft stays unchanged. */
export function Recorder({ onSend, onClose }: RecorderProps) {
  const t = useText()
  const { state, levels, elapsedMs, stop } = useRecorder()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const isRecording = state === 'recording'
  // While it records, the newest part moves in from the end.
  const bars = waveOf(isRecording ? levels.slice(-WAVE_BARS) : levels)
  return (
    <div className={css.recorder} role="group" aria-label={t('chat.voice')}>
      {state === 'refused' ? (
        <Note tone="bad" live="alert">
          {t('chat.voice.noMic')}
        </Note>
      ) : (
        <>
          <div className={css.now}>
            <span className={css.dot} data-still={isRecording ? undefined : ''} />
            <b role="timer">{voiceTime(elapsedMs)}</b>
            <Wave bars={[...Array.from({ length: WAVE_BARS - bars.length }, () => 0), ...bars]} played={0} />
          </div>
          <p className={css.hint}>{t('chat.voice.limit')}</p>
        </>
      )}
      <div className={css.acts}>
        <Button ref={first} kind="line" onClick={onClose}>
          <Icon of={trash} /> {t('chat.voice.delete')}
        </Button>
        {isRecording && (
          <Button kind="line" onClick={() => void stop()}>
            <Icon of={stopIcon} /> {t('chat.voice.stop')}
          </Button>
        )}
        {state !== 'refused' && (
          <Button kind="primary" disabled={elapsedMs < 1_000} onClick={() => void stop().then(onSend)}>
            <Icon of={send} /> {t('chat.send')}
          </Button>
        )}
      </div>
    </div>
  )
}
