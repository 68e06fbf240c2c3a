import type { SessionDetail } from '@saathi/contract/learning/detail'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#core/api-error.ts'
import { useConnection } from '#core/connection.ts'
import type { OutboxEntry } from '#core/outbox/entry.ts'
import { entriesNow, isFresh, useEntries } from '#core/outbox/list.ts'
import { flush, post } from '#core/outbox/outbox.ts'
import { useSessionContext } from '../session/context.tsx'
import { applyProgress } from '../session/queries.ts'
import { stepKind } from './kind.ts'
import { stepTitleOf } from './title.ts'
import { sessionLineOf } from '../session/outbox.ts'

/** Why a step is not completed: queued for later, its quiz is open, or the server refused it. */
export type Trouble = { kind: 'later' } | { kind: 'quiz'; step: number } | { kind: 'refused' }
/** `kept`: queued on this device until the server is reachable. */
export type Saved = 'stored' | 'kept' | 'refused'

type WaitingStep = { step: number; entry: OutboxEntry }

/**
 * Stores steps in the background: the next one is shown immediately. Unsent steps are queued, reported, and sent when the reader
 * continues, when the connection is back, and at the next start.
 */
export function useSaving(session: SessionDetail) {
  const client = useQueryClient()
  const connection = useConnection()
  const context = useSessionContext()
  const { mentorship, isReadOnly } = context
  const entries = useEntries()
  const [reported, setReported] = useState<Trouble | null>(null)
  const ref = { session: session.id, ...(mentorship !== undefined && { mentorship }) }

  const stepsIn = (all: readonly OutboxEntry[]): WaitingStep[] =>
    all.flatMap((entry) => {
      const step = entry.line === sessionLineOf(ref) ? stepKind.read(entry)?.step : undefined
      return step === undefined ? [] : [{ step, entry }]
    })
  const waiting = isReadOnly ? [] : stepsIn(entries)

  /** The server's refusal; undefined when the step was stored or queued. */
  async function postStep(step: number): Promise<{ trouble: Trouble | null } | undefined> {
    const queryKey = context.sessionKey(session.id)
    const title = session.sessionSteps.filter(({ id }) => id === step).map(stepTitleOf)[0] ?? ''
    const label = { text: 'outbox.step' as const, values: { title } }
    // A session fetch in flight would restore the old progress.
    void client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
    try {
      const outcome = await post(stepKind, { ...ref, step }, { label, place: context.toStep(session.id, step) })
      if (outcome.isSent && outcome.reply) applyProgress(client, context, outcome.reply)
      return undefined
    } catch (error) {
      // The server refused because of the state of the session, so our cached session is outdated.
      if (error instanceof ApiError && error.code.startsWith('learning.')) void client.invalidateQueries({ queryKey })
      return { trouble: error instanceof ApiError ? troubleOf(error.code, step) : { kind: 'refused' } }
    }
  }

  /** Saves this step and every earlier queued one. */
  async function save(added?: number): Promise<Saved> {
    if (isReadOnly) return 'refused'
    const isWaiting = stepsIn(entriesNow()).some(({ step, entry }) => step === added && !entry.refusal)
    if (added === undefined || isWaiting) await flush()
    else {
      const refused = await postStep(added)
      setReported(refused?.trouble ?? null)
      if (refused) return 'refused'
    }
    const hasLeft = stepsIn(entriesNow()).some(({ entry }) => !entry.refusal)
    if (!hasLeft) setReported(null)
    return hasLeft ? 'kept' : 'stored'
  }

  const saveAgain = useEffectEvent(() => {
    if (waiting.length > 0) void flush()
  })
  useEffect(() => {
    if (connection === 'online') saveAgain()
  }, [connection])

  const unsaved = waiting.flatMap(({ step, entry }) => (entry.refusal ? [] : [step]))
  return { unsaved, trouble: reported ?? troubleIn(waiting), save }
}

/** Null when the page itself shows what is missing. */
function troubleOf(code: string, step: number): Trouble | null {
  if (code === 'learning.steps_open') return null
  return code === 'learning.quiz_open' ? { kind: 'quiz', step } : { kind: 'refused' }
}

function troubleIn(waiting: readonly WaitingStep[]): Trouble | null {
  const refused = waiting.find(({ entry }) => entry.refusal)
  if (refused?.entry.refusal) return troubleOf(refused.entry.refusal.code, refused.step)
  return waiting.some(({ entry }) => !isFresh(entry)) ? { kind: 'later' } : null
}
