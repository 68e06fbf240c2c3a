import type { Programme } from '@saathi/contract/staff/programme-calls'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { close, down, up } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { ConfirmFirst } from '../kit/confirm-first.tsx'
import { AskUnsaved, useUnsaved } from '../kit/unsaved.tsx'
import css from './curriculum.module.css'
import { NumberField } from './number-field.tsx'
import { PartNote } from './part-note.tsx'
import { useSetSchedule } from './queries.ts'

const NEW_SESSION_DAYS = 14
type Row = { sessionId: number; days: number | null }

/** The sessions of new mentorships, in order, with the days for each. */
export function Curriculum({ programme, onReload }: { programme: Programme; onReload: () => void }) {
  const t = useText()
  const { id, schedule, sessions, counts, versions } = programme
  const [rows, setRows] = useState<readonly Row[]>(schedule)
  const [version, setVersion] = useState(versions.schedule)
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<{ sessionId: number; by: number } | null>(null)
  const unsaved = useUnsaved(rows.map(({ sessionId, days }) => [sessionId, days]))
  const saving = useSetSchedule(id, (saved) => {
    unsaved.markSaved()
    setVersion(saved.versions.schedule)
    showToast({ text: t('staff.programme.saved') })
  })
  // The browser takes the focus away from a button whose row moves.
  useEffect(() => {
    if (moved) list.current?.querySelector<HTMLElement>(`[data-move="${moved.sessionId} ${moved.by}"]`)?.focus()
  }, [moved])

  const titles = new Map([...sessions, ...schedule].map(({ sessionId, title }) => [sessionId, title]))
  const isChosen = new Set(rows.map(({ sessionId }) => sessionId))
  const rest = sessions.filter(({ sessionId }) => !isChosen.has(sessionId))
  const change = (sessionId: number, days: number | null) =>
    setRows(rows.map((row) => (row.sessionId === sessionId ? { ...row, days } : row)))
  function move(at: number, by: number) {
    const next = [...rows]
    const [row] = next.splice(at, 1)
    if (!row) return
    next.splice(at + by, 0, row)
    setRows(next)
    setMoved({ sessionId: row.sessionId, by })
  }
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    const complete = rows.flatMap(({ sessionId, days }) => (days === null ? [] : [{ sessionId, days }]))
    if (saving.isPending) return
    unsaved.markSent()
    saving.mutate({ sessions: complete, version })
  }

  return (
    <Card>
      <form className={css.form} onSubmit={handleSubmit}>
        <h2>{t('staff.programme.curriculum')}</h2>
        {sessions.length === 0 && <Note title={t('staff.curriculum.noSessions')}>{t('staff.programme.fromFolder')}</Note>}
        {sessions.length > 0 && rows.length === 0 && <Note tone="warn">{t('staff.curriculum.none')}</Note>}
        <ol ref={list} className={css.rows}>
          {rows.map(({ sessionId, days }, at) => {
            const title = titles.get(sessionId) ?? ''
            return (
              <li key={sessionId}>
                <span className={css.title}>
                  <b dir="auto">{title}</b>
                  <small>{t('staff.curriculum.days', weeksOf(rows, at))}</small>
                </span>
                <NumberField
                  label={t('staff.curriculum.daysFor', { title })}
                  labelHidden
                  min={1}
                  max={365}
                  value={days}
                  onChange={(value) => change(sessionId, value)}
                />
                <span aria-hidden="true">{t('staff.curriculum.unit')}</span>
                <span className={css.moves}>
                  <IconButton
                    icon={up}
                    label={t('staff.curriculum.up', { title })}
                    data-move={`${sessionId} -1`}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  />
                  <IconButton
                    icon={down}
                    label={t('staff.curriculum.down', { title })}
                    data-move={`${sessionId} 1`}
                    disabled={at === rows.length - 1}
                    onClick={() => move(at, 1)}
                  />
                  <IconButton
                    icon={close}
                    label={t('staff.curriculum.remove', { title })}
                    onClick={() => setRows(rows.filter((row) => row.sessionId !== sessionId))}
                  />
                </span>
              </li>
            )
          })}
        </ol>
        {rest.length > 0 && (
          <Field label={t('staff.curriculum.add')}>
            <Select
              value=""
              onChange={({ target }) => setRows([...rows, { sessionId: Number(target.value), days: NEW_SESSION_DAYS }])}
            >
              <option value="">{t('staff.curriculum.choose')}</option>
              {rest.map(({ sessionId, title }) => (
                <option key={sessionId} value={sessionId}>
                  {title}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <p className={css.hint}>{t('staff.curriculum.reach', { count: counts.running })}</p>
        <PartNote error={saving.error} onReload={onReload} />
        {sessions.length > 0 && (
          <Button type="submit" kind="primary" busy={saving.isPending} busyLabel={t('staff.busy')}>
            {t('staff.programme.save')}
          </Button>
        )}
      </form>
      <ConfirmFirst action={saving} />
      <AskUnsaved isDirty={unsaved.isDirty} />
    </Card>
  )
}

/** The days of a mentorship on which the session is current, counted from 1. */
function weeksOf(rows: readonly Row[], at: number): { from: number; until: number } {
  const before = rows.slice(0, at).reduce((sum, { days }) => sum + (days ?? 0), 0)
  return { from: before + 1, until: before + Math.max(1, rows[at]?.days ?? 1) }
}
