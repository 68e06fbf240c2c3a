import type { Ref } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { longDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/toast-store.ts'
import css from './profile-page.module.css'
import { useStay } from './profile-queries.ts'

type Props = { leavesAt: string; keepRef: Ref<HTMLButtonElement>; onKept: () => void }

export function ProfileLeaving({ leavesAt, keepRef, onKept }: Props) {
  const t = useText()
  const language = useLanguage()
  const staying = useStay()

  function handleStay() {
    staying.mutate(undefined, {
      onSuccess: () => {
        onKept()
        showToast({ text: t('profile.leaving.kept') })
      },
    })
  }

  return (
    <Note
      tone="warn"
      className={css.leaving}
      title={t('profile.leaving.title', { day: longDay(leavesAt, language) })}
      action={
        <Button ref={keepRef} kind="primary" busy={staying.isPending} busyLabel={t('profile.leave.busy')} onClick={handleStay}>
          {t('profile.leave.no')}
        </Button>
      }
    >
      {t('profile.leaving.text')}
      {staying.isError && <p role="alert">{t(errorTextKey(staying.error))}</p>}
    </Note>
  )
}
