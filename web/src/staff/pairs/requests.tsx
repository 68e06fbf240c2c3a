import { REQUEST_WORDS_MAX, RequestAnswer } from '@saathi/contract/mentorship/course-entities'
import type { EndingReason } from '@saathi/contract/mentorship/farewell'
import type { PairFacts } from '@saathi/contract/staff/pair-calls'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { OptionGroup } from '#core/ui/form/option.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import css from './course.module.css'
import { firstNameOf } from './course.tsx'
import pairsCss from './pairs.module.css'
import { useAnswerRequest } from './queries.ts'

type Request = PairFacts['course']['requests'][number]

type RequestsSectionProps = {
  pair: PairFacts
  /** Null if the reader may not end the mentorship, and during a farewell. */
  onFarewell: ((why: EndingReason) => void) | null
}

/** Members' requests and the team's answers; hidden if there are none. */
export function RequestsSection({ pair, onFarewell }: RequestsSectionProps) {
  const t = useText()
  const [answering, setAnswering] = useState<Request | null>(null)
  const { requests } = pair.course
  if (requests.length === 0) return null
  return (
    <Card>
      <h2>{t('staff.pair.requests')}</h2>
      <p className={pairsCss.hint}>{t('staff.pair.requests.hint')}</p>
      <ul className={css.requests}>
        {requests.map((request) => (
          <RequestItem
            key={request.id}
            pair={pair}
            request={request}
            onAnswer={request.isOpen && pair.canWork ? () => setAnswering(request) : null}
            onFarewell={request.isOpen && onFarewell ? () => onFarewell(endingFor(pair, request)) : null}
          />
        ))}
      </ul>
      {answering && <AnswerDialog pair={pair} request={answering} onClose={() => setAnswering(null)} />}
    </Card>
  )
}

/** Preselected in the dialog; staff can change it. */
function endingFor({ members }: PairFacts, { personId, kind, reason }: Request): EndingReason {
  if (reason === 'uneasy') return 'unsafe'
  if (reason === 'goals_reached') return 'time_over'
  if (kind === 'other_partner') return 'no_fit'
  return members.some(({ id, part }) => id === personId && part === 'mentor') ? 'mentor_stops' : 'mentee_stops'
}

type RequestItemProps = {
  pair: PairFacts
  request: Request
  onAnswer: (() => void) | null
  onFarewell: (() => void) | null
}

function RequestItem({ pair, request, onAnswer, onFarewell }: RequestItemProps) {
  const t = useText()
  const language = useLanguage()
  const { personId, kind, reason, words, askedAt, isOpen, answers } = request
  const name = firstNameOf(pair, personId)
  return (
    <li>
      <b dir="auto">{t(`staff.pair.request.${kind}`, { name })}</b>
      <small>
        {t('staff.pair.request.reason', { reason: t(`staff.pair.reason.${reason}`) })} ·{' '}
        {t('staff.pair.request.since', { day: shortDay(askedAt, language) })}
      </small>
      {words && <q dir="auto">{words}</q>}
      {answers.length > 0 && (
        <ul className={css.answers}>
          {answers.map((answer) => (
            <li key={answer.answeredAt}>
              <b>{t(`staff.pair.answer.${answer.kind}`)}</b> <small>{shortDay(answer.answeredAt, language)}</small>
              {answer.words && <p dir="auto">{answer.words}</p>}
            </li>
          ))}
        </ul>
      )}
      {!isOpen && <Chip>{t('staff.pair.request.closed')}</Chip>}
      {onAnswer && (
        <Button size="sm" kind="primary" aria-label={t('staff.pair.request.answerTo', { name })} onClick={onAnswer}>
          {t('staff.pair.request.answer')}
        </Button>
      )}
      {onFarewell && (
        <Button size="sm" kind="line" onClick={onFarewell}>
          {t('staff.pair.farewell.fromRequest')}
        </Button>
      )}
    </li>
  )
}

type AnswerDialogProps = { pair: PairFacts; request: Request; onClose: () => void }

function AnswerDialog({ pair, request, onClose }: AnswerDialogProps) {
  const t = useText()
  const [kind, setKind] = useState<RequestAnswer>('talk')
  const [words, setWords] = useState('')
  const name = firstNameOf(pair, request.personId)
  const answering = useAnswerRequest({ id: pair.id, requestId: request.id }, () => {
    onClose()
    showToast({ text: t('staff.pair.request.answered', { name }) })
  })
  // Only programme managers end a mentorship.
  const kinds = RequestAnswer.options.filter((each) => pair.canManage || each === 'talk' || each === 'decline')
  const endsIt = kind === 'rematch' || kind === 'end'
  return (
    <FormDialog
      action={answering}
      title={t('staff.pair.request.answerTo', { name })}
      text={t('staff.pair.request.answerText', { name })}
      button={t('staff.pair.request.send')}
      isDanger={endsIt}
      onClose={onClose}
      onSubmit={() => answering.mutate({ kind, words: words.trim() })}
    >
      <OptionGroup
        legend={t('staff.pair.request.answerKind')}
        options={kinds.map((value) => ({ value, label: t(`staff.pair.answer.${value}`) }))}
        value={kind}
        onChoose={(value) => setKind(RequestAnswer.parse(value))}
      />
      <Field
        label={t('staff.pair.request.words', { name })}
        help={t('staff.pair.request.wordsHelp')}
        required={kind === 'decline'}
      >
        <TextArea
          value={words}
          rows={3}
          maxLength={REQUEST_WORDS_MAX}
          required={kind === 'decline'}
          onChange={({ target }) => setWords(target.value)}
        />
      </Field>
    </FormDialog>
  )
}
