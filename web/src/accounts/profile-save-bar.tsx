import { useId, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import css from './profile-save-bar.module.css'

type Props = { hasChanges: boolean; isSaving: boolean; onDiscard: () => void }

/** Always there, so that nobody loses their place; it comes into view by itself while something is to be saved. */
export function ProfileSaveBar({ hasChanges, isSaving, onDiscard }: Props) {
  const t = useText()
  const standingId = useId()
  const save = useRef<HTMLButtonElement>(null)

  function handleDiscard() {
    onDiscard()
    // This button goes with the changes; those on the keyboard should not be thrown to the top of the page.
    save.current?.focus()
  }

  return (
    <div className={css.bar} data-waiting={hasChanges}>
      <p className={css.standing} id={standingId} role="status">
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
          reasonId={standingId}
          busy={isSaving}
          busyLabel={t('profile.saving')}
        >
          {t('profile.save')}
        </Button>
      </div>
    </div>
  )
}
