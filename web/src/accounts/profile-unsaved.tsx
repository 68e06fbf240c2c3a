import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/dialog.tsx'
import { confirmBeforeSignOut } from '#core/unsaved.ts'

/** Redirects to the sign-in page cannot be blocked: the person is signed out or locked out by maintenance. */
const SIGN_IN = '/signin'

type Answer = (leaves: boolean) => void

/** Asks before leaving the page or signing out; when the tab is closed the browser shows its own prompt. */
export function ProfileUnsaved({ hasChanges }: { hasChanges: boolean }) {
  const t = useText()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => hasChanges && next.pathname !== current.pathname && next.pathname !== SIGN_IN,
    enableBeforeUnload: hasChanges,
    withResolver: true,
  })
  const [answerSignOut, setAnswerSignOut] = useState<Answer | null>(null)
  useEffect(() => {
    if (!hasChanges) return undefined
    return confirmBeforeSignOut(() => new Promise((resolve) => setAnswerSignOut(() => resolve)))
  }, [hasChanges])

  function handleAnswer(leaves: boolean) {
    answerSignOut?.(leaves)
    setAnswerSignOut(null)
    if (leaves) proceed?.()
    else reset?.()
  }

  return (
    <Dialog
      open={status === 'blocked' || answerSignOut !== null}
      onClose={() => handleAnswer(false)}
      title={t('profile.unsaved.title')}
      text={t('profile.unsaved.text')}
      actions={
        <>
          <Button kind="line" onClick={() => handleAnswer(true)}>
            {t('profile.unsaved.leave')}
          </Button>
          <Button kind="primary" onClick={() => handleAnswer(false)}>
            {t('profile.unsaved.stay')}
          </Button>
        </>
      }
    />
  )
}
