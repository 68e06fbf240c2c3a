import { DigestRhythm } from '@saathi/contract/staff/console-calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { OptionGroup } from '#core/ui/form/option.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog } from './kit/form-dialog.tsx'
import { QueryStates } from './kit/query-states.tsx'
import { digestQuery, useSetDigest } from './queries.ts'

/** Chooses how often the digest is mailed. Urgent concerns are always mailed at once. */
export function DigestDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const found = useQuery(digestQuery)
  const [picked, setPicked] = useState<DigestRhythm | null>(null)
  const chosen = picked ?? found.data?.rhythm ?? null
  const saving = useSetDigest(() => {
    showToast({ text: t('staff.digest.saved') })
    onClose()
  })
  return (
    <FormDialog
      action={saving}
      title={t('staff.digest.title')}
      text={t('staff.digest.text')}
      button={t('staff.digest.save')}
      onClose={onClose}
      onSubmit={() => chosen && saving.mutate(chosen)}
    >
      <QueryStates query={found}>
        {() => (
          <OptionGroup
            legend={t('staff.digest.how')}
            options={DigestRhythm.options.map((value) => ({ value, label: t(`staff.digest.${value}`) }))}
            value={chosen}
            onChoose={(value) => setPicked(DigestRhythm.parse(value))}
          />
        )}
      </QueryStates>
    </FormDialog>
  )
}
