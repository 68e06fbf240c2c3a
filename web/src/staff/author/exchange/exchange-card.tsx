import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { upload } from '#core/ui/further-icons.ts'
import { Icon } from '#core/ui/icon.tsx'
import { download } from '#core/ui/icons.ts'
import { RefusalNote } from '../../kit/refusal-note.tsx'
import css from './exchange.module.css'
import { ImportDialog } from './import-dialog.tsx'
import { useExportProgramme } from './queries.ts'

/** Exports and imports the whole programme as an archive. For people with a right in all programmes. */
export function ExchangeCard() {
  const t = useText()
  const [isImporting, setImporting] = useState(false)
  const exporting = useExportProgramme()
  return (
    <Card>
      <h2 className={css.title}>{t('staff.exchange.title')}</h2>
      <p className={css.hint}>{t('staff.exchange.text')}</p>
      <div className={css.buttons}>
        <Button kind="line" busy={exporting.isPending} busyLabel={t('staff.busy')} onClick={() => exporting.mutate()}>
          <Icon of={download} /> {t('staff.exchange.export')}
        </Button>
        <Button kind="line" onClick={() => setImporting(true)}>
          <Icon of={upload} /> {t('staff.exchange.import')}
        </Button>
      </div>
      <RefusalNote error={exporting.error} />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </Card>
  )
}
