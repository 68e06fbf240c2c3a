import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { trash } from '#core/ui/icons.ts'
import css from './event-form.module.css'

type EventFootProps = {
  isSaving: boolean
  /** Somebody else has changed it, and it is not decided yet what holds. */
  isHeld: boolean
  /** The text that says why it cannot be saved at all. */
  refusalId: string | undefined
  onDelete: (() => void) | undefined
  onCancel: () => void
}

export function EventFoot({ isSaving, isHeld, refusalId, onDelete, onCancel }: EventFootProps) {
  const t = useText()
  const reasonId = useId()
  return (
    <div className={css.foot}>
      {isHeld && (
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
        disabled={isHeld || refusalId !== undefined}
        reasonId={refusalId ?? reasonId}
      >
        {t('calendar.form.save')}
      </Button>
    </div>
  )
}
