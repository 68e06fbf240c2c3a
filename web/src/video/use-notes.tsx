import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { readStored, writeStored } from '#core/storage.ts'
import { isCameraHeldBack } from './call-memory.ts'
import type { Call, CallSnapshot } from './engine/call-snapshot.ts'
import type { CallNote } from './notes.tsx'
import css from './notes.module.css'

const toldKey = 'saathi.call.captions'

/** What stands over the pictures: what is so now, and what was said to this person. */
export function useNotes(room: string, call: Pick<Call, 'setCaptions'>, snapshot: CallSnapshot) {
  const t = useText()
  const { line, isWeak, trouble, captionTrouble, isCaptioning, me } = snapshot
  const [said, setSaid] = useState<string | null>(null)
  const [isTellingOfCaptions, setTellingOfCaptions] = useState(false)
  const [isTellingOfLight, setTellingOfLight] = useState(() => isCameraHeldBack(room, serverNow()))
  const [readTrouble, setReadTrouble] = useState<CallSnapshot['trouble']>(null)
  const [silence, setSilence] = useState({ isBlocked: false, attempt: 0 })
  // What was read and came to an end is told again when it comes back.
  if (readTrouble !== null && trouble !== readTrouble) setReadTrouble(null)
  // Whoever has switched it on knows how.
  if (isTellingOfLight && me.camera) setTellingOfLight(false)

  function toggleCaptions() {
    call.setCaptions(!isCaptioning)
    if (isCaptioning || readStored(toldKey)) return
    writeStored(toldKey, 'told')
    setTellingOfCaptions(true)
  }

  const play = (
    <button
      type="button"
      className={css.act}
      onClick={() => setSilence(({ attempt }) => ({ isBlocked: false, attempt: attempt + 1 }))}
    >
      {t('call.silent.play')}
    </button>
  )
  const candidates: (CallNote | false | null)[] = [
    line === 'lost' && { id: 'line', text: t('call.lineLost') },
    silence.isBlocked && { id: 'silent', text: t('call.silent'), action: play },
    trouble !== null &&
      trouble !== readTrouble && {
        id: 'trouble',
        text: t(`call.trouble.${trouble}`),
        onDismiss: () => setReadTrouble(trouble),
      },
    isTellingOfLight && {
      id: 'light',
      text: t('light.call', { camera: t('call.camera') }),
      onDismiss: () => setTellingOfLight(false),
    },
    isWeak && { id: 'weak', text: t('call.weak') },
    isTellingOfCaptions && { id: 'captions', text: t('call.captions.first'), onDismiss: () => setTellingOfCaptions(false) },
    captionTrouble !== null && { id: 'caption trouble', text: t(`call.captions.${captionTrouble}`) },
    said !== null && { id: `said ${said}`, text: said, onDismiss: () => setSaid(null) },
  ]
  return {
    notes: candidates.filter((note) => note !== false && note !== null),
    say: setSaid,
    toggleCaptions,
    silenceAttempt: silence.attempt,
    onBlocked: () => setSilence((before) => ({ ...before, isBlocked: true })),
  }
}
