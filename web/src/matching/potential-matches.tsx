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
  /** Unknown while it is read, and where it cannot be. */
  group: GroupInfo | undefined
}

/** Everybody who may be chosen, and one button for all that was chosen. */
export function PotentialMatches({ list, group }: PotentialMatchesProps) {
  const t = useText()
  const language = useLanguage()
  const choices = useChoices(list, group)
  const confirming = useConfirming(list, choices)
  const asked = useQuery({ ...activeMatchesQuery, enabled: false })
  const members = menteesOf(group)
  const listed = new Intl.ListFormat(localeOf(language), { type: 'conjunction' })

  function handleChoose(id: number, interest: Interest) {
    confirming.clear()
    choices.choose(id, interest)
  }

  // Sent, and what came of it could not be read: nothing that stands here is true any more.
  if (confirming.isSent && asked.isRefetchError) return <HomeFailed level={2} title={t('matching.confirm.lost')} asked={asked} />
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
        <Standing choices={choices} listed={listed} />
      </p>
      {choices.button.isShown && <ConfirmBar button={choices.button} confirming={confirming} />}
    </>
  )
}

/** Spoken after each choice: what is left to do, and who fell out of the question by it. */
function Standing({ choices: { button, matches, settled }, listed }: { choices: Choices; listed: Intl.ListFormat }) {
  const t = useText()
  if (button.decided === 0) return null
  const isOut = (id: number) => ![null, 'COMPATIBLE'].includes(settled.get(id)?.groupCompatibility ?? null)
  const names = matches.filter(({ id }) => isOut(id)).map(({ displayName }) => displayName)
  return (
    <>
      {t('matching.confirm.spoken', { decided: button.decided, toDecide: button.toDecide })}
      {names.length > 0 && ` ${t('matching.confirm.ruledOut', { names: listed.format(names) })}`}
    </>
  )
}
