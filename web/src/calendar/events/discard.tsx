import { useBlocker } from '@tanstack/react-router'
import { useRef, useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { confirmBeforeSignOut } from '#core/unsaved.ts'

type EventDiscardProps = { open: boolean; onAnswer: (leaves: boolean) => void }

export function EventDiscard({ open, onAnswer }: EventDiscardProps) {
  const t = useText()
  // Escape followed by Enter must not discard the draft.
  const stayRef = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      title={t('calendar.unsaved')}
      text={t('calendar.unsaved.text')}
      initialFocus={stayRef}
      actions={
        <>
          <Button kind="line" onClick={() => onAnswer(true)}>
            {t('calendar.unsaved.leave')}
          </Button>
          <Button ref={stayRef} kind="primary" onClick={() => onAnswer(false)}>
            {t('calendar.unsaved.stay')}
          </Button>
        </>
      }
    />
  )
}

/** A redirect to sign-in means the session has ended, so it must not be blocked. */
const SIGN_IN = '/signin'
const InCalendar = z.object({ calendar: z.unknown(), mentorship: z.optional(z.unknown()) })

/** Another day of the same calendar keeps the form open; another mentorship does not. */
function isSameCalendar(one: unknown, other: unknown): boolean {
  const [here, there] = [one, other].map((search) => z.safeParse(InCalendar, search).data)
  return here !== undefined && there !== undefined && here.mentorship === there.mentorship
}

type DiscardInput = { isOpen: boolean; isDirty: boolean; isSaving: boolean; onClose: () => void }

/**
 * The form is left by its buttons, Escape or a step back, which closes only the form. Unsaved changes require a confirmation;
 * closing the tab shows the browser's own one.
 */
export function useDiscard({ isOpen, isDirty, isSaving, onClose }: DiscardInput) {
  const [isAsking, setAsking] = useState(false)
  const isAtStake = isOpen && isDirty
  const pending = useRef<{ answered: Promise<boolean>; answer: (leaves: boolean) => void } | null>(null)

  /** Concurrent requests, for example two steps back, share one question. */
  function confirmDiscard(): Promise<boolean> {
    if (!isDirty) return Promise.resolve(true)
    if (pending.current) return pending.current.answered
    let answer = (_leaves: boolean) => {}
    const answered = new Promise<boolean>((resolve) => {
      answer = resolve
    })
    pending.current = { answered, answer }
    setAsking(true)
    return answered
  }

  async function leave(): Promise<void> {
    if (await confirmDiscard()) onClose()
  }

  useBlocker({
    disabled: !isOpen,
    enableBeforeUnload: isAtStake,
    shouldBlockFn: ({ current, next }) => {
      if (next.pathname === SIGN_IN || isSameCalendar(current.search, next.search)) return false
      // Never block a history step while waiting for the answer: a second step would start from the wrong entry. While saving, it
      // is not known whether there is anything to lose.
      if (!isSaving) void leave()
      return true
    },
  })
  useEffect(() => (isAtStake ? confirmBeforeSignOut(confirmDiscard) : undefined))

  // Saved in the meantime: no question is needed, and those waiting for the answer may continue.
  if (isAsking && !isAtStake) setAsking(false)
  useEffect(() => {
    if (isAtStake) return
    pending.current?.answer(true)
    pending.current = null
  }, [isAtStake])

  return {
    leave: () => void leave(),
    isAsking,
    answer: (leaves: boolean) => {
      setAsking(false)
      pending.current?.answer(leaves)
      pending.current = null
    },
  }
}
