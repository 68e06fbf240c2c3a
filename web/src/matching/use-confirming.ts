import type { Choice, ConfirmStatus } from '@saathi/contract/matching/calls'
import type { TextKey } from '@saathi/contract/texts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { newUuid } from '#core/uuid.ts'
import { isUnavailable } from './cache.ts'
import { hearMatches, type MatchList, useConfirmChoices } from './queries.ts'
import type { Choices } from './use-choices.ts'

const byCode: Readonly<Record<string, TextKey>> = {
  'matching.not_found': 'matching.refused.over',
  'matching.over': 'matching.refused.over',
  'matching.undecided': 'matching.refused.undecided',
  'matching.one_only': 'matching.refused.oneOnly',
  'matching.too_many': 'matching.refused.tooMany',
  'matching.clash': 'matching.refused.clash',
  'matching.not_your_turn': 'matching.refused.notYourTurn',
}

const isOurs = (error: Error): error is ApiError => error instanceof ApiError && error.code in byCode
const refusalText = (error: Error): TextKey => (isOurs(error) ? byCode[error.code] : undefined) ?? errorTextKey(error)

/** One's own word, or what the other choices have made of it; who has neither is not named. */
export function interestSetOf({ matches, settled }: Pick<Choices, 'matches' | 'settled'>): Choice[] {
  return matches.flatMap(({ id, email, status, interestStatus }) => {
    const said = interestStatus ?? settled.get(id)?.groupCompatibility
    return status === 'ACTIVE' && said ? [{ email, interestStatus: said }] : []
  })
}

export type Confirming = {
  /** On its way, or arrived and what came of it not yet read. */
  isLocked: boolean
  isPending: boolean
  refusal: TextKey | undefined
  /** Arrived, and the list is still the one from before. */
  isSent: boolean
  confirm: () => void
  /** A new choice makes an earlier refusal void. */
  clear: () => void
}

export function useConfirming(list: MatchList, choices: Choices): Confirming {
  const client = useQueryClient()
  const { mutate, reset, data, error, isPending, isError, isSuccess } = useConfirmChoices()
  const [sentFor, setSentFor] = useState<MatchList>()
  const lastSent = useRef({ text: '', idempotencyKey: '' })

  function confirm() {
    const interestSet = interestSetOf(choices)
    const text = JSON.stringify(interestSet)
    // The same while the same is sent: an answer that was lost must not count twice.
    const { idempotencyKey } = text === lastSent.current.text ? lastSent.current : { idempotencyKey: newUuid() }
    lastSent.current = { text, idempotencyKey }
    setSentFor(list)
    mutate({ interestSet, idempotencyKey }, { onSuccess: ({ status }) => handleSent(status), onError: handleRefusal })
  }
  function handleSent(status: ConfirmStatus) {
    lastSent.current = { text: '', idempotencyKey: '' }
    if (!isUnavailable(status)) choices.forget()
  }
  function handleRefusal(refusal: Error) {
    // What was shown is older than what the server knows.
    if (isOurs(refusal)) void hearMatches(client)
  }

  const isSent = isSuccess && sentFor === list
  return {
    isLocked: isPending || isSent,
    isSent: isSent && !isUnavailable(data.status),
    isPending,
    refusal: error ? refusalText(error) : undefined,
    confirm,
    clear: () => isError && reset(),
  }
}
