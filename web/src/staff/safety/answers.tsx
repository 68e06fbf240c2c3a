import { answerReport } from '@saathi/contract/safety/case-calls'
import type { Case, CaseReport } from '@saathi/contract/safety/case-entities'
import { AnswerKind, REPORT_TEXT_MAX } from '@saathi/contract/safety/entities'
import { useState, type SubmitEvent } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './case.module.css'
import { HiddenWords } from './hidden-words.tsx'
import { useCaseAct } from './queries.ts'

const languages = ['en', 'hi', 'bn', 'kn', 'mr', 'ta', 'te'] as const

type AnswersProps = { case: Case; report: CaseReport; isMine: boolean }

/** The conversation with the reporter. The reported person cannot see it. */
export function Answers({ case: it, report, isMine }: AnswersProps) {
  const t = useText()
  const { reporter, reason, messages, mayTellGuardian, isReopened } = report
  const name = reporter?.name ?? t('staff.safety.somebody')
  const spoken = it.people.find(({ personId }) => personId === reporter?.personId)?.language
  const language = languages.find((code) => code === spoken)
  return (
    <Card>
      <div className={css.titleRow}>
        <h2>{t('staff.safety.answerTo', { name })}</h2>
        {language && <small>{t('staff.safety.reads', { language: t(`staff.safety.language.${language}`) })}</small>}
      </div>
      <p className={css.meta}>
        {t(`staff.safety.reason.${reason}`)} · {t(`staff.safety.report.${report.state}`)}
        {isReopened && ` · ${t('staff.safety.report.reopened')}`}
        {mayTellGuardian !== null && ` · ${t(`staff.safety.guardian.${mayTellGuardian ? 'yes' : 'no'}`)}`}
      </p>
      <ol className={css.talk}>
        {messages.map((message) => (
          <Words key={message.id} message={message} name={name} />
        ))}
      </ol>
      {isMine && <AnswerForm caseId={it.id} reportId={report.id} />}
    </Card>
  )
}

function Words({ message: { isFromTeam, by, kind, text, at }, name }: { message: CaseReport['messages'][number]; name: string }) {
  const t = useText()
  const language = useLanguage()
  return (
    <li className={classNames(css.words, isFromTeam && css.ours)}>
      <b>{isFromTeam ? (by ?? t('staff.look.former')) : name}</b> <time dateTime={at}>{dayAndTime(at, language)}</time>
      {kind !== 'words' && <small>{t(`staff.safety.answer.${kind}`)}</small>}
      {text !== '' &&
        (isFromTeam ? <p dir="auto">{text}</p> : <HiddenWords words={text} label={t('staff.safety.wordsHidden')} />)}
    </li>
  )
}

function AnswerForm({ caseId, reportId }: { caseId: number; reportId: number }) {
  const t = useText()
  const [kind, setKind] = useState<AnswerKind>('acted')
  const [text, setText] = useState('')
  const answering = useCaseAct(answerReport, () => setText(''))

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (text.trim() && !answering.isPending) answering.mutate({ params: { id: caseId, reportId }, body: { kind, text } })
  }

  return (
    <form className={css.notes} onSubmit={handleSubmit}>
      <div className={css.choices} role="group" aria-label={t('staff.safety.answerKind')}>
        {AnswerKind.options.map((each) => (
          <button key={each} type="button" aria-pressed={each === kind} onClick={() => setKind(each)}>
            {t(`staff.safety.answer.${each}`)}
          </button>
        ))}
      </div>
      <Field label={t('staff.safety.answerText')} help={t(`staff.safety.answer.${kind}Help`)} required>
        <TextArea value={text} maxLength={REPORT_TEXT_MAX} rows={3} required onChange={({ target }) => setText(target.value)} />
      </Field>
      <RefusalNote error={answering.error} />
      <p className={css.foot}>
        <span>{t('staff.safety.answerPrivate')}</span>
        <Button type="submit" kind="soft" disabled={!text.trim()} busy={answering.isPending} busyLabel={t('staff.busy')}>
          {t('staff.safety.sendAnswer')}
        </Button>
      </p>
    </form>
  )
}
