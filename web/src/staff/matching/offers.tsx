import { StaffOffer } from '@saathi/contract/matching/staff-calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayAndTime, shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip, type ChipTone } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FilterSelect } from '../kit/filter-bar.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { WithdrawDialog } from './dialogs.tsx'
import css from './matching.module.css'
import { Pager } from './pager.tsx'
import { Proposal } from './proposal.tsx'
import { offersQuery, usePublish } from './queries.ts'

type State = StaffOffer['state']

const tones: Readonly<Record<State, ChipTone>> = {
  proposed: 'warn',
  issued: 'info',
  chosen: 'info',
  held: 'info',
  success: 'ok',
  rejected: 'plain',
  expired: 'plain',
  unavailable: 'plain',
  withdrawn: 'plain',
}
const open: readonly State[] = ['proposed', 'issued', 'chosen', 'held']

type OffersProps = {
  query: { project?: string; state?: State; page: number }
  /** Shows proposals to review and publish, instead of all offers. */
  isReview?: boolean
  state?: State | ''
  onPage: (changes: { page?: string; state?: string }) => void
}

export function Offers({ query, isReview = false, state = '', onPage }: OffersProps) {
  const t = useText()
  const language = useLanguage()
  const offers = useQuery(offersQuery(query))
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set())
  const [withdrawing, setWithdrawing] = useState<StaffOffer | null>(null)
  const publishing = usePublish(({ published }) => showToast({ text: t('staff.matching.published', { count: published }) }))
  function handleToggle(id: number) {
    const next = new Set(taken)
    if (!next.delete(id)) next.add(id)
    setTaken(next)
  }
  return (
    <div className={css.stack}>
      {!isReview && (
        <div className={css.bar}>
          <FilterSelect
            label={t('staff.pairs.state')}
            value={state}
            options={[
              ['', t('staff.pairs.anyState')],
              ...StaffOffer.shape.state.options.map((each) => [each, t(`staff.offer.${each}`)] as const),
            ]}
            onChange={(to) => onPage({ state: to })}
          />
        </div>
      )}
      <QueryStates query={offers}>
        {({ offers: rows, hasNextPage }) => {
          if (rows.length === 0) {
            const text = isReview ? { text: t('staff.matching.noneToReviewText') } : {}
            return <Empty title={t(isReview ? 'staff.matching.noneToReview' : 'staff.matching.noOffers')} {...text} />
          }
          const chosen = rows.flatMap(({ id }) => (taken.has(id) ? [] : [id]))
          return (
            <>
              <Card bare className={css.box}>
                <ul className={css.proposals}>
                  {rows.map((offer) => (
                    <Proposal
                      key={offer.id}
                      mentee={offer.menteeName}
                      menteeText={offer.programme}
                      mentor={offer.mentorName}
                      mentorText={t('staff.matching.score', { score: offer.score })}
                      compared={offer.compared}
                      isOut={isReview && taken.has(offer.id)}
                    >
                      <div className={css.acts}>
                        {!isReview && <Chip tone={tones[offer.state]}>{t(`staff.offer.${offer.state}`)}</Chip>}
                        {!isReview && (
                          <small>
                            {offer.expiresAt && open.includes(offer.state)
                              ? t('staff.matching.expires', { when: dayAndTime(offer.expiresAt, language) })
                              : t('staff.matching.madeOn', { day: shortDay(offer.createdAt, language) })}
                          </small>
                        )}
                        {isReview && (
                          <Button
                            size="sm"
                            kind={taken.has(offer.id) ? 'line' : 'soft'}
                            aria-pressed={!taken.has(offer.id)}
                            onClick={() => handleToggle(offer.id)}
                          >
                            {t(taken.has(offer.id) ? 'staff.matching.putBack' : 'staff.matching.keep')}
                          </Button>
                        )}
                        {open.includes(offer.state) && (
                          <Button size="sm" kind="quiet" onClick={() => setWithdrawing(offer)}>
                            {t('staff.matching.withdraw')}
                            <span className="sr">
                              {' '}
                              {offer.menteeName}, {offer.mentorName}
                            </span>
                          </Button>
                        )}
                      </div>
                      {offer.reason !== '' && (
                        <p className={css.reason} dir="auto">
                          {offer.reason}
                        </p>
                      )}
                    </Proposal>
                  ))}
                </ul>
              </Card>
              <Pager page={query.page} hasNextPage={hasNextPage} onPage={onPage} />
              {isReview && (
                <section className={css.bulk} aria-label={t('staff.matching.publish', { count: chosen.length })}>
                  <p>
                    <b>{t('staff.matching.ready', { count: chosen.length })}</b>
                    <small>{t('staff.matching.publishText')}</small>
                  </p>
                  <RefusalNote error={publishing.error} />
                  <Button
                    kind="soft"
                    disabled={chosen.length === 0}
                    busy={publishing.isPending}
                    busyLabel={t('staff.busy')}
                    onClick={() => publishing.mutate(chosen)}
                  >
                    {t('staff.matching.publish', { count: chosen.length })}
                  </Button>
                </section>
              )}
            </>
          )
        }}
      </QueryStates>
      {withdrawing && <WithdrawDialog offer={withdrawing} onClose={() => setWithdrawing(null)} />}
    </div>
  )
}
