import { type Case, type CaseEvent, LegalKind, NoteSection, StepKind } from '@saathi/contract/safety/case-entities'
import { useState } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { type Translate, useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import css from './case.module.css'

const SHOWN_FIRST = 12
/** Kinds whose text is shown elsewhere on the page or must not be listed. */
const withoutText: readonly CaseEvent['kind'][] = ['note', 'reported', 'added', 'answered']

/** Everything that happened in the case, newest first. Each entry is sealed with the one before it. */
export function Chronology({ case: { events, isSealWhole } }: { case: Case }) {
  const t = useText()
  const language = useLanguage()
  const [isWhole, setWhole] = useState(false)
  const newest = events.toReversed()
  const shown = isWhole ? newest : newest.slice(0, SHOWN_FIRST)
  return (
    <Card>
      <div className={css.titleRow}>
        <h2>{t('staff.safety.chronology')}</h2>
        <Chip tone={isSealWhole ? 'ok' : 'bad'}>{t(isSealWhole ? 'staff.safety.sealWhole' : 'staff.safety.sealNot')}</Chip>
      </div>
      <ol className={css.timeline}>
        {shown.map((event) => (
          <li key={event.number} data-kind={event.kind}>
            <p>
              <b>{titleOf(event, t)}</b>
              <time dateTime={event.at}>{dayAndTime(event.at, language)}</time>
            </p>
            <small dir="auto">{textOf(event, t, language)}</small>
          </li>
        ))}
      </ol>
      {newest.length > shown.length && (
        <Button kind="quiet" size="sm" onClick={() => setWhole(true)}>
          {t('staff.safety.showAll', { count: newest.length })}
        </Button>
      )}
    </Card>
  )
}

function titleOf({ kind, by }: CaseEvent, t: Translate): string {
  const what = t(`staff.safety.event.${kind}`)
  return by === null ? what : t('staff.safety.eventBy', { what, name: by.name ?? t('staff.look.former') })
}

function textOf({ kind, person, detail, text, until }: CaseEvent, t: Translate, language: string): string {
  const parts = [
    detailOf(kind, detail, t),
    person?.name,
    until && t(kind === 'legal' ? 'staff.safety.happened' : 'staff.safety.until', { time: dayAndTime(until, language) }),
    withoutText.includes(kind) ? null : text,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The name of the note's section, the kind of step, or the legal entry. */
function detailOf(kind: CaseEvent['kind'], detail: string | null, t: Translate): string | null {
  if (kind === 'note') return wordIn(NoteSection.options, detail, (section) => t(`staff.safety.note.${section}`))
  if (kind === 'legal') return wordIn(LegalKind.options, detail, (part) => t(`staff.safety.law.${part}`))
  const isStep = kind === 'step_asked' || kind === 'step_taken' || kind === 'step_undone'
  return isStep ? wordIn(StepKind.options, detail, (step) => t(`staff.safety.step.${step}`)) : null
}

function wordIn<T extends string>(options: readonly T[], detail: string | null, say: (option: T) => string): string | null {
  const known = options.find((option) => option === detail)
  return known === undefined ? null : say(known)
}
