import { type ReactNode, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { readStored, writeStored } from '#core/storage.ts'
import { classNames } from '#core/ui/class-names.ts'
import { IconButton } from '#core/ui/icon-button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { close, info } from '#core/ui/icons.ts'
import type { Call, CallSnapshot } from '../engine/call-snapshot.ts'
import { isCameraOffForData } from '../stored-call.ts'
import css from './notes.module.css'

export type CallNote = {
  id: string
  text: string
  tone?: 'warm' | undefined
  action?: ReactNode
  /** Without this, the note stays as long as its reason exists. */
  onDismiss?: (() => void) | undefined
}

/** Notices for this person, shown over the pictures. */
export function Notes({ notes }: { notes: readonly CallNote[] }) {
  const t = useText()
  return (
    <div className={css.notes} role="status" aria-atomic="false">
      {notes.map(({ id, text, tone, action, onDismiss }) => (
        <div key={id} className={classNames(css.note, tone && css[tone])}>
          <Icon of={info} />
          <span className={css.words}>{text}</span>
          {action}
          {onDismiss && <IconButton icon={close} label={t('call.close')} onClick={onDismiss} />}
        </div>
      ))}
    </div>
  )
}

const captionNoteKey = 'saathi.call.captions'

/** Notes over the pictures: the current state, and messages to this person. */
export function useNotes(room: string, call: Pick<Call, 'setCaptions'>, snapshot: CallSnapshot) {
  const t = useText()
  const { socket, isWeak, trouble, captionTrouble, isCaptioning, me } = snapshot
  const [message, setMessage] = useState<string | null>(null)
  const [isCaptionNoteOpen, setCaptionNoteOpen] = useState(false)
  const [isDataNoteOpen, setDataNoteOpen] = useState(() => isCameraOffForData(room, serverNow()))
  const [dismissedTrouble, setDismissedTrouble] = useState<CallSnapshot['trouble']>(null)
  const [silence, setSilence] = useState({ isBlocked: false, attempt: 0 })
  // A dismissed problem that ended is shown again when it returns.
  if (dismissedTrouble !== null && trouble !== dismissedTrouble) setDismissedTrouble(null)
  // A person who switched the camera on needs no hint.
  if (isDataNoteOpen && me.camera) setDataNoteOpen(false)

  function toggleCaptions() {
    call.setCaptions(!isCaptioning)
    if (isCaptioning || readStored(captionNoteKey)) return
    writeStored(captionNoteKey, 'told')
    setCaptionNoteOpen(true)
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
    socket === 'lost' && { id: 'connection', text: t('call.lineLost') },
    silence.isBlocked && { id: 'silent', text: t('call.silent'), action: play },
    trouble !== null &&
      trouble !== dismissedTrouble && {
        id: 'trouble',
        text: t(`call.trouble.${trouble}`),
        onDismiss: () => setDismissedTrouble(trouble),
      },
    isDataNoteOpen && {
      id: 'light',
      text: t('light.call', { camera: t('call.camera') }),
      onDismiss: () => setDataNoteOpen(false),
    },
    isWeak && { id: 'weak', text: t('call.weak') },
    isCaptionNoteOpen && { id: 'captions', text: t('call.captions.first'), onDismiss: () => setCaptionNoteOpen(false) },
    captionTrouble !== null && { id: 'caption trouble', text: t(`call.captions.${captionTrouble}`) },
    message !== null && { id: `said ${message}`, text: message, onDismiss: () => setMessage(null) },
  ]
  return {
    notes: candidates.filter((note) => note !== false && note !== null),
    showNote: setMessage,
    toggleCaptions,
    silenceAttempt: silence.attempt,
    onBlocked: () => setSilence((before) => ({ ...before, isBlocked: true })),
  }
}
