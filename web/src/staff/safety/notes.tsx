import { writeCaseNote } from '@saathi/contract/safety/case-calls'
import { type Case, NoteSection } from '@saathi/contract/safety/case-entities'
import { REPORT_TEXT_MAX } from '@saathi/contract/safety/entities'
import { useState, type SubmitEvent } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './case.module.css'
import { useCaseAct } from './queries.ts'

const noDraft: Record<NoteSection, string> = { facts: '', concern: '', risk: '', action: '' }

/** Notes in four sections: facts, concern, risk and action. Saved notes are sealed; new ones are added below. */
export function Notes({ case: it, isMine }: { case: Case; isMine: boolean }) {
  const t = useText()
  const [draft, setDraft] = useState(noDraft)
  const writing = useCaseAct(writeCaseNote)
  const filled = NoteSection.options.filter((section) => draft[section].trim() !== '')

  async function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (writing.isPending) return
    // One after the other, and each is cleared as soon as it is saved: a failure in between loses nothing.
    for (const section of filled) {
      await writing.mutateAsync({ params: { id: it.id }, body: { section, text: draft[section] } })
      setDraft((before) => ({ ...before, [section]: '' }))
    }
  }

  return (
    <Card>
      <h2>{t('staff.safety.notes')}</h2>
      <form className={css.notes} onSubmit={(event) => void handleSubmit(event).catch(() => {})}>
        {NoteSection.options.map((section) => (
          <div key={section} data-section={section}>
            <Written case={it} section={section} />
            {isMine && (
              <Field label={t(`staff.safety.note.${section}`)} help={t(`staff.safety.note.${section}Help`)}>
                <TextArea
                  value={draft[section]}
                  maxLength={REPORT_TEXT_MAX}
                  rows={2}
                  onChange={({ target }) => setDraft({ ...draft, [section]: target.value })}
                />
              </Field>
            )}
          </div>
        ))}
        {!isMine && it.events.every(({ kind }) => kind !== 'note') && <p className={css.meta}>{t('staff.safety.noNotes')}</p>}
        <RefusalNote error={writing.error} />
        {isMine && (
          <p className={css.foot}>
            <span>{t('staff.safety.sealedHelp')}</span>
            <Button type="submit" kind="soft" disabled={filled.length === 0} busy={writing.isPending} busyLabel={t('staff.busy')}>
              {t('staff.safety.saveNotes')}
            </Button>
          </p>
        )}
      </form>
    </Card>
  )
}

function Written({ case: { events }, section }: { case: Case; section: NoteSection }) {
  const t = useText()
  const language = useLanguage()
  const notes = events.filter(({ kind, detail }) => kind === 'note' && detail === section)
  if (notes.length === 0) return null
  return (
    <div className={css.written}>
      <h3>{t(`staff.safety.note.${section}`)}</h3>
      {notes.map(({ number, text, by, at }) => (
        <p key={number}>
          <span dir="auto">{text}</span>
          <small>
            {by?.name ?? t('staff.look.former')}, {dayAndTime(at, language)}
          </small>
        </p>
      ))}
    </div>
  )
}
