import { EVIDENCE_MAX_BYTES, type MentorCheck, type ScreenedMentor } from '@saathi/contract/matching/screening-calls'
import { type ChangeEvent, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { upload } from '#core/ui/further-icons.ts'
import { file as fileIcon } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { useOpenEvidence, useRemoveEvidence, useUploadEvidence } from './queries.ts'
import css from './screening.module.css'

type EvidenceProps = { mentor: Pick<ScreenedMentor, 'personId' | 'name'>; check: MentorCheck }

/** The proof of a recorded check as a file: add, open with a reason, replace or remove. */
export function Evidence({ mentor: { personId }, check: { kind, fileName } }: EvidenceProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const [openDialog, setOpenDialog] = useState<'open' | 'remove' | null>(null)
  const place = { personId, kind }
  const uploading = useUploadEvidence(place, () => showToast({ text: t('staff.screening.fileAdded') }))
  const name = t(`staff.check.${kind}`)
  function handleChoose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Reset, so that the same file can be chosen again after it was changed.
    event.target.value = ''
    if (!file || uploading.isPending) return
    setTooLarge(file.size > EVIDENCE_MAX_BYTES)
    if (file.size <= EVIDENCE_MAX_BYTES) uploading.mutate(file)
  }
  return (
    <div className={css.evidence}>
      <input
        ref={input}
        type="file"
        hidden
        accept=".pdf,.jpg,.jpeg,.png"
        aria-label={t('staff.screening.fileOf', { check: name })}
        onChange={handleChoose}
      />
      {fileName !== null && (
        <Button size="sm" kind="line" onClick={() => setOpenDialog('open')}>
          <Icon of={fileIcon} size={18} /> <span dir="auto">{fileName}</span>
          <span className="sr">{t('staff.screening.fileOf', { check: name })}</span>
        </Button>
      )}
      <Button
        size="sm"
        kind="quiet"
        busy={uploading.isPending}
        busyLabel={t('staff.screening.sending')}
        onClick={() => input.current?.click()}
      >
        <Icon of={upload} size={18} /> {t(fileName === null ? 'staff.screening.addFile' : 'staff.screening.replaceFile')}
        <span className="sr">{name}</span>
      </Button>
      {fileName !== null && (
        <Button size="sm" kind="quiet" onClick={() => setOpenDialog('remove')}>
          {t('staff.screening.removeFile')} <span className="sr">{name}</span>
        </Button>
      )}
      {isTooLarge && (
        <Note tone="bad" live="alert">
          {t('staff.screening.fileTooLarge')}
        </Note>
      )}
      <RefusalNote error={uploading.error} />
      {openDialog === 'open' && <OpenDialog place={place} fileName={fileName ?? ''} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'remove' && <RemoveDialog place={place} fileName={fileName ?? ''} onClose={() => setOpenDialog(null)} />}
    </div>
  )
}

type DialogProps = { place: Parameters<typeof useOpenEvidence>[0]; fileName: string; onClose: () => void }

function OpenDialog({ place, fileName, onClose }: DialogProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const opening = useOpenEvidence(place)
  const link = opening.data?.url
  return (
    <FormDialog
      action={opening}
      title={t('staff.screening.openTitle', { name: fileName })}
      text={t('staff.screening.openText')}
      button={t('staff.screening.open')}
      onClose={onClose}
      onSubmit={() => opening.mutate(reason)}
    >
      {link === undefined ? (
        <ReasonField value={reason} onChange={setReason} />
      ) : (
        <p role="status">
          {/* A link rather than a window: browsers block windows that open after an answer. */}
          <a href={link} target="_blank" rel="noreferrer">
            {t('staff.screening.openNow')}
          </a>
        </p>
      )}
    </FormDialog>
  )
}

function RemoveDialog({ place, fileName, onClose }: DialogProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const removing = useRemoveEvidence(place, onClose)
  return (
    <FormDialog
      action={removing}
      title={t('staff.screening.removeTitle', { name: fileName })}
      button={t('staff.screening.removeFile')}
      isDanger
      onClose={onClose}
      onSubmit={() => removing.mutate(reason)}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
