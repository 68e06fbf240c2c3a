import { agreeStep, takeStep, undoStep } from '@saathi/contract/safety/case-calls'
import { type Case, type CaseStep, StepKind, stepRules } from '@saathi/contract/safety/case-entities'
import { REPORT_TEXT_MAX } from '@saathi/contract/safety/entities'
import { useState } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './case.module.css'
import { RecordDialog } from './law.tsx'
import { useCaseAct } from './queries.ts'
import { useProfileId } from './queue-row.tsx'

type StepsProps = { case: Case; isMine: boolean }

/** The measures against a person: possible and taken ones. */
export function Steps({ case: it, isMine }: StepsProps) {
  const t = useText()
  const [kind, setKind] = useState<StepKind | null>(null)
  const [isRecordingOffence, setRecordingOffence] = useState(false)
  const possible = StepKind.options.filter((each) =>
    each === 'pause_channel' ? it.hasChannel : each === 'pause_pair' || each === 'end_pair' ? it.hasPair : true,
  )
  const isOffenceRecorded = it.legal.isPossibleOffence
  if (it.steps.length === 0 && !isMine) return null
  return (
    <Card>
      <h2>{t('staff.safety.steps')}</h2>
      <ul className={css.people}>
        {it.steps.map((step) => (
          <TakenStep key={step.id} case={it} step={step} isMine={isMine} />
        ))}
      </ul>
      {isMine && (
        <div className={css.stack}>
          {possible.map((each) => (
            <Button key={each} kind="line" size="sm" onClick={() => setKind(each)}>
              {t(`staff.safety.step.${each}`)}
            </Button>
          ))}
          {!isOffenceRecorded && (
            <Button kind="line" size="sm" onClick={() => setRecordingOffence(true)}>
              {t('staff.safety.law.possible_offence')}
            </Button>
          )}
          <p className={css.meta}>{t('staff.safety.banRule')}</p>
        </div>
      )}
      {kind && <StepDialog case={it} kind={kind} onClose={() => setKind(null)} />}
      {isRecordingOffence && <RecordDialog caseId={it.id} kind="possible_offence" onClose={() => setRecordingOffence(false)} />}
    </Card>
  )
}

function TakenStep({ case: it, step, isMine }: StepsProps & { step: CaseStep }) {
  const t = useText()
  const language = useLanguage()
  const { personId } = useProfileId()
  const [isUndoing, setUndoing] = useState(false)
  const agreeing = useCaseAct(agreeStep)
  const { id, kind, person, state, by, until } = step
  const canAgree = state === 'asked' && by?.personId !== personId
  const canUndo = isMine && (state === 'asked' || (state === 'in_force' && stepRules[kind].canUndo))
  const params = { id: it.id, stepId: String(id) }
  return (
    <li className={css.task}>
      <span>
        <b>{t(`staff.safety.step.${kind}`)}</b>
        <small dir="auto">
          {person.name ?? t('staff.safety.somebody')} · {t(`staff.safety.stepState.${state}`)}
          {until !== null && ` ${t('staff.safety.until', { time: dayAndTime(until, language) })}`}
        </small>
      </span>
      {canAgree && (
        <Button
          kind="danger"
          size="sm"
          busy={agreeing.isPending}
          busyLabel={t('staff.busy')}
          onClick={() => agreeing.mutate({ params, body: {} })}
        >
          {t('staff.safety.agreeBan')}
        </Button>
      )}
      {canUndo && (
        <Button kind="quiet" size="sm" onClick={() => setUndoing(true)}>
          {t(state === 'asked' ? 'staff.safety.takeBack' : 'staff.safety.undo')}
        </Button>
      )}
      <RefusalNote error={agreeing.error} />
      {isUndoing && <UndoDialog params={params} onClose={() => setUndoing(false)} />}
    </li>
  )
}

function UndoDialog({ params, onClose }: { params: { id: number; stepId: string }; onClose: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const undoing = useCaseAct(undoStep, onClose)
  return (
    <FormDialog
      action={undoing}
      title={t('staff.safety.undo')}
      text={t('staff.safety.undoText')}
      button={t('staff.safety.undo')}
      onClose={onClose}
      onSubmit={() => undoing.mutate({ params, body: { reason } })}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

type StepDialogProps = { case: Case; kind: StepKind; onClose: () => void }

/** Asks for the person, the message to them, the end and the reason. Explains the consequences first. */
function StepDialog({ case: { id, people }, kind, onClose }: StepDialogProps) {
  const t = useText()
  const concerned = people.find(({ part }) => part === 'concerned') ?? people[0]
  const [draft, setDraft] = useState({ personId: String(concerned?.personId ?? ''), message: '', day: '', reason: '' })
  const taking = useCaseAct(takeStep, onClose)
  const change = (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes })
  const { hasEnd, needsTwo } = stepRules[kind]
  const until = hasEnd && draft.day !== '' ? new Date(`${draft.day}T23:59:00+05:30`).toISOString() : null
  return (
    <FormDialog
      action={taking}
      title={t(`staff.safety.step.${kind}`)}
      text={t(`staff.safety.step.${kind}Text`)}
      button={t(needsTwo ? 'staff.safety.askBan' : 'staff.safety.doStep')}
      isDanger={kind !== 'warn'}
      onClose={onClose}
      onSubmit={() =>
        taking.mutate({
          params: { id },
          body: { kind, personId: draft.personId, words: draft.message.trim() || null, until, reason: draft.reason },
        })
      }
    >
      <Field label={t('staff.safety.stepPerson')}>
        <Select value={draft.personId} onChange={({ target }) => change({ personId: target.value })}>
          {people.map(({ personId, name, part }) => (
            <option key={`${personId} ${part}`} value={personId}>
              {name}, {t(`staff.safety.part.${part}`)}
            </option>
          ))}
        </Select>
      </Field>
      {hasEnd && (
        <Field label={t('staff.safety.stepUntil')} help={t('staff.team.lastDayHelp')}>
          <TextInput type="date" value={draft.day} onChange={({ target }) => change({ day: target.value })} />
        </Field>
      )}
      <Field label={t('staff.safety.stepWords')} help={t('staff.safety.stepWordsHelp')}>
        <TextArea
          value={draft.message}
          maxLength={REPORT_TEXT_MAX}
          rows={2}
          onChange={({ target }) => change({ message: target.value })}
        />
      </Field>
      <ReasonField value={draft.reason} onChange={(reason) => change({ reason })} />
    </FormDialog>
  )
}
