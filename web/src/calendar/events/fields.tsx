import { DESCRIPTION_MAX, TITLE_MAX } from '@saathi/contract/calendar/calls'
import { type CalendarEvent, EventFrequency } from '@saathi/contract/calendar/entities'
import type { TextKey } from '@saathi/contract/texts'
import { type ReactNode, type RefObject, useId } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { alert } from '#core/ui/basic-icons.ts'
import { Field } from '#core/ui/form/field.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import { localTime } from '../day-times.ts'
import { type Draft, type DraftField, momentOfDraft, withFrequency } from './draft.ts'
import css from './form.module.css'
import { SessionField } from './session-field.tsx'
import yesNoCss from './yes-no.module.css'

type EventFieldsProps = {
  draft: Draft
  base: CalendarEvent | null
  mentorship: number
  /** The error text of each field. */
  faults: Partial<Record<DraftField, TextKey>>
  titleRef: RefObject<HTMLInputElement | null>
  onChange: (draft: Draft) => void
}

const readFrequency = (text: string): EventFrequency | null => EventFrequency.options.find((each) => each === text) ?? null

export function EventFields({ draft, base, mentorship, faults, titleRef, onChange }: EventFieldsProps) {
  const t = useText()
  const fault = (field: DraftField): string | undefined => faults[field] && t(faults[field])
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part })
  const repeats = draft.eventFrequency !== null && draft.eventFrequency !== 'NONE'
  return (
    <>
      <Field label={t('calendar.form.title')} error={fault('title')} required>
        <TextInput
          ref={titleRef}
          name="title"
          autoComplete="off"
          dir="auto"
          maxLength={TITLE_MAX}
          value={draft.title}
          onChange={(event) => set({ title: event.target.value })}
        />
      </Field>
      <YesNo
        legend={t('calendar.form.call')}
        name="isPairGroupCall"
        value={draft.isPairGroupCall}
        error={fault('isPairGroupCall')}
        onChange={(isPairGroupCall) => set({ isPairGroupCall })}
      />
      <div className={css.pair}>
        <Field label={t('calendar.form.date')} error={fault('date')} required>
          <TextInput type="date" name="date" value={draft.date} onChange={(event) => set({ date: event.target.value })} />
        </Field>
        <Field
          label={t('calendar.form.time')}
          help={<OwnClock moment={momentOfDraft(draft, base)} />}
          error={fault('time')}
          required
        >
          <TextInput type="time" name="time" value={draft.time} onChange={(event) => set({ time: event.target.value })} />
        </Field>
      </div>
      <div className={css.pair}>
        <Field label={t('calendar.form.repeat')} error={fault('eventFrequency')} required>
          <Select
            name="eventFrequency"
            value={draft.eventFrequency ?? ''}
            onChange={(event) => onChange(withFrequency(draft, readFrequency(event.target.value)))}
          >
            <option value="" disabled hidden>
              {t('calendar.form.choose')}
            </option>
            {EventFrequency.options.map((each) => (
              <option key={each} value={each}>
                {t(`calendar.repeat.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={t('calendar.form.until')}
          help={!repeats && t('calendar.form.until.off')}
          error={fault('repeatEndDate')}
          required={repeats}
        >
          <TextInput
            type="date"
            name="repeatEndDate"
            min={draft.date}
            disabled={!repeats}
            value={draft.repeatEndDate}
            onChange={(event) => set({ repeatEndDate: event.target.value })}
          />
        </Field>
      </div>
      <Field label={t('calendar.form.length')}>
        <Select name="minutes" value={draft.minutes} onChange={(event) => set({ minutes: Number(event.target.value) })}>
          {lengthsWith(draft.minutes).map((minutes) => (
            <option key={minutes} value={minutes}>
              {t('findTime.minutes', { minutes })}
            </option>
          ))}
        </Select>
      </Field>
      <SessionField
        mentorship={mentorship}
        base={base}
        value={draft.sessionId}
        repeats={repeats}
        error={fault('sessionId')}
        onChange={(sessionId) => set({ sessionId })}
      />
      <Field label={t('calendar.form.description')} error={fault('description')}>
        <TextArea
          name="description"
          dir="auto"
          maxLength={DESCRIPTION_MAX}
          value={draft.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
    </>
  )
}

const LENGTHS = [15, 30, 45, 60, 90, 120]
/** Includes an unusual length of the event itself. */
const lengthsWith = (own: number): number[] => [...new Set([...LENGTHS, own])].toSorted((one, other) => one - other)

/** The time is India's; people elsewhere also see their local time. */
function OwnClock({ moment }: { moment: Date | null }): ReactNode {
  const t = useText()
  const other = localTimeOf(moment, useLanguage())
  return other ? t('calendar.form.zone.other', other) : t('calendar.zone.india')
}

const localTimeOf = (moment: Date | null, language: string) => moment && localTime(moment.toISOString(), language)

type YesNoProps = {
  legend: string
  name: string
  /** Null until it is answered; No is an answer. */
  value: boolean | null
  error: string | undefined
  onChange: (value: boolean) => void
}

function YesNo({ legend, name, value, error, onChange }: YesNoProps) {
  const t = useText()
  const noteId = useId()
  const choice = (option: boolean) => (
    <label className={yesNoCss.choice}>
      <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
      <span>{t(option ? 'calendar.form.yes' : 'calendar.form.no')}</span>
    </label>
  )
  return (
    <fieldset
      className={yesNoCss.group}
      role="radiogroup"
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error && noteId}
    >
      <legend>{legend}</legend>
      <div className={yesNoCss.row}>
        {choice(true)}
        {choice(false)}
      </div>
      {error && (
        <p className={yesNoCss.error} id={noteId} role="alert">
          <Icon of={alert} size={16} />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
