import { EndingReason, NOTE_MAX, type StaffFarewell } from '@saathi/contract/mentorship/farewell'
import type { PairFacts } from '@saathi/contract/staff/pair-calls'
import { useState } from 'react'
import { longDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { OptionGroup } from '#core/ui/form/option.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import css from './course.module.css'
import pairsCss from './pairs.module.css'
import { useBeginFarewell, useCancelFarewell } from './queries.ts'

type FarewellDialogProps = {
  pair: PairFacts
  /** The preselected reason, for example from the request of a member. */
  first: EndingReason | null
  onClose: () => void
}

export function FarewellDialog({ pair, first, onClose }: FarewellDialogProps) {
  const t = useText()
  const [why, setWhy] = useState(first)
  const [note, setNote] = useState('')
  const isUnsafe = why === 'unsafe'
  const isGroup = pair.groupType === '1toM'
  const beginning = useBeginFarewell(pair.id, () => {
    onClose()
    showToast({ text: t(isUnsafe ? 'staff.pair.farewell.endedUnsafe' : 'staff.pair.farewell.begun') })
  })
  return (
    <FormDialog
      action={beginning}
      title={t(isGroup ? 'staff.pair.farewell.groupTitle' : 'staff.pair.farewell.title')}
      text={t(isGroup ? 'staff.pair.farewell.groupText' : 'staff.pair.farewell.text')}
      button={t(isUnsafe ? 'staff.pair.farewell.endNow' : 'staff.pair.farewell.plan')}
      cancel={t('staff.pair.farewell.keep')}
      isDanger={isUnsafe}
      isDisabled={why === null}
      onClose={onClose}
      onSubmit={() => why && beginning.mutate({ why, note: isUnsafe ? note.trim() : '' })}
    >
      <OptionGroup
        legend={t('staff.pair.farewell.why')}
        options={EndingReason.options.map((value) => ({ value, label: t(`staff.pair.farewell.${value}`) }))}
        value={why}
        onChoose={(value) => setWhy(EndingReason.parse(value))}
      />
      <Note>{t('staff.pair.farewell.unsafeNote')}</Note>
      {isUnsafe && (
        <Field label={t('staff.pair.farewell.note')} help={t('staff.pair.farewell.noteHelp')} required>
          <TextArea value={note} rows={4} maxLength={NOTE_MAX} required onChange={({ target }) => setNote(target.value)} />
        </Field>
      )}
    </FormDialog>
  )
}

type FarewellSectionProps = { pair: PairFacts; farewell: StaffFarewell; onEnd: () => void }

/** A farewell in progress, or the one that ended the mentorship: who has written, never what. */
export function FarewellSection({ pair, farewell, onEnd }: FarewellSectionProps) {
  const t = useText()
  const language = useLanguage()
  const [isCancelling, setCancelling] = useState(false)
  const { reason, begunAt, closesAt, closedAt, writtenBy } = farewell
  const members = pair.members.filter(({ part, leftAt }) => part !== 'pair_manager' && (leftAt === null || closedAt !== null))
  return (
    <Card className={css.farewell} aria-labelledby="pair-farewell">
      <h2 id="pair-farewell">
        {closedAt ? t('staff.pair.farewell.over', { day: longDay(closedAt, language) }) : t('staff.pair.farewell.open')}
      </h2>
      <p>{t(`staff.pair.farewell.${reason}`)}</p>
      <p className={pairsCss.hint}>
        {t('staff.pair.farewell.since', { day: longDay(begunAt, language), until: longDay(closesAt, language) })}
      </p>
      <h3>{t('staff.pair.farewell.words')}</h3>
      <ul className={css.boxes}>
        {members.map(({ id, firstName }) => (
          <li key={id}>
            {t(writtenBy.includes(id) ? 'staff.pair.farewell.written' : 'staff.pair.farewell.notWritten', { name: firstName })}
          </li>
        ))}
      </ul>
      <p className={pairsCss.hint}>{t('staff.pair.farewell.wordsHint')}</p>
      {pair.canManage && closedAt === null && (
        <div className={css.stepActs}>
          <Button size="sm" kind="line" onClick={() => setCancelling(true)}>
            {t('staff.pair.farewell.cancel')}
          </Button>
          <Button size="sm" kind="quiet" onClick={onEnd}>
            {t('staff.pair.farewell.closeNow')}
          </Button>
        </div>
      )}
      {isCancelling && <CancelDialog pair={pair} onClose={() => setCancelling(false)} />}
    </Card>
  )
}

function CancelDialog({ pair, onClose }: { pair: PairFacts; onClose: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const cancelling = useCancelFarewell(pair.id, () => {
    onClose()
    showToast({ text: t('staff.pair.farewell.cancelled') })
  })
  return (
    <FormDialog
      action={cancelling}
      title={t('staff.pair.farewell.cancelTitle')}
      text={t('staff.pair.farewell.cancelText')}
      button={t('staff.pair.farewell.cancel')}
      onClose={onClose}
      onSubmit={() => cancelling.mutate(reason)}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
