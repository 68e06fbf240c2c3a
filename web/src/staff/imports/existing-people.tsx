import type { ImportRun } from '@saathi/contract/accounts/import-calls'
import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Switch } from '#core/ui/form/switch.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './imports.module.css'
import { useSetUpdatesExisting } from './queries.ts'

/** Chooses whether the import also changes existing accounts; off by default. */
export function ExistingPeople({ run: { id, updatesExisting, counts } }: { run: ImportRun }) {
  const t = useText()
  const choosing = useSetUpdatesExisting(id)
  const isChosen = choosing.isPending ? choosing.variables : updatesExisting
  return (
    <Card>
      <div className={css.cardHead}>
        <h2>{t('staff.import.existing')}</h2>
        <Switch
          label={t('staff.import.existingSwitch')}
          checked={isChosen}
          onChange={(next) => !choosing.isPending && choosing.mutate(next)}
        />
      </div>
      <p className={css.hint}>{t('staff.import.existingText')}</p>
      <p role="status" className={css.hint}>
        {choosing.isPending
          ? t('staff.import.checkingAgain')
          : updatesExisting && t('staff.import.existingCount', { count: counts.update })}
      </p>
      <RefusalNote error={choosing.error} />
    </Card>
  )
}
