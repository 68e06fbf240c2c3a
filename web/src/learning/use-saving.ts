import type { SessionDetail } from '@saathi/contract/learning/detail'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#core/api-error.ts'
import { useConnection } from '#core/connection.ts'
import type { OutboxEntry } from '#core/outbox/entry.ts'
import { entriesNow, isFresh, useEntries } from '#core/outbox/list.ts'
import { flush, post } from '#core/outbox/outbox.ts'
import { useSessionContext } from './journey.ts'
import { takeStanding } from './session-queries.ts'
import { stepKind } from './step-kind.ts'
import { stepTitleOf } from './step-title.ts'
import { walkLineOf } from './walk-line.ts'

/** Why a step left behind is not completed: it is kept for later, its quiz is open, or the server will not have it. */
export type Trouble = { kind: 'later' } | { kind: 'quiz'; step: number } | { kind: 'refused' }
/** `kept`: here, until the server can be reached. */
export type Saved = 'stored' | 'kept' | 'refused'

type WaitingStep = { step: number; entry: OutboxEntry }

/**
 * Stores steps behind the reader's back: the next one is shown at once. What could not be stored waits on this device, is
 * said, and goes when the reader goes on, when the connection is back, and at the next start.
 */
export function useSaving(session: SessionDetail) {
  const client = useQueryClient()
  const connection = useConnection()
  const journey = useSessionContext()
  const { mentorship, isReadOnly } = journey
  const entries = useEntries()
  const [told, setTold] = useState<Trouble | null>(null)
  const walk = { session: session.id, ...(mentorship !== undefined && { mentorship }) }

  const stepsIn = (all: readonly OutboxEntry[]): WaitingStep[] =>
    all.flatMap((entry) => {
      const step = entry.line === walkLineOf(walk) ? stepKind.read(entry)?.step : undefined
      return step === undefined ? [] : [{ step, entry }]
    })
  const waiting = isReadOnly ? [] : stepsIn(entries)

  /** What the server has against it; undefined where it is taken, or waits. */
  async function postStep(step: number): Promise<{ trouble: Trouble | null } | undefined> {
    const queryKey = journey.sessionKey(session.id)
    const title = session.sessionSteps.filter(({ id }) => id === step).map(stepTitleOf)[0] ?? ''
    const label = { text: 'outbox.step' as const, values: { title } }
    // A session already on its way to us would bring the old standing back.
    void client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
    try {
      const outcome = await post(stepKind, { ...walk, step }, { label, place: journey.toStep(session.id, step) })
      if (outcome.isSent && outcome.reply) takeStanding(client, journey, outcome.reply)
      return undefined
    } catch (error) {
      // Refused for a reason of the session's own: ours is no longer as the server has it.
      if (error instanceof ApiError && error.code.startsWith('learning.')) void client.invalidateQueries({ queryKey })
      return { trouble: error instanceof ApiError ? troubleOf(error.code, step) : { kind: 'refused' } }
    }
  }

  /** How it stands with this step, and every earlier one still open here. */
  async function save(added?: number): Promise<Saved> {
    if (isReadOnly) return 'refused'
    const isWaiting = stepsIn(entriesNow()).some(({ step, entry }) => step === added && !entry.refusal)
    if (added === undefined || isWaiting) await flush()
    else {
      const refused = await postStep(added)
      setTold(refused?.trouble ?? null)
      if (refused) return 'refused'
    }
    const hasLeft = stepsIn(entriesNow()).some(({ entry }) => !entry.refusal)
    if (!hasLeft) setTold(null)
    return hasLeft ? 'kept' : 'stored'
  }

  const saveAgain = useEffectEvent(() => {
    if (waiting.length > 0) void flush()
  })
  useEffect(() => {
    if (connection === 'online') saveAgain()
  }, [connection])

  const unsaved = waiting.flatMap(({ step, entry }) => (entry.refusal ? [] : [step]))
  return { unsaved, trouble: told ?? troubleIn(waiting), save }
}

/** Null where the page itself shows what is missing. */
function troubleOf(code: string, step: number): Trouble | null {
  if (code === 'learning.steps_open') return null
  return code === 'learning.quiz_open' ? { kind: 'quiz', step } : { kind: 'refused' }
}

function troubleIn(waiting: readonly WaitingStep[]): Trouble | null {
  const refused = waiting.find(({ entry }) => entry.refusal)
  if (refused?.entry.refusal) return troubleOf(refused.entry.refusal.code, refused.step)
  return waiting.some(({ entry }) => !isFresh(entry)) ? { kind: 'later' } : null
}
