import { MEETINGS_MAX } from '@saathi/contract/mentorship/course-entities'
import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { type SubmitEvent, useId, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { Note } from '#core/ui/note.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import css from './course.module.css'
import { useProposeAgreement } from './queries.ts'

type ProposeDialogProps = { mentorship: Mentorship; before: number; onClose: () => void }

export function ProposeDialog({ mentorship: { id, groupType, part }, before, onClose }: ProposeDialogProps) {
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
