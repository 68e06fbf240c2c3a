import type { PairFacts } from '@saathi/contract/staff/pair-calls'
import type { PairWork } from '@saathi/contract/worklist/entities'
import { DAY_MS } from '@saathi/contract/core/time'
import { PAIR_NOTE_MAX } from '@saathi/contract/worklist/note-calls'
import { useState, type SubmitEvent } from 'react'
import { dayAndTime, monthName, plainDay, shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { Note } from '#core/ui/note.tsx'
import { useNow } from '#core/use-now.ts'
import { RefusalNote } from '../kit/refusal-note.tsx'
import todayCss from '../today/today.module.css'
import { factOf, ruleOf } from '../today/words.ts'
import css from './pairs.module.css'
import { useAddPairNote } from './queries.ts'

/** Worklist rows about the pair or its people. */
export function OnTheList({ items }: { items: PairWork['items'] }) {
  const t = useText()
  const language = useLanguage()
  const now = useNow()
  return items.map((item) => (
    <Note
      key={item.id}
      tone="warn"
      className={todayCss.warn}
      title={t('staff.pair.onList', { fact: factOf(item, t, language, now) })}
    >
      {ruleOf(item, t)}. {t(`staff.today.ends.${item.rule}`)}
    </Note>
  ))
}

const SHOWN_MONTHS = 6
const MOST_BEADS = 6

/** A bead for each meeting, by month; dashed ones were planned and did not happen. */
export function Meetings({ pair: { startedAt, endedAt }, work }: { pair: PairFacts; work: PairWork }) {
  const t = useText()
  const language = useLanguage()
  const now = useNow()
  const months = lastMonths(startedAt, endedAt ?? now.toISOString())
  const expected = Math.max(1, Math.min(MOST_BEADS, Math.round(30 / work.everyDays)))
  return (
    <Card>
      <h2>{t('staff.pair.meetings')}</h2>
      <p className={css.hint}>
        {t('staff.pair.meetingsEvery', { isAgreed: work.isAgreed ? 'yes' : 'no', count: work.everyDays })}
      </p>
      {work.meetings.length === 0 && <p>{t('staff.pair.noMeetings')}</p>}
      <ol className={todayCss.months}>
        {months.map((month) => {
          const held = work.meetings.filter(({ at }) => plainDay(at).startsWith(month)).length
          const isOver = month < plainDay(now.toISOString()).slice(0, 7)
          const missed = isOver ? Math.max(0, expected - held) : 0
          return (
            <li key={month}>
              <span className={todayCss.beads} aria-hidden>
                {Array.from({ length: missed }, (_, at) => (
                  <i key={`missed ${at}`} data-missed />
                ))}
                {Array.from({ length: Math.min(MOST_BEADS, held) }, (_, at) => (
                  <i key={at} />
                ))}
              </span>
              <span>
                {monthName(`${month}-15T06:00:00Z`, language)} <b>{held}</b>
              </span>
            </li>
          )
        })}
      </ol>
      <p className={css.hint}>{t('staff.pair.meetingsRule')}</p>
    </Card>
  )
}

/** Like 2026-11, from the start of the pair on, at most half a year. */
function lastMonths(from: string, to: string): string[] {
  const months = new Set<string>()
  for (let at = new Date(to).getTime(); at >= new Date(from).getTime() && months.size < SHOWN_MONTHS; at -= DAY_MS)
    months.add(plainDay(new Date(at).toISOString()).slice(0, 7))
  months.add(plainDay(from).slice(0, 7))
  return [...months].toSorted().slice(-SHOWN_MONTHS)
}

/** Planned contacts first, then noted ones, newest first. */
export function Contacts({ work }: { work: PairWork }) {
  const t = useText()
  const language = useLanguage()
  return (
    <Card>
      <h2>{t('staff.pair.contacts')}</h2>
      <p className={css.hint}>{t('staff.pair.chatWords')}</p>
      {work.planned.length + work.nudges.length + work.contacts.length === 0 && <p>{t('staff.pair.noContacts')}</p>}
      <ol className={todayCss.thread}>
        {work.planned.map(({ person, on, by }) => (
          <li key={`planned ${person.id}`} data-state="next">
            <p>
              <b>{t('staff.pair.willContact', { by: by?.name ?? t('staff.today.team'), name: person.firstName })}</b>
              <time dateTime={on}>{shortDay(`${on}T06:00:00Z`, language)}</time>
            </p>
          </li>
        ))}
        <PairNudges nudges={work.nudges} />
        {work.contacts.map(({ id, person, by, how, wasReached, note, at }) => (
          <li key={id} data-state="contact">
            <p>
              <b>
                {t('staff.pair.contacted', {
                  by: by ?? t('staff.pair.someone'),
                  name: person.firstName,
                  how: t(`staff.contact.way.${how}`),
                })}
              </b>
              <time dateTime={at}>{shortDay(at, language)}</time>
            </p>
            <small className={todayCss.quote} dir="auto">
              {[wasReached ? '' : t('staff.contact.notReachedShort'), note].filter(Boolean).join(' · ')}
            </small>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Automatic messages: sent, planned, and not sent. */
function PairNudges({ nudges }: { nudges: PairWork['nudges'] }) {
  const t = useText()
  const language = useLanguage()
  return nudges.map(({ id, person, state, on, title }) => (
    <li key={`nudge ${id}`} data-state={state === 'sent' ? 'now' : 'next'}>
      <p>
        <b>{t('staff.pair.nudged', { state, name: person.firstName })}</b>
        <time dateTime={on}>{shortDay(`${on}T06:00:00Z`, language)}</time>
      </p>
      <small className={todayCss.quote} dir="auto">
        {t('staff.pair.nudgedText', { title })}
      </small>
    </li>
  ))
}

/** Colleagues' notes about the pair, visible to the team only. */
export function PairNotes({ pairId, notes }: { pairId: number; notes: PairWork['notes'] }) {
  const t = useText()
  const language = useLanguage()
  const [text, setText] = useState('')
  const adding = useAddPairNote(pairId, () => setText(''))
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (text.trim() && !adding.isPending) adding.mutate(text.trim())
  }
  return (
    <Card>
      <h2>{t('staff.person.notes')}</h2>
      <form onSubmit={handleSubmit} className={css.noteForm}>
        <Field label={t('staff.person.newNote')} help={t('staff.pair.noteHelp')}>
          <TextArea value={text} maxLength={PAIR_NOTE_MAX} rows={2} onChange={({ target }) => setText(target.value)} />
        </Field>
        <RefusalNote error={adding.error} />
        <Button type="submit" kind="soft" size="sm" busy={adding.isPending} busyLabel={t('staff.busy')} disabled={!text.trim()}>
          {t('staff.person.saveNote')}
        </Button>
      </form>
      {notes.length === 0 && <p className={css.hint}>{t('staff.pair.noNotes')}</p>}
      <ul className={css.notes}>
        {notes.map((note) => (
          <li key={note.id}>
            <p dir="auto">{note.text}</p>
            <small>
              {note.by ?? t('staff.pair.someone')}, {dayAndTime(note.at, language)}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  )
}
