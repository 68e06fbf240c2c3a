import { localeOf } from '@saathi/contract/core/message'
import type { Choice, ConfirmStatus } from '@saathi/contract/matching/calls'
import type { ConfirmButton } from '@saathi/contract/matching/choices'
import type { GroupInfo, Interest } from '@saathi/contract/matching/entities'
import type { TextKey } from '@saathi/contract/texts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { alert } from '#core/ui/basic-icons.ts'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { Note } from '#core/ui/note.tsx'
import { newUuid } from '#core/uuid.ts'
import { HomeFailed } from '#mentorship/public.ts'
import { isUnavailable } from '../cache.ts'
import { MatchCard } from '../card/card.tsx'
import { EndedMatches } from '../card/ended.tsx'
import confirmBarCss from './confirm-bar.module.css'
import css from './potential-matches.module.css'
import { activeMatchesQuery, type MatchList, refetchMatches, useConfirmChoices } from '../queries.ts'
import { type Choices, menteesOf, useChoices } from './use-choices.ts'

type PotentialMatchesProps = {
  list: MatchList
  /** Undefined while it loads or if it fails to load. */
  group: GroupInfo | undefined
}

/** All potential matches, and one button that confirms all choices. */
export function PotentialMatches({ list, group }: PotentialMatchesProps) {
  const t = useText()
  const language = useLanguage()
  const choices = useChoices(list, group)
  const confirming = useConfirming(list, choices)
  const query = useQuery({ ...activeMatchesQuery, enabled: false })
  const members = menteesOf(group)
  const active = choices.matches.filter(({ status }) => status === 'ACTIVE')
  const listFormat = new Intl.ListFormat(localeOf(language), { type: 'conjunction' })

  function handleChoose(id: number, interest: Interest) {
    confirming.clear()
    choices.choose(id, interest)
  }

  // The choices were sent, but the refetch failed: the list shown is outdated.
  if (confirming.isSent && query.isRefetchError) return <HomeFailed level={2} title={t('matching.confirm.lost')} query={query} />
  return (
    <>
      <div role="status" className={css.notice}>
        {choices.delisted.length > 0 && !confirming.isLocked && (
          <Note tone="info">{t('matching.confirm.gone', { names: listFormat.format(choices.delisted) })}</Note>
        )}
      </div>
      {active.length === 0 ? (
        <p className={css.none}>{t('matching.cards.none')}</p>
      ) : (
        <ul className={css.cards} aria-label={t('matching.cards')}>
          {active.map((match) => (
            <li key={match.id} className={css.place}>
              <MatchCard
                match={match}
                choices={choices}
                members={members}
                expiryHours={list.expiryHours}
                isLocked={confirming.isLocked}
                onChoose={(interest) => handleChoose(match.id, interest)}
              />
            </li>
          ))}
        </ul>
      )}
      {active.length > 0 && <p className={css.quiet}>{t('matching.cards.quiet')}</p>}
      <EndedMatches matches={choices.matches.filter(({ status }) => status !== 'ACTIVE')} />
      <p className="sr" role="status">
        <ChoiceSummary choices={choices} listFormat={listFormat} />
      </p>
      {choices.button.isShown && <ConfirmBar button={choices.button} confirming={confirming} />}
    </>
  )
}

/** Announced after each choice: what is left to decide, and who is ruled out by it. */
function ChoiceSummary({ choices: { button, matches, effects }, listFormat }: { choices: Choices; listFormat: Intl.ListFormat }) {
  const t = useText()
  if (button.decided === 0) return null
  const isOut = (id: number) => ![null, 'COMPATIBLE'].includes(effects.get(id)?.groupCompatibility ?? null)
  const names = matches.filter(({ id }) => isOut(id)).map(({ displayName }) => displayName)
  return (
    <>
      {t('matching.confirm.spoken', { decided: button.decided, toDecide: button.toDecide })}
      {names.length > 0 && ` ${t('matching.confirm.ruledOut', { names: listFormat.format(names) })}`}
    </>
  )
}

type ConfirmBarProps = { button: ConfirmButton; confirming: Confirming }

/** Always visible: shows what is left to decide, then sends all choices at once. */
function ConfirmBar({ button: { isEnabled, decided, toDecide }, confirming }: ConfirmBarProps) {
  const t = useText()
  const { isLocked, isPending, refusal, confirm } = confirming
  return (
    <section className={confirmBarCss.bar} aria-label={t('matching.confirm')}>
      <div className={confirmBarCss.inside}>
        <p className={confirmBarCss.refusal} role="alert">
          {refusal && (
            <>
              <Icon of={alert} size={18} />
              <span>{t(refusal)}</span>
            </>
          )}
        </p>
        {/* Not announced here, because the status next to the cards is. */}
        <p className={confirmBarCss.count} aria-hidden="true">
          <b>{t('matching.confirm.decided', { decided, toDecide })}</b> {t('matching.confirm.decided.word')}
        </p>
        <Button
          kind="primary"
          size="lg"
          className={confirmBarCss.button}
          busy={isPending}
          busyLabel={t('matching.confirm.sending')}
          disabled={!isEnabled || isLocked}
          onClick={confirm}
        >
          {t(isEnabled ? 'matching.confirm.ready' : 'matching.confirm.notReady')}
        </Button>
      </div>
    </section>
  )
}

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
function interestSetOf({ matches, effects }: Pick<Choices, 'matches' | 'effects'>): Choice[] {
  return matches.flatMap(({ id, email, status, interestStatus }) => {
    const answer = interestStatus ?? effects.get(id)?.groupCompatibility
    return status === 'ACTIVE' && answer ? [{ email, interestStatus: answer }] : []
  })
}

type Confirming = {
  /** Being sent, or sent but not refetched yet. */
  isLocked: boolean
  isPending: boolean
  refusal: TextKey | undefined
  /** The choices were sent, but the list was not refetched yet. */
  isSent: boolean
  confirm: () => void
  /** A new choice clears an earlier refusal. */
  clear: () => void
}

function useConfirming(list: MatchList, choices: Choices): Confirming {
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
