import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { trash } from '#core/ui/icons.ts'
import css from './event-form.module.css'

type EventFootProps = {
  isSaving: boolean
  /** There is an unresolved conflict with another change. */
  isBlocked: boolean
  /** The id of the text that explains why saving is impossible. */
  refusalId: string | undefined
  onDelete: (() => void) | undefined
  onCancel: () => void
}

export function EventFoot({ isSaving, isBlocked, refusalId, onDelete, onCancel }: EventFootProps) {
  const t = useText()
  const reasonId = useId()
  return (
    <div className={css.foot}>
      {isBlocked && (
        <p id={reasonId} className={css.reason}>
          {t('calendar.meanwhile.first')}
        </p>
      )}
      {onDelete && (
        <Button kind="quiet" className={css.delete} disabled={isSaving} onClick={onDelete}>
          <Icon of={trash} /> {t('calendar.form.delete')}
        </Button>
      )}
      <Button kind="quiet" disabled={isSaving} onClick={onCancel}>
        {t('calendar.form.cancel')}
      </Button>
      <Button
        type="submit"
        kind="primary"
        className={classNames(css.save, onDelete && css.belowOthers)}
        busy={isSaving}
        busyLabel={t('calendar.form.saving')}
        disabled={isBlocked || refusalId !== undefined}
        reasonId={refusalId ?? reasonId}
      >
        {t('calendar.form.save')}
      </Button>
    </div>
  )
}
