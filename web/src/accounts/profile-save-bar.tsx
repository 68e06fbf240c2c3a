import { useId, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import css from './profile-save-bar.module.css'

type Props = { hasChanges: boolean; isSaving: boolean; onDiscard: () => void }

/** Always in the page, so that the layout does not jump; it sticks into view while there are unsaved changes. */
export function ProfileSaveBar({ hasChanges, isSaving, onDiscard }: Props) {
  const t = useText()
  const statusId = useId()
  const save = useRef<HTMLButtonElement>(null)

  function handleDiscard() {
    onDiscard()
    // This button disappears with the changes, so move the focus to the save button.
    save.current?.focus()
  }

  return (
    <div className={css.bar} data-waiting={hasChanges}>
      <p className={css.standing} id={statusId} role="status">
        {t(hasChanges ? 'profile.dirty' : 'profile.clean')}
      </p>
      <div className={css.buttons}>
        {hasChanges && !isSaving && (
          <Button kind="quiet" onClick={handleDiscard}>
            {t('profile.discard')}
          </Button>
        )}
        <Button
          ref={save}
          type="submit"
          kind="primary"
          disabled={!hasChanges}
          reasonId={statusId}
          busy={isSaving}
          busyLabel={t('profile.saving')}
        >
          {t('profile.save')}
        </Button>
      </div>
    </div>
  )
}
