import type { FilterRule } from '@saathi/contract/chat/filter'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import css from './filter.module.css'
import { useReadSamples } from './filter-queries.ts'

/** A few messages that the replay found. Reading them is recorded, and their senders can see it. */
export function SamplesDialog({ rule: { id, name, version }, onClose }: { rule: FilterRule; onClose: () => void }) {
  const t = useText()
  const language = useLanguage()
  const [reason, setReason] = useState('')
  const reading = useReadSamples(id, version)
  if (!reading.data) {
    return (
      <FormDialog
        action={reading}
        title={t('staff.filter.samples')}
        text={t('staff.filter.samplesText')}
        button={t('staff.held.read')}
        onClose={onClose}
        onSubmit={() => reading.mutate(reason)}
      >
        <ReasonField value={reason} onChange={setReason} />
      </FormDialog>
    )
  }
  const { samples } = reading.data
  return (
    <Dialog open sheet onClose={onClose} title={name} closeLabel={t('staff.cancel')}>
      {samples.length === 0 && <p>{t('staff.filter.noSamples')}</p>}
      <ul className={css.list}>
        {samples.map(({ text, at }) => (
          <li key={`${at} ${text}`}>
            <p className={css.words} dir="auto">
              {text}
            </p>
            <small className={css.meta}>{shortDay(at, language)}</small>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
