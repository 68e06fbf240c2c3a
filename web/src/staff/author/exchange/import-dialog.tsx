import { PROGRAMME_MAX_BYTES } from '@saathi/contract/content/exchange-calls'
import { type ChangeEvent, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { RefusalNote } from '../../kit/refusal-note.tsx'
import css from './exchange.module.css'
import { ImportPlan, isChange } from './import-plan.tsx'
import { ImportProblems } from './import-problems.tsx'
import { useCheckImport, useImportProgramme } from './queries.ts'

/** Chooses an archive, shows what is wrong with it or what it would change, and imports it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [archive, setArchive] = useState<File | null>(null)
  const checking = useCheckImport()
  const importing = useImportProgramme((changed) => {
    showToast({ text: t('staff.exchange.done', { count: changed }) })
    onClose()
  })
  const isTooLarge = archive !== null && archive.size > PROGRAMME_MAX_BYTES
  const { plan = null, problems = [], problemCount = 0 } = checking.data ?? {}
  function handleChoose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0] ?? null
    // Reset, so that the same file can be chosen again after it was corrected.
    target.value = ''
    if (!file) return
    setArchive(file)
    importing.reset()
    checking.reset()
    if (file.size <= PROGRAMME_MAX_BYTES) checking.mutate(file)
  }
  return (
    <FormDialog
      action={importing}
      title={t('staff.exchange.dialog')}
      text={t('staff.exchange.dialogText')}
      button={t('staff.exchange.do')}
      isDisabled={!plan?.entries.some(isChange)}
      onClose={onClose}
      onSubmit={() => plan && archive && importing.mutate({ archive, token: plan.token })}
    >
      <label className={css.choose}>
        {t(checking.isPending ? 'staff.exchange.checking' : 'staff.exchange.choose')}
        <input type="file" accept=".zip,application/zip" disabled={checking.isPending} onChange={handleChoose} />
      </label>
      {archive && <p className={css.hint}>{archive.name}</p>}
      {isTooLarge && (
        <Note tone="bad" live="alert">
          {t('staff.exchange.tooLarge')}
        </Note>
      )}
      <RefusalNote error={checking.error} />
      {problemCount > 0 && <ImportProblems problems={problems} count={problemCount} />}
      {plan && <ImportPlan plan={plan} />}
    </FormDialog>
  )
}
