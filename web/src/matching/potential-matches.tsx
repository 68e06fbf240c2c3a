import type { GroupInfo, Interest } from '@saathi/contract/matching/entities'
import { localeOf } from '@saathi/contract/core/message'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Note } from '#core/ui/note.tsx'
import { HomeFailed } from '#mentorship/public.ts'
import { MatchCard } from './card.tsx'
import { ConfirmBar } from './confirm-bar.tsx'
import css from './potential-matches.module.css'
import { activeMatchesQuery, type MatchList } from './queries.ts'
import { type Choices, menteesOf, useChoices } from './use-choices.ts'
import { useConfirming } from './use-confirming.ts'

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
  const listed = new Intl.ListFormat(localeOf(language), { type: 'conjunction' })

  function handleChoose(id: number, interest: Interest) {
    confirming.clear()
    choices.choose(id, interest)
  }

  // The choices were sent, but the refetch failed: the list shown is outdated.
  if (confirming.isSent && query.isRefetchError) return <HomeFailed level={2} title={t('matching.confirm.lost')} asked={query} />
  return (
    <>
      <div role="status" className={css.told}>
        {choices.gone.length > 0 && !confirming.isLocked && (
          <Note tone="info">{t('matching.confirm.gone', { names: listed.format(choices.gone) })}</Note>
        )}
      </div>
      {choices.matches.length === 0 ? (
        <p className={css.none}>{t('matching.cards.none')}</p>
      ) : (
        <ul className={css.cards} aria-label={t('matching.cards')}>
          {choices.matches.map((match) => (
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
      {choices.matches.some(({ status }) => status === 'ACTIVE') && <p className={css.quiet}>{t('matching.cards.quiet')}</p>}
      <p className="sr" role="status">
        <ChoiceSummary choices={choices} listed={listed} />
      </p>
      {choices.button.isShown && <ConfirmBar button={choices.button} confirming={confirming} />}
    </>
  )
}

/** Announced after each choice: what is left to decide, and who is ruled out by it. */
function ChoiceSummary({ choices: { button, matches, effects }, listed }: { choices: Choices; listed: Intl.ListFormat }) {
  const t = useText()
  if (button.decided === 0) return null
  const isOut = (id: number) => ![null, 'COMPATIBLE'].includes(effects.get(id)?.groupCompatibility ?? null)
  const names = matches.filter(({ id }) => isOut(id)).map(({ displayName }) => displayName)
  return (
    <>
      {t('matching.confirm.spoken', { decided: button.decided, toDecide: button.toDecide })}
      {names.length > 0 && ` ${t('matching.confirm.ruledOut', { names: listed.format(names) })}`}
    </>
  )
}
