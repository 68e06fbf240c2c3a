import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { confirmBeforeSignOut } from '#core/unsaved.ts'

/** Whether a form differs from what was last saved. What is typed while it is being saved counts as unsaved. */
export function useUnsaved(value: unknown) {
  const text = JSON.stringify(value)
  const [saved, setSaved] = useState(text)
  const sent = useRef(text)
  return {
    isDirty: text !== saved,
    markSent: () => {
      sent.current = text
    },
    markSaved: () => setSaved(sent.current),
  }
}

/** A redirect to sign-in means the session has ended, so it must not be blocked. */
const SIGN_IN = '/signin'

type Answer = (leaves: boolean) => void

/** Asks before a page with unsaved changes is left or its reader signs out; closing the tab shows the browser's own question. */
export function AskUnsaved({ isDirty }: { isDirty: boolean }) {
  const t = useText()
  // Escape followed by Enter must not discard what was written.
  const stay = useRef<HTMLButtonElement>(null)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && next.pathname !== current.pathname && next.pathname !== SIGN_IN,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  const [answerSignOut, setAnswerSignOut] = useState<Answer | null>(null)
  useEffect(() => {
    if (!isDirty) return undefined
    return confirmBeforeSignOut(() => new Promise((resolve) => setAnswerSignOut(() => resolve)))
  }, [isDirty])

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
      title={t('staff.unsaved.title')}
      text={t('staff.unsaved.text')}
      initialFocus={stay}
      actions={
        <>
          <Button kind="line" onClick={() => handleAnswer(true)}>
            {t('staff.unsaved.leave')}
          </Button>
          <Button ref={stay} kind="primary" onClick={() => handleAnswer(false)}>
            {t('staff.unsaved.stay')}
          </Button>
        </>
      }
    />
  )
}
