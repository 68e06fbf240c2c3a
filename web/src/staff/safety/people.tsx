import { addCasePerson, delayLooks } from '@saathi/contract/safety/case-calls'
import type { Case } from '@saathi/contract/safety/case-entities'
import * as desk from '@saathi/contract/safety/desk-calls'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './case.module.css'
import { useCaseAct } from './queries.ts'
import { useProfileId } from './queue-row.tsx'

type PeopleProps = { case: Case; isMine: boolean }

/** The people of the case with their part, by initials, and the colleague who works on it. */
export function People({ case: it, isMine }: PeopleProps) {
  const t = useText()
  const { hash } = useLocation()
  const mayGive = it.state === 'open' && (isMine || it.takenBy === null)
  const [dialog, setDialog] = useState<'add' | 'give' | 'delay' | null>(hash === 'give' && mayGive ? 'give' : null)
  const releasing = useCaseAct(desk.releaseCase)
  const close = () => setDialog(null)
  return (
    <Card id="give">
      <h2>{t('staff.safety.people')}</h2>
      <ul className={css.people}>
        {it.people.map(({ personId, name, part, role, isAdult, isDisabled }) => (
          <li key={`${personId} ${part}`}>
            <Avatar name={name} size="sm" />
            <span>
              <b dir="auto">{name}</b>
              <small>
                {[
                  t(`staff.safety.part.${part}`),
                  t(`profile.role.${role}`),
                  !isAdult && t('staff.safety.under18'),
                  isDisabled && t('staff.safety.suspended'),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </small>
            </span>
          </li>
        ))}
      </ul>
      <p className={css.meta}>{t('staff.safety.peopleHelp')}</p>
      <div className={css.stack}>
        {isMine && (
          <Button kind="line" size="sm" onClick={() => setDialog('add')}>
            {t('staff.safety.addPerson')}
          </Button>
        )}
        {mayGive && (
          <Button kind="line" size="sm" onClick={() => setDialog('give')}>
            {t('staff.safety.giveCase')}
          </Button>
        )}
        {isMine && (
          <Button
            kind="line"
            size="sm"
            busy={releasing.isPending}
            busyLabel={t('staff.busy')}
            onClick={() => releasing.mutate({ params: { id: it.id }, body: {} })}
          >
            {t('staff.safety.release')}
          </Button>
        )}
        {isMine && (
          <Button kind="quiet" size="sm" onClick={() => setDialog('delay')}>
            {t('staff.safety.delay')}
          </Button>
        )}
      </div>
      <RefusalNote error={releasing.error} />
      {dialog === 'add' && <AddDialog caseId={it.id} onClose={close} />}
      {dialog === 'give' && <GiveDialog case={it} onClose={close} />}
      {dialog === 'delay' && <DelayDialog case={it} onClose={close} />}
    </Card>
  )
}

const parts = ['child', 'concerned', 'witness', 'reporter'] as const

function AddDialog({ caseId, onClose }: { caseId: number; onClose: () => void }) {
  const t = useText()
  const [personId, setPersonId] = useState('')
  const [part, setPart] = useState<(typeof parts)[number]>('witness')
  const adding = useCaseAct(addCasePerson, onClose)
  return (
    <FormDialog
      action={adding}
      title={t('staff.safety.addPerson')}
      text={t('staff.safety.addPersonText')}
      button={t('staff.safety.addPerson')}
      onClose={onClose}
      onSubmit={() => adding.mutate({ params: { id: caseId }, body: { personId, part } })}
    >
      <Field label={t('staff.safety.personNumber')} required>
        <TextInput
          value={personId}
          inputMode="numeric"
          pattern="[0-9]+"
          required
          onChange={({ target }) => setPersonId(target.value)}
        />
      </Field>
      <Field label={t('staff.safety.personPart')}>
        <Select value={part} onChange={({ target }) => setPart(parts.find((each) => each === target.value) ?? 'witness')}>
          {parts.map((each) => (
            <option key={each} value={each}>
              {t(`staff.safety.part.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}

function GiveDialog({ case: it, onClose }: { case: Case; onClose: () => void }) {
  const t = useText()
  const { personId } = useProfileId()
  const colleagues = it.desk.filter((each) => each.personId !== it.takenBy?.personId && each.personId !== personId)
  const [toPersonId, setTo] = useState(String(colleagues[0]?.personId ?? ''))
  const giving = useCaseAct(desk.giveCase, onClose)
  return (
    <FormDialog
      action={giving}
      title={t('staff.safety.giveCase')}
      text={t(colleagues.length > 0 ? 'staff.safety.giveText' : 'staff.safety.giveNobody')}
      button={t('staff.safety.giveCase')}
      onClose={onClose}
      onSubmit={() => colleagues.length > 0 && giving.mutate({ params: { id: it.id }, body: { toPersonId } })}
    >
      {colleagues.length > 0 && (
        <Field label={t('staff.safety.colleague')}>
          <Select value={toPersonId} onChange={({ target }) => setTo(target.value)}>
            {colleagues.map((each) => (
              <option key={each.personId} value={each.personId}>
                {each.name ?? t('staff.look.former')}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </FormDialog>
  )
}

/**
 * Members can see who opened their data. If seeing this could endanger somebody, staff can delay it, with a reason and an end.
 */
function DelayDialog({ case: { id, looksHiddenUntil }, onClose }: { case: Case; onClose: () => void }) {
  const t = useText()
  const language = useLanguage()
  const [day, setDay] = useState('')
  const [reason, setReason] = useState('')
  const delaying = useCaseAct(delayLooks, onClose)
  const until = day === '' ? null : new Date(`${day}T23:59:00+05:30`).toISOString()
  return (
    <FormDialog
      action={delaying}
      title={t('staff.safety.delay')}
      text={
        looksHiddenUntil === null
          ? t('staff.safety.delayText')
          : t('staff.safety.delayedUntil', { day: shortDay(looksHiddenUntil, language) })
      }
      button={t('staff.safety.save')}
      onClose={onClose}
      onSubmit={() => delaying.mutate({ params: { id }, body: { until, reason } })}
    >
      <Field label={t('staff.safety.delayUntil')} help={t('staff.safety.delayHelp')}>
        <TextInput type="date" value={day} onChange={({ target }) => setDay(target.value)} />
      </Field>
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
