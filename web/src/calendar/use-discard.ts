import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { confirmBeforeSignOut } from '#core/unsaved.ts'

/** Whoever is led to the sign-in page is no longer signed in, or shut out for a while: there is no staying then. */
const SIGN_IN = '/signin'
const InCalendar = z.object({ calendar: z.unknown(), mentorship: z.optional(z.unknown()) })

/** Another day of the same calendar leaves the form where it is; that of another mentorship would make it its own. */
function isSameCalendar(one: unknown, other: unknown): boolean {
  const [here, there] = [one, other].map((search) => z.safeParse(InCalendar, search).data)
  return here !== undefined && there !== undefined && here.mentorship === there.mentorship
}

type Given = { isOpen: boolean; isDirty: boolean; isSaving: boolean; onClose: () => void }

/**
 * The form is left by its buttons, by Escape and by the step back, which closes it and nothing else. What was written and not
 * saved is asked about first; when the whole tab is closed the browser asks in its own words.
 */
export function useDiscard({ isOpen, isDirty, isSaving, onClose }: Given) {
  const [isAsking, setAsking] = useState(false)
  const isAtStake = isOpen && isDirty
  const asked = useRef<{ answered: Promise<boolean>; answer: (leaves: boolean) => void } | null>(null)

  /** Asked twice, as by two steps back, it is one question. */
  function ask(): Promise<boolean> {
    if (!isDirty) return Promise.resolve(true)
    if (asked.current) return asked.current.answered
    let answer = (_leaves: boolean) => {}
    const answered = new Promise<boolean>((resolve) => {
      answer = resolve
    })
    asked.current = { answered, answer }
    setAsking(true)
    return answered
  }

  async function leave(): Promise<void> {
    if (await ask()) onClose()
  }

  useBlocker({
    disabled: !isOpen,
    enableBeforeUnload: isAtStake,
    shouldBlockFn: ({ current, next }) => {
      if (next.pathname === SIGN_IN || isSameCalendar(current.search, next.search)) return false
      // Not one step of the history is kept waiting for an answer: a second one would then be counted from the wrong place. And
      // while it is on its way to the server, nobody knows yet whether there is anything to lose.
      if (!isSaving) void leave()
      return true
    },
  })
  useEffect(() => (isAtStake ? confirmBeforeSignOut(ask) : undefined))

  // Saved meanwhile: there is nothing left to ask about, and who waits for the answer may go.
  if (isAsking && !isAtStake) setAsking(false)
  useEffect(() => {
    if (isAtStake) return
    asked.current?.answer(true)
    asked.current = null
  }, [isAtStake])

  return {
    leave: () => void leave(),
    isAsking,
    answer: (leaves: boolean) => {
      setAsking(false)
      asked.current?.answer(leaves)
      asked.current = null
    },
  }
}
