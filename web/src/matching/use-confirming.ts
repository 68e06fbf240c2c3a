import type { Choice, ConfirmStatus } from '@saathi/contract/matching/calls'
import type { TextKey } from '@saathi/contract/texts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { newUuid } from '#core/uuid.ts'
import { isUnavailable } from './cache.ts'
import { refetchMatches, type MatchList, useConfirmChoices } from './queries.ts'
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

const isMatchingError = (error: Error): error is ApiError => error instanceof ApiError && error.code in byCode
const refusalText = (error: Error): TextKey => (isMatchingError(error) ? byCode[error.code] : undefined) ?? errorTextKey(error)

/** The choice for each active match, or the effect of the other choices on it; matches with neither are left out. */
export function interestSetOf({ matches, effects }: Pick<Choices, 'matches' | 'effects'>): Choice[] {
  return matches.flatMap(({ id, email, status, interestStatus }) => {
    const answer = interestStatus ?? effects.get(id)?.groupCompatibility
    return status === 'ACTIVE' && answer ? [{ email, interestStatus: answer }] : []
  })
}

export type Confirming = {
  /** Being sent, or sent but not refetched yet. */
  isLocked: boolean
  isPending: boolean
  refusal: TextKey | undefined
  /** Sent, and the list is still the old one. */
  isSent: boolean
  confirm: () => void
  /** A new choice clears an earlier refusal. */
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
    // Reuse the key for the same choices, so that a retry after a lost reply does not count twice.
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
    // The list shown is outdated.
    if (isMatchingError(refusal)) void refetchMatches(client)
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
