import type { Scope } from '@saathi/contract/calendar/entities'
import type { TextKey } from '@saathi/contract/texts'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Note } from '#core/ui/note.tsx'
import { OptionGroup } from '#core/ui/form/option.tsx'
import css from './form.module.css'
import type { Loss, Scopes } from './scopes.ts'

type EventScopeProps = {
  open: boolean
  does: 'save' | 'delete'
  scopes: Scopes
  /** The occurrences that the change removes from the series. */
  loses?: Loss | null
  isBusy?: boolean
  /** The last error. */
  trouble?: ReactNode
  onClose: () => void
  onScope: (scope: Scope) => void
  onClosed?: () => void
}

const lossTexts: Record<Loss, Record<Scope, TextKey>> = {
  rest: {
    THIS: 'calendar.scope.loses.rest.ALL',
    FOLLOWING: 'calendar.scope.loses.rest.FOLLOWING',
    ALL: 'calendar.scope.loses.rest.ALL',
  },
  some: { THIS: 'calendar.scope.loses.some', FOLLOWING: 'calendar.scope.loses.some', ALL: 'calendar.scope.loses.some' },
}

/** Impossible scopes are not offered, with an explanation. */
export function EventScope({
  open,
  does,
  scopes: { offered, reasons },
  loses = null,
  isBusy = false,
  trouble,
  onClose,
  onScope,
  onClosed,
}: EventScopeProps) {
  const t = useText()
  const reasonsId = useId()
  const [chosen, setChosen] = useState<Scope>('THIS')
  const scope = offered.includes(chosen) ? chosen : offered[0]

  /** Reset to the smallest scope for the next time. */
  function handleClosed() {
    setChosen('THIS')
    onClosed?.()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={handleClosed}
      blocking={isBusy}
      sheet
      title={t('editRecurringEvent')}
      actions={
        <>
          <Button kind="line" onClick={onClose} disabled={isBusy}>
            {t('calendar.form.cancel')}
          </Button>
          <Button
            kind={does === 'delete' || loses === 'rest' ? 'danger' : 'primary'}
            busy={isBusy}
            busyLabel={t(does === 'delete' ? 'calendar.delete.busy' : 'calendar.form.saving')}
            onClick={() => scope && onScope(scope)}
          >
            {t(does === 'delete' ? 'calendar.form.delete' : 'calendar.form.save')}
          </Button>
        </>
      }
    >
      <OptionGroup
        legend={t(does === 'delete' ? 'calendar.scope.delete' : 'calendar.scope.save')}
        options={offered.map((value) => ({ value, label: t(`calendar.scope.${value}`) }))}
        value={scope}
        describedBy={reasons.length > 0 ? reasonsId : undefined}
        onChoose={(value) => setChosen(offered.find((each) => each === value) ?? 'THIS')}
      />
      {reasons.length > 0 && (
        <div id={reasonsId} className={css.reasons}>
          {reasons.map((reason) => (
            <p key={reason}>{t(`calendar.scope.reason.${reason}`)}</p>
          ))}
        </div>
      )}
      {loses && scope && (
        <Note tone="warn" live="status">
          {t(lossTexts[loses][scope])}
        </Note>
      )}
      {trouble}
    </Dialog>
  )
}
