import { type Agreement, MEETINGS_MAX, type Proposal } from '@saathi/contract/mentorship/course-entities'
import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { longDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { Note } from '#core/ui/note.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { HomeFailed } from '../home/failed.tsx'
import css from './course.module.css'
import { courseQuery, useAnswerProposal, useProposeAgreement } from './queries.ts'

/** How often a pair or group meets, and what is proposed. */
export function AgreementCard({ mentorship }: { mentorship: Mentorship }) {
  const t = useText()
  const course = useQuery(courseQuery(mentorship.id))
  return (
    <Card className={classNames(css.card, css.side)} aria-labelledby="mentorship-agreement">
      <h2 id="mentorship-agreement">{t('course.agreement.title')}</h2>
      {course.data ? (
        <Agreed mentorship={mentorship} agreement={course.data.agreement} />
      ) : course.error ? (
        <HomeFailed small level={3} title={t('course.failed')} asked={course} />
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
  const [isAsking, setAsking] = useState(false)
  const { meetingsPerMonth, agreedAt, proposals } = agreement
  const decides = mentorship.groupType === '1toM' && mentorship.part === 'mentor'
  const label = decides
    ? 'course.agreement.set'
    : meetingsPerMonth === null
      ? 'course.agreement.propose'
      : 'course.agreement.change'
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
          <Button kind="line" size="sm" onClick={() => setAsking(true)}>
            {t(label)}
          </Button>
        </div>
      )}
      {isAsking && <ProposeDialog mentorship={mentorship} before={meetingsPerMonth ?? 2} onClose={() => setAsking(false)} />}
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

type ProposeDialogProps = { mentorship: Mentorship; before: number; onClose: () => void }

function ProposeDialog({ mentorship: { id, groupType, part }, before, onClose }: ProposeDialogProps) {
  const t = useText()
  const formId = useId()
  const [count, setCount] = useState(before)
  const proposing = useProposeAgreement(id, onClose)
  const isGroup = groupType === '1toM'
  const text = isGroup
    ? part === 'mentor'
      ? 'course.agreement.mentorText'
      : 'course.agreement.menteeText'
    : 'course.agreement.pairText'
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!proposing.isPending) proposing.mutate(count)
  }
  return (
    <Dialog
      open
      sheet
      onClose={onClose}
      title={t('course.agreement.ask')}
      text={t(text)}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            {t('course.cancel')}
          </Button>
          <Button type="submit" form={formId} kind="primary" busy={proposing.isPending} busyLabel={t('course.busy')}>
            {t(isGroup && part === 'mentor' ? 'course.agreement.set' : 'course.agreement.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={handleSubmit}>
        <Field label={t('course.agreement.field')}>
          <Select value={count} onChange={({ target }) => setCount(Number(target.value))}>
            {Array.from({ length: MEETINGS_MAX }, (_, place) => place + 1).map((value) => (
              <option key={value} value={value}>
                {t('course.often', { count: value })}
              </option>
            ))}
          </Select>
        </Field>
        {proposing.isError && (
          <Note tone="bad" live="alert">
            {t('course.failedAct')}
          </Note>
        )}
      </form>
    </Dialog>
  )
}
