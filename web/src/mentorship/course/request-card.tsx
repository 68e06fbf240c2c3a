import { type PairRequest, REQUEST_WORDS_MAX, RequestKind, RequestReason } from '@saathi/contract/mentorship/course-entities'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { OptionGroup } from '#core/ui/form/option.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { Note } from '#core/ui/note.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import css from './course.module.css'
import { courseQuery, useRequestChange, useWithdrawRequest } from './queries.ts'

/** Lets a member ask the team for another partner or an end, and shows the answers. The partner is not notified. */
export function RequestCard({ mentorship }: { mentorship: number }) {
  const t = useText()
  const { data } = useQuery(courseQuery(mentorship))
  const [isAsking, setAsking] = useState(false)
  if (!data) return null
  const { request } = data
  return (
    <Card className={css.card} aria-labelledby="mentorship-request">
      <h2 id="mentorship-request">{t(request ? 'course.request.yours' : 'course.request.title')}</h2>
      {request ? <OwnRequest mentorship={mentorship} request={request} /> : <p className={css.sub}>{t('course.request.text')}</p>}
      {!request?.isOpen && (
        <div className={css.row}>
          <Button kind="line" onClick={() => setAsking(true)}>
            {t(request ? 'course.request.again' : 'course.request.open')}
          </Button>
        </div>
      )}
      {isAsking && <RequestDialog mentorship={mentorship} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function OwnRequest({ mentorship, request }: { mentorship: number; request: PairRequest }) {
  const t = useText()
  const language = useLanguage()
  const withdrawing = useWithdrawRequest(mentorship)
  const { id, kind, words, askedAt, answers, isOpen } = request
  return (
    <>
      <p>
        <b>{t(`course.request.kind.${kind}`)}</b>
      </p>
      {words && <p className={css.words}>{words}</p>}
      <p className={css.sub}>{t('course.request.askedOn', { date: shortDay(askedAt, language) })}</p>
      <ul className={css.answers}>
        {answers.map((answer) => (
          <li key={answer.answeredAt}>
            <p>{t(`notices.requestAnswered.${answer.kind}`)}</p>
            {answer.words && <p className={css.words}>{answer.words}</p>}
            <p className={css.sub}>{shortDay(answer.answeredAt, language)}</p>
          </li>
        ))}
      </ul>
      <p className={css.sub}>{t(isOpen ? 'course.request.waits' : 'course.request.closed')}</p>
      {isOpen && (
        <div className={css.row}>
          <Button
            kind="quiet"
            size="sm"
            busy={withdrawing.isPending}
            busyLabel={t('course.busy')}
            onClick={() => withdrawing.mutate(id)}
          >
            {t('course.takeBack')}
          </Button>
        </div>
      )}
      {withdrawing.isError && <Failed />}
    </>
  )
}

function RequestDialog({ mentorship, onClose }: { mentorship: number; onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const [kind, setKind] = useState<RequestKind | null>(null)
  const [reason, setReason] = useState<RequestReason | null>(null)
  const [words, setWords] = useState('')
  const asking = useRequestChange(mentorship, () => {
    onClose()
    showToast({ text: t('course.request.sent') })
  })
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (kind && reason && !asking.isPending) asking.mutate({ kind, reason, words: words.trim() })
  }
  return (
    <Dialog
      open
      sheet
      size="md"
      onClose={onClose}
      title={t('course.request.title')}
      text={t('course.request.text')}
      actions={
        <>
          <Button kind="line" onClick={onClose}>
            {t('course.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            disabled={!kind || !reason}
            busy={asking.isPending}
            busyLabel={t('course.busy')}
          >
            {t('course.request.send')}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={handleSubmit}>
        <OptionGroup
          legend={t('course.request.what')}
          options={RequestKind.options.map((value) => ({ value, label: t(`course.request.kind.${value}`) }))}
          value={kind}
          onChoose={(value) => setKind(RequestKind.parse(value))}
        />
        <OptionGroup
          legend={t('course.request.why')}
          options={RequestReason.options.map((value) => ({ value, label: t(`course.reason.${value}`) }))}
          value={reason}
          onChoose={(value) => setReason(RequestReason.parse(value))}
        />
        {reason === 'uneasy' && <Note tone="warn">{t('course.request.unsafe')}</Note>}
        <Field label={t('course.request.words')}>
          <TextArea value={words} rows={3} maxLength={REQUEST_WORDS_MAX} onChange={({ target }) => setWords(target.value)} />
        </Field>
        {asking.isError && <Failed />}
      </form>
    </Dialog>
  )
}

function Failed() {
  const t = useText()
  return (
    <Note tone="bad" live="alert">
      {t('course.failedAct')}
    </Note>
  )
}
