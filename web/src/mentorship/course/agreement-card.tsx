import type { Agreement, Proposal } from '@saathi/contract/mentorship/course-entities'
import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { longDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { HomeFailed } from '../home/failed.tsx'
import css from './course.module.css'
import type { ProposeDialog } from './propose-dialog.tsx'
import { courseQuery, useAnswerProposal } from './queries.ts'

/** How often a pair or group agreed to meet, and open proposals to change that. */
export function AgreementCard({ mentorship }: { mentorship: Mentorship }) {
  const t = useText()
  const course = useQuery(courseQuery(mentorship.id))
  return (
    <Card className={classNames(css.card, css.side)} aria-labelledby="mentorship-agreement">
      <h2 id="mentorship-agreement">{t('course.agreement.title')}</h2>
      {course.data ? (
        <Agreed mentorship={mentorship} agreement={course.data.agreement} />
      ) : course.error ? (
        <HomeFailed small level={3} title={t('course.failed')} query={course} />
      ) : (
        <SkeletonGroup label={t('mentorship.loading')}>
          <Skeleton width="60%" height="22px" />
        </SkeletonGroup>
      )}
    </Card>
  )
}

function Agreed({ mentorship, agreement }: { mentorship: Mentorship; agreement: Agreement }) {
  const t = useText()
  const language = useLanguage()
  const [Ask, setAsk] = useState<typeof ProposeDialog | null>(null)
  const { meetingsPerMonth, agreedAt, proposals } = agreement
  const decides = mentorship.groupType === '1toM' && mentorship.part === 'mentor'
  const label = decides
    ? 'course.agreement.set'
    : meetingsPerMonth === null
      ? 'course.agreement.propose'
      : 'course.agreement.change'
  // Dialogs are not part of the home's own script.
  async function openDialog() {
    const part = await import('./propose-dialog.tsx').catch(() => null)
    if (part) setAsk(() => part.ProposeDialog)
    else showToast({ text: t('shell.menuFailed'), tone: 'bad' })
  }
  return (
    <>
      {meetingsPerMonth === null ? (
        <p className={css.sub}>{t('course.agreement.none')}</p>
      ) : (
        <div>
          <p className={css.often}>{t('course.often', { count: meetingsPerMonth })}</p>
          {agreedAt && <p className={css.sub}>{t('course.agreement.since', { date: longDay(agreedAt, language) })}</p>}
        </div>
      )}
      {proposals.map((proposal) => (
        <OpenProposal key={proposal.id} mentorship={mentorship} proposal={proposal} />
      ))}
      {mentorship.part !== 'pair_manager' && (
        <div className={css.row}>
          <Button kind="line" size="sm" onClick={() => void openDialog()}>
            {t(label)}
          </Button>
        </div>
      )}
      {Ask && <Ask mentorship={mentorship} before={meetingsPerMonth ?? 2} onClose={() => setAsk(null)} />}
    </>
  )
}

function OpenProposal({ mentorship, proposal }: { mentorship: Mentorship; proposal: Proposal }) {
  const t = useText()
  const answering = useAnswerProposal(mentorship.id)
  const { id: proposalId, proposedBy, meetingsPerMonth } = proposal
  const partner = mentorship.partners.find(({ userId }) => userId === proposedBy)
  const often = t('course.often', { count: meetingsPerMonth })
  const answer = (isAccepted: boolean) => !answering.isPending && answering.mutate({ proposalId, isAccepted })
  const isReader = mentorship.part === 'pair_manager'
  return (
    <div className={css.proposal}>
      <p>{partner ? t('course.agreement.theirs', { name: partner.firstName, often }) : t('course.agreement.mine', { often })}</p>
      {!isReader && (
        <div className={css.row}>
          {partner && (
            <Button kind="primary" size="sm" busy={answering.isPending} busyLabel={t('course.busy')} onClick={() => answer(true)}>
              {t('course.agreement.accept')}
            </Button>
          )}
          <Button kind="quiet" size="sm" onClick={() => answer(false)}>
            {t(partner ? 'course.agreement.decline' : 'course.takeBack')}
          </Button>
        </div>
      )}
      {answering.isError && (
        <Note tone="bad" live="alert">
          {t('course.failedAct')}
        </Note>
      )}
    </div>
  )
}
