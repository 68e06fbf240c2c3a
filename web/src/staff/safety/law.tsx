import { recordLegal } from '@saathi/contract/safety/case-calls'
import type { Case, LegalKind } from '@saathi/contract/safety/case-entities'
import { useState } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { alert, check } from '#core/ui/icons.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import css from './case.module.css'
import { useCaseAct } from './queries.ts'

type LawProps = { case: Case; isMine: boolean }
const steps = ['child_safe', 'head_told', 'police_told', 'helpline_told'] as const

/** The duty to report a possible offence against a child, above everything else on the page. */
export function Law({ case: it, isMine }: LawProps) {
  const t = useText()
  const [recording, setRecording] = useState<LegalKind | null>(null)
  const entryOf = (kind: LegalKind) => it.legal.entries.find((entry) => entry.kind === kind)
  const isRuledOut = entryOf('not_applicable') !== undefined
  return (
    <section className={css.law} aria-labelledby="law">
      <h2 id="law">
        <Icon of={alert} /> {t('staff.safety.law.title')}
      </h2>
      <p>{t('staff.safety.law.text')}</p>
      <ol>
        {steps.map((kind, at) => (
          <LegalStep
            key={kind}
            kind={kind}
            number={at + 1}
            entry={entryOf(kind)}
            numbers={it.legal.numbers}
            onRecord={isMine ? () => setRecording(kind) : null}
          />
        ))}
      </ol>
      {isRuledOut ? (
        <p>{t('staff.safety.law.ruledOut', { text: entryOf('not_applicable')?.text ?? '' })}</p>
      ) : (
        <p id="law-holds">{t('staff.safety.law.holds')}</p>
      )}
      {isMine && !isRuledOut && (
        <Button kind="quiet" size="sm" onClick={() => setRecording('not_applicable')}>
          {t('staff.safety.law.not_applicable')}
        </Button>
      )}
      {recording && <RecordDialog caseId={it.id} kind={recording} onClose={() => setRecording(null)} />}
    </section>
  )
}

type Entry = Case['legal']['entries'][number]
type LegalStepProps = {
  kind: (typeof steps)[number]
  number: number
  entry: Entry | undefined
  numbers: Case['legal']['numbers']
  onRecord: (() => void) | null
}

function LegalStep({ kind, number, entry, numbers, onRecord }: LegalStepProps) {
  const t = useText()
  const language = useLanguage()
  const { headName, policeName, policeNumber } = numbers
  const whom = { head_told: headName, police_told: [policeName, policeNumber].filter(Boolean).join(', ') }
  const help = kind === 'child_safe' || kind === 'helpline_told' ? t(`staff.safety.law.${kind}Help`) : whom[kind]
  const phone = kind === 'police_told' ? policeNumber || '112' : kind === 'helpline_told' ? '1098' : null
  return (
    <li data-done={entry !== undefined || undefined}>
      <span className={css.mark}>{entry ? <Icon of={check} size={16} /> : number}</span>
      <span className={css.grow}>
        <b>{t(`staff.safety.law.${kind}`)}</b>
        <small dir="auto">
          {entry
            ? t('staff.safety.law.done', {
                text: entry.text,
                name: entry.by?.name ?? t('staff.look.former'),
                time: dayAndTime(entry.at, language),
              })
            : help || t('staff.safety.law.noNumber')}
        </small>
      </span>
      {!entry && phone !== null && (
        <a className={css.call} href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
          {phone}
        </a>
      )}
      {onRecord && (
        <Button
          kind={entry ? 'line' : 'soft'}
          size="sm"
          aria-label={`${t('staff.safety.law.write')}: ${t(`staff.safety.law.${kind}`)}`}
          onClick={onRecord}
        >
          {t('staff.safety.law.write')}
        </Button>
      )}
    </li>
  )
}

/** 'YYYY-MM-DDTHH:mm' of a moment in India, as date fields want it. */
const localInput = (ms: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata', dateStyle: 'short', timeStyle: 'short' })
    .format(ms)
    .replace(' ', 'T')

type RecordDialogProps = { caseId: number; kind: LegalKind; onClose: () => void }

export function RecordDialog({ caseId, kind, onClose }: RecordDialogProps) {
  const t = useText()
  const [text, setText] = useState('')
  const [at, setAt] = useState(() => localInput(serverNow()))
  const recording = useCaseAct(recordLegal, onClose)
  return (
    <FormDialog
      action={recording}
      title={t(`staff.safety.law.${kind}`)}
      text={t('staff.safety.sealedHelp')}
      button={t('staff.safety.save')}
      onClose={onClose}
      onSubmit={() =>
        recording.mutate({ params: { id: caseId }, body: { kind, text, at: new Date(`${at}:00+05:30`).toISOString() } })
      }
    >
      <Field label={t(`staff.safety.law.what.${kind}`)} required>
        <TextArea value={text} maxLength={2000} required onChange={({ target }) => setText(target.value)} />
      </Field>
      <Field label={t('staff.safety.law.when')} required>
        <TextInput
          type="datetime-local"
          value={at}
          max={localInput(serverNow())}
          required
          onChange={({ target }) => setAt(target.value)}
        />
      </Field>
    </FormDialog>
  )
}
