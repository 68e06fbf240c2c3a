import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { isOwnDone } from '@saathi/contract/learning/progress'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { celebrate } from '#core/moments.ts'
import { Button } from '#core/ui/button.tsx'
import { useSessionContext } from './session-context.ts'
import { openBefore, openStepsId } from './open-steps.ts'
import { clearStep } from './resume-storage.ts'
import type { Saved } from './use-saving.ts'

type DoneButtonProps = {
  session: SessionDetail
  step: Step
  unsaved: readonly number[]
  onSave: (step?: number) => Promise<Saved>
}

/** Completes the last step and the session, then opens the feedback page. */
export function DoneButton({ session, step, unsaved, onSave }: DoneButtonProps) {
  const t = useText()
  const router = useRouter()
  const { mentorship, toFeedback } = useSessionContext()
  const [isFinishing, setFinishing] = useState(false)
  // The second of two quick taps arrives before the button renders as busy.
  const isPressed = useRef(false)

  async function handleDone() {
    if (isPressed.current) return
    isPressed.current = true
    setFinishing(true)
    const saved = await onSave(step.status === 'COMPLETED' ? undefined : step.id)
    // A queued step counts as done; it is sent later.
    if (saved !== 'refused') {
      clearStep(session.id, mentorship)
      await router.navigate(toFeedback(session.id))
      // Otherwise the server's reply triggers the celebration.
      if (saved === 'kept' && !isOwnDone(session)) void celebrate({ session: session.id, mentorship, finish: null })
    }
    isPressed.current = false
    setFinishing(false)
  }

  return (
    <Button
      kind="primary"
      size="lg"
      busy={isFinishing}
      busyLabel={t('learning.step.finishing')}
      disabled={!isFinishing && openBefore(session, step, unsaved).length > 0}
      reasonId={openStepsId}
      onClick={() => void handleDone()}
    >
      {t('learning.step.done')}
    </Button>
  )
}
