import { ContactWay, type WorkPerson } from '@saathi/contract/worklist/entities'
import { contactDaysAfter, MAX_NEXT_CONTACT_DAYS } from '@saathi/contract/worklist/rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Checkbox } from '#core/ui/form/checkbox.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { serverNow } from '#core/server-time.ts'
import { useNow } from '#core/use-now.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import { dayAfter } from './days.ts'
import { colleaguesQuery, useNoteContact } from './queries.ts'
import css from './today.module.css'

type ContactDialogProps = { people: readonly WorkPerson[]; personId?: number | undefined; onClose: () => void }

/** Prefilled except for the note, so that a call is noted in a few seconds; offline, the contact is stored on the device. */
export function ContactDialog({ people, personId, onClose }: ContactDialogProps) {
  const t = useText()
  const now = useNow()
  const { id: userId, displayName } = useProfile()
  const colleagues = useQuery(colleaguesQuery)
  const [withWhom, setWithWhom] = useState(personId ?? people[0]?.id ?? 0)
  const [how, setHow] = useState<ContactWay>('call')
  const [wasReached, setWasReached] = useState(true)
  const [note, setNote] = useState('')
  const [on, setOn] = useState(dayAfter(now, contactDaysAfter(0)))
  const [by, setBy] = useState(userId)
  const name = people.find(({ id }) => id === withWhom)?.firstName ?? ''
  const noteContact = useNoteContact(({ isSent }) => {
    showToast({ text: t(isSent ? 'staff.contact.noted' : 'staff.contact.waits') })
    onClose()
  })
  const others = (colleagues.data ?? []).filter(({ id, hasLeft }) => id !== userId && !hasLeft)
  return (
    <FormDialog
      action={noteContact}
      title={t('staff.contact.note')}
      text={t('staff.contact.text')}
      button={t('staff.contact.save')}
      onClose={onClose}
      onSubmit={() => {
        const at = new Date(serverNow()).toISOString()
        noteContact.mutate({ name, draft: { personId: withWhom, how, wasReached, note, at, next: { on, personId: by } } })
      }}
    >
      {people.length > 1 && (
        <Field label={t('staff.contact.with')}>
          <Select value={String(withWhom)} onChange={({ target }) => setWithWhom(Number(target.value))}>
            {people.map((person) => (
              <option key={person.id} value={String(person.id)}>
                {person.name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div className={css.twoFields}>
        <Field label={t('staff.contact.how')}>
          <Select value={how} onChange={({ target }) => setHow(ContactWay.parse(target.value))}>
            {ContactWay.options.map((way) => (
              <option key={way} value={way}>
                {t(`staff.contact.way.${way}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('staff.contact.next')} required>
          <TextInput
            type="date"
            required
            value={on}
            min={dayAfter(now, 0)}
            max={dayAfter(now, MAX_NEXT_CONTACT_DAYS)}
            onChange={({ target }) => setOn(target.value)}
          />
        </Field>
      </div>
      <Checkbox checked={!wasReached} onChange={({ target }) => setWasReached(!target.checked)}>
        {t('staff.contact.notReached')}
      </Checkbox>
      <Field label={t('staff.contact.words')} help={t('staff.contact.wordsHelp')}>
        <TextArea value={note} rows={2} maxLength={1000} onChange={({ target }) => setNote(target.value)} />
      </Field>
      <Field label={t('staff.contact.by')}>
        <Select value={String(by)} onChange={({ target }) => setBy(Number(target.value))}>
          <option value={String(userId)}>{displayName}</option>
          {others.map((colleague) => (
            <option key={colleague.id} value={String(colleague.id)}>
              {colleague.name}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}
