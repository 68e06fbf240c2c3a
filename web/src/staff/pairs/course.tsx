import type { PairFacts } from '@saathi/contract/staff/pair-calls'
import { longDay, shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import css from './course.module.css'
import pairsCss from './pairs.module.css'

export const firstNameOf = ({ members }: Pick<PairFacts, 'members'>, personId: number): string =>
  members.find(({ id }) => id === personId)?.firstName ?? ''

/** How often the members agreed to meet, and open proposals to change that. */
export function AgreementSection({ pair }: { pair: PairFacts }) {
  const t = useText()
  const language = useLanguage()
  const { meetingsPerMonth, agreedAt, proposals } = pair.course.agreement
  return (
    <Card>
      <h2>{t('staff.pair.agreement')}</h2>
      {meetingsPerMonth === null || agreedAt === null ? (
        <p className={pairsCss.hint}>{t('staff.pair.agreement.none')}</p>
      ) : (
        <>
          <dl className={css.fact}>
            <dt>{t('staff.pair.agreement.meetings')}</dt>
            <dd>{t('staff.pair.agreement.often', { count: meetingsPerMonth })}</dd>
          </dl>
          <p className={pairsCss.hint}>{t('staff.pair.agreement.since', { day: longDay(agreedAt, language) })}</p>
        </>
      )}
      {pair.work && pair.endedAt === null && (
        <dl className={css.fact}>
          <dt>{t('staff.pair.agreementEnds')}</dt>
          <dd>{pair.work.endsAt ? longDay(pair.work.endsAt, language) : t('staff.pair.noEnd')}</dd>
        </dl>
      )}
      {proposals.map(({ id, proposedBy, proposedAt, meetingsPerMonth: count }) => (
        <p key={id} className={css.note}>
          {t('staff.pair.agreement.proposal', {
            name: firstNameOf(pair, proposedBy),
            often: t('staff.pair.agreement.often', { count }),
            day: shortDay(proposedAt, language),
          })}
        </p>
      ))}
    </Card>
  )
}

const wordOf = (score: number) => (['1', '2', '3', '4', '5'] as const)[score - 1] ?? '3'

/** Each member's check-in answers, which the other does not see. */
export function CheckInsSection({ pair }: { pair: PairFacts }) {
  const t = useText()
  const language = useLanguage()
  const rounds = [...Map.groupBy(pair.course.checkIns, ({ askedAt }) => shortDay(askedAt, language))]
  return (
    <Card>
      <h2>{t('staff.pair.checkIns')}</h2>
      <p className={pairsCss.hint}>{t(rounds.length === 0 ? 'staff.pair.checkIns.none' : 'staff.pair.checkIns.hint')}</p>
      {rounds.map(([day, checkIns]) => (
        <div key={day} className={css.round}>
          <h3>{t('staff.pair.checkIns.on', { day })}</h3>
          <ul className={css.boxes}>
            {checkIns.map(({ personId, score, words }) => (
              <li key={personId} data-low={(score !== null && score < 3) || undefined}>
                <small dir="auto">{firstNameOf(pair, personId)}</small>
                <b>
                  {score === null
                    ? t('staff.pair.checkIns.open')
                    : t('staff.pair.checkIns.score', { score, word: t(`staff.pair.score.${wordOf(score)}`) })}
                </b>
                {words && <q dir="auto">{words}</q>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Card>
  )
}
