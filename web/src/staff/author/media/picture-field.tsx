import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { RefusalNote } from '../../kit/refusal-note.tsx'
import css from '../editor.module.css'
import { picturesQuery, useAddPicture } from '../queries.ts'

type PictureFieldProps = {
  value: string | null
  label?: string
  error: string | undefined
  onChange: (hash: string | null) => void
}

/** One of the programme's pictures, or a new one from the device. */
export function PictureField({ value, label, error, onChange }: PictureFieldProps) {
  const t = useText()
  const { pictures = [] } = useQuery(picturesQuery).data ?? {}
  const adding = useAddPicture(onChange)
  const shown = pictures.find(({ hash }) => hash === value)
  return (
    <div className={css.picture}>
      {shown && <img src={shown.url} alt="" width={96} height={72} />}
      <Field
        label={label ?? t('staff.content.picture')}
        error={error}
        help={shown && t('staff.content.bytes', { count: Math.ceil(shown.bytes / 1024) })}
      >
        <Select value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
          <option value="">{t('staff.content.noPicture')}</option>
          {pictures.map(({ hash, name }) => (
            <option key={hash} value={hash}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <label className={css.upload}>
        {t(adding.isPending ? 'staff.content.uploading' : 'staff.content.upload')}
        <input
          type="file"
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
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
