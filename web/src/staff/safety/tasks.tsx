import { addCaseTask, finishCaseTask } from '@saathi/contract/safety/case-calls'
import type { Case } from '@saathi/contract/safety/case-entities'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './case.module.css'
import { useCaseAct } from './queries.ts'

/** The tasks of a case, each with a person and a date. */
export function Tasks({ case: it, isMine }: { case: Case; isMine: boolean }) {
  const t = useText()
  const language = useLanguage()
  const [isAdding, setAdding] = useState(false)
  const finishing = useCaseAct(finishCaseTask)
  if (it.tasks.length === 0 && !isMine) return null
  return (
    <Card>
      <h2>{t('staff.safety.tasks')}</h2>
      <ul className={css.people}>
        {it.tasks.map(({ id, text, dueAt, doneAt }) => (
          <li key={id} className={css.task}>
            <span dir="auto">
              {text}
              {dueAt !== null && <small>{t('staff.safety.taskDue', { day: shortDay(dueAt, language) })}</small>}
            </span>
            {doneAt !== null ? (
              <small>{t('staff.safety.taskDone', { day: shortDay(doneAt, language) })}</small>
            ) : (
              isMine && (
                <Button
                  kind="soft"
                  size="sm"
                  aria-label={`${t('staff.safety.finishTask')}: ${text}`}
                  busy={finishing.isPending && finishing.variables.params.taskId === String(id)}
                  busyLabel={t('staff.busy')}
                  onClick={() => finishing.mutate({ params: { id: it.id, taskId: String(id) }, body: {} })}
                >
                  {t('staff.safety.finishTask')}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
      <RefusalNote error={finishing.error} />
      {isMine && (
        <Button kind="line" size="sm" onClick={() => setAdding(true)}>
          {t('staff.safety.addTask')}
        </Button>
      )}
      {isAdding && <TaskDialog caseId={it.id} onClose={() => setAdding(false)} />}
    </Card>
  )
}

function TaskDialog({ caseId, onClose }: { caseId: number; onClose: () => void }) {
  const t = useText()
  const [text, setText] = useState('')
  const [day, setDay] = useState('')
  const adding = useCaseAct(addCaseTask, onClose)
  return (
    <FormDialog
      action={adding}
      title={t('staff.safety.addTask')}
      button={t('staff.safety.save')}
      onClose={onClose}
      onSubmit={() =>
        adding.mutate({
          params: { id: caseId },
          body: { text, dueAt: day === '' ? null : new Date(`${day}T18:00:00+05:30`).toISOString() },
        })
      }
    >
      <Field label={t('staff.safety.taskText')} required>
        <TextInput value={text} maxLength={2000} required onChange={({ target }) => setText(target.value)} />
      </Field>
      <Field label={t('staff.safety.taskDay')}>
        <TextInput type="date" value={day} onChange={({ target }) => setDay(target.value)} />
      </Field>
    </FormDialog>
  )
}
