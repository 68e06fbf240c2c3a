import type { RecordingType } from '@saathi/contract/content/drafts'
import { useQuery } from '@tanstack/react-query'
import { dataSize } from '#core/i18n/data-size.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { RefusalNote } from '../../kit/refusal-note.tsx'
import css from '../editor.module.css'
import { recordingsQuery, useAddRecording } from '../queries.ts'

type RecordingFieldProps = {
  value: string | null
  error: string | undefined
  /** `type` is null when nothing is chosen any more. */
  onChange: (hash: string | null, type: RecordingType | null) => void
}

/** One of the programme's sound recordings and videos, or a new one from the device. */
export function RecordingField({ value, error, onChange }: RecordingFieldProps) {
  const t = useText()
  const language = useLanguage()
  const { recordings = [] } = useQuery(recordingsQuery).data ?? {}
  const adding = useAddRecording(({ hash, type }) => onChange(hash, type))
  const chosen = recordings.find(({ hash }) => hash === value)
  const sizeOf = (bytes: number) => dataSize(bytes, language)
  return (
    <div className={css.picture}>
      <Field
        label={t('staff.content.recording')}
        error={error}
        help={chosen ? t('staff.content.recordingSize', { size: sizeOf(chosen.bytes) }) : t('staff.content.recordingHelp')}
      >
        <Select
          value={value ?? ''}
          onChange={({ target }) => {
            const found = recordings.find(({ hash }) => hash === target.value)
            onChange(found?.hash ?? null, found?.type ?? null)
          }}
        >
          <option value="">{t('staff.content.noRecording')}</option>
          {recordings.map(({ hash, name, bytes }) => (
            <option key={hash} value={hash}>
              {name} · {sizeOf(bytes)}
            </option>
          ))}
        </Select>
      </Field>
      <label className={css.upload}>
        {t(adding.isPending ? 'staff.content.uploading' : 'staff.content.upload')}
        <input
          type="file"
          accept=".mp3,.m4a,.mp4,.webm,audio/mpeg,audio/mp4,audio/webm,video/mp4,video/webm"
          disabled={adding.isPending}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) adding.mutate(file)
            target.value = ''
          }}
        />
      </label>
      <RefusalNote error={adding.error} />
    </div>
  )
}
