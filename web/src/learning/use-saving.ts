import type { SessionDetail } from '@saathi/contract/learning/detail'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#core/api-error.ts'
import { useConnection } from '#core/connection.ts'
import { useJourney } from './journey.ts'
import { openWalk } from './open-walk.ts'
import { keepUnsaved, unsavedSteps } from './remembered.ts'
import { isRefusedWith, useCompleteStep } from './session-queries.ts'
import './unsent.ts'

/** Why a step left behind is not completed: it is kept for later, its quiz is open, or the server will not have it. */
export type Trouble = { kind: 'later' } | { kind: 'quiz'; step: number } | { kind: 'refused' }

/**
 * Stores steps behind the reader's back: the next one is shown at once. What could not be stored is kept on this device,
 * said, and tried again when the reader goes on, when the connection is back, and when the session is opened again.
 */
export function useSaving(session: SessionDetail) {
  const connection = useConnection()
  const { mentorship, isReadOnly } = useJourney()
  const { complete, isOnItsWay } = useCompleteStep(session.id)
  const [unsaved, setUnsaved] = useState(() => (isReadOnly ? [] : unsavedSteps(session.id, mentorship)))
  // Several may be on their way at once; each must see what the others have done meanwhile.
  const kept = useRef(unsaved)
  const [trouble, setTrouble] = useState<Trouble | null>(null)

  const isStored = (step: number) => session.sessionSteps.some(({ id, status }) => id === step && status === 'COMPLETED')

  function keep(steps: readonly number[]) {
    kept.current = steps
    keepUnsaved(session.id, steps, mentorship)
    setUnsaved(steps)
  }
  const drop = (step: number) => keep(kept.current.filter((each) => each !== step))

  /** Whether this step, and every earlier one still open here, is stored now. */
  async function save(added?: number): Promise<boolean> {
    if (isReadOnly) return false
    const all = new Set(added === undefined ? kept.current : [...kept.current, added])
    keep([...all].filter((step) => !isStored(step)))
    for (const step of kept.current) {
      if (isOnItsWay(step) || !kept.current.includes(step)) continue
      try {
        await complete(step)
        drop(step)
      } catch (error) {
        const found = troubleOf(error, step)
        if (found?.kind !== 'later') drop(step)
        setTrouble(found)
        return false
      }
    }
    if (kept.current.length === 0) setTrouble(null)
    return true
  }

  useEffect(() => openWalk(session.id, mentorship), [session.id, mentorship])
  const saveAgain = useEffectEvent(() => {
    if (kept.current.length > 0) void save()
  })
  useEffect(() => {
    if (connection === 'online') saveAgain()
  }, [connection])

  return { unsaved, trouble, save }
}

/** Null where the page itself shows what is missing. */
export function troubleOf(error: unknown, step: number): Trouble | null {
  if (isRefusedWith(error, 'learning.steps_open')) return null
  if (isRefusedWith(error, 'learning.quiz_open')) return { kind: 'quiz', step }
  const isFinal = error instanceof ApiError && error.code.startsWith('learning.')
  return { kind: isFinal ? 'refused' : 'later' }
}
