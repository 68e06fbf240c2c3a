import type { Attachment } from '@saathi/contract/chat/socket'
import { voiceTime, WAVE_BARS, type VoiceNote as Voice } from '@saathi/contract/chat/voice'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { pause } from '#core/ui/further-icons.ts'
import { play } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { useVoicePlayer } from './use-voice-player.ts'
import type { LinkTime } from './link-time.ts'
import css from './voice-note.module.css'
import { Wave } from './wave.tsx'

const STEP_SECONDS = 5
const SPEEDS = [1, 1.5, 2] as const
const flat: readonly number[] = Array.from({ length: WAVE_BARS }, () => 4)

type VoiceNoteProps = LinkTime & { attachment: Attachment; voice: Voice }

export function VoiceNote({ attachment, voice, hasExpired, onExpired }: VoiceNoteProps) {
  const t = useText()
  const [speed, setSpeed] = useState<number>(1)
  const player = useVoicePlayer({ attachment, speed, hasExpired, onExpired })
  const { isPlaying, second, hasFailed } = player
  const length = voice.duration_ms / 1000
  const bars = voice.waveform.length > 0 ? voice.waveform : flat
  const shown = isPlaying || second > 0 ? second * 1000 : voice.duration_ms

  function handleKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' || event.key === 'ArrowUp' ? STEP_SECONDS : -STEP_SECONDS
    if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
    player.seek(Math.min(length, Math.max(0, second + step)))
  }

  function handlePointer({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    player.seek(((clientX - left) / Math.max(1, width)) * length)
  }

  return (
    <div className={css.note} role="group" aria-label={`${t('chat.voice')} · ${voiceTime(voice.duration_ms)}`}>
      <IconButton
        kind="primary"
        icon={isPlaying ? pause : play}
        label={t(isPlaying ? 'chat.voice.pause' : 'chat.voice.play')}
        className={css.play}
        onClick={player.toggle}
      />
      <span
        className={css.track}
        role="slider"
        tabIndex={0}
        aria-label={t('chat.voice.position')}
        aria-valuemin={0}
        aria-valuemax={Math.round(length)}
        aria-valuenow={Math.round(second)}
        aria-valuetext={voiceTime(second * 1000)}
        onKeyDown={handleKey}
        onPointerDown={handlePointer}
      >
        <Wave bars={bars} played={length > 0 ? second / length : 0} />
      </span>
      <span className={css.line}>
        <span>{voiceTime(shown)}</span>
        {isPlaying && (
          <button
            type="button"
            className={css.speed}
            aria-label={t('chat.voice.speed', { speed })}
            onClick={() => setSpeed(SPEEDS[(SPEEDS.findIndex((each) => each === speed) + 1) % SPEEDS.length] ?? 1)}
          >
            {`${speed}×`}
          </button>
        )}
      </span>
      {hasFailed && (
        <Note tone="warn" live="status" className={css.text}>
          {t('chat.voice.failed')}
        </Note>
      )}
      {voice.transcript && <Transcript text={voice.transcript} />}
    </div>
  )
}

/** Collapsed, because the recording itself says more. */
function Transcript({ text }: { text: string }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={css.text}>
      {isOpen && <span dir="auto">{text} </span>}
      <button type="button" className={css.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'chat.voice.hideText' : 'chat.voice.showText')}
      </button>
    </span>
  )
}
