import type { ImportRow, ImportRun } from '@saathi/contract/accounts/import-calls'
import type { ImportField } from '@saathi/contract/accounts/import-columns'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { isComposing } from '#core/is-composing.ts'
import { Button } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { check } from '#core/ui/icons.ts'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { type Column, Table } from '../kit/table.tsx'
import css from './imports.module.css'
import { importRowsQuery, useCorrectRow } from './queries.ts'

type Problem = ImportRow['problems'][number]
/** A line of the table: a row of the file with one of its problems. */
type Line = { row: ImportRow; problem: Problem | null; isFirst: boolean }

const linesOf = (row: ImportRow): Line[] =>
  row.problems.length === 0
    ? [{ row, problem: null, isFirst: true }]
    : row.problems.map((problem, at) => ({ row, problem, isFirst: at === 0 }))

/** Every row that is refused, skipped or corrected. A value is checked as soon as it is left. */
export function ProblemRows({ run }: { run: ImportRun }) {
  const t = useText()
  const found = useInfiniteQuery(importRowsQuery(run.id, 'problems'))
  const correcting = useCorrectRow(run.id)
  const columns: Column<Line>[] = [
    {
      key: 'person',
      head: t('staff.import.person'),
      isTitle: true,
      renderCell: ({ row: { fields, number }, isFirst }) => (
        <span className={css.person}>
          <small>
            {t('staff.import.row')} {number}
          </small>
          {isFirst && <b dir="auto">{`${fields.firstName} ${fields.lastName}`.trim() || fields.email}</b>}
        </span>
      ),
    },
    {
      key: 'column',
      head: t('staff.import.column'),
      renderCell: ({ problem }) => problem && t(`staff.import.field.${problem.field}`),
    },
    {
      key: 'value',
      head: t('staff.import.value'),
      renderCell: ({ row, problem }) =>
        problem && (
          <ValueField
            key={row.fields[problem.field]}
            row={row}
            field={problem.field}
            onSave={(value) => correcting.mutate({ number: row.number, fields: { [problem.field]: value } })}
          />
        ),
    },
    { key: 'wrong', head: t('staff.import.wrong'), renderCell: (line) => <Wrong line={line} /> },
    {
      key: 'act',
      head: <span className="sr">{t('staff.import.step.fix')}</span>,
      renderCell: ({ row, problem, isFirst }) => (
        <span className={css.acts}>
          {problem?.problem === 'unknown_programme' && problem.hint !== null && (
            <Button
              kind="line"
              size="sm"
              onClick={() => correcting.mutate({ number: row.number, fields: { programme: problem.hint ?? '' } })}
            >
              {t('staff.import.use', { name: problem.hint })}
            </Button>
          )}
          {isFirst && (row.isLeftOut || row.outcome !== 'skipped') && (
            <Button kind="quiet" size="sm" onClick={() => correcting.mutate({ number: row.number, isLeftOut: !row.isLeftOut })}>
              {t(row.isLeftOut ? 'staff.import.takeIn' : 'staff.import.leaveOut')}
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <>
      <RefusalNote error={correcting.error} />
      <QueryStates query={found}>
        {({ pages }) => (
          <Table
            label={t('staff.import.rows')}
            columns={columns}
            rows={pages.flatMap(({ rows }) => rows).flatMap(linesOf)}
            rowKey={({ row, problem }) => `${row.number} ${problem?.field ?? ''}`}
            foot={
              found.hasNextPage && (
                <Button kind="line" size="sm" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                  {t('staff.import.more')}
                </Button>
              )
            }
          />
        )}
      </QueryStates>
    </>
  )
}

type ValueFieldProps = { row: ImportRow; field: ImportField; onSave: (value: string) => void }

function ValueField({ row: { fields, number, outcome }, field, onSave }: ValueFieldProps) {
  const t = useText()
  const [value, setValue] = useState(fields[field])
  const handleLeave = () => value !== fields[field] && onSave(value)
  const handleKey = ({ key, nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>) =>
    key === 'Enter' && !isComposing(nativeEvent) && currentTarget.blur()
  return (
    <Field
      label={t('staff.import.valueOf', { column: t(`staff.import.field.${field}`), row: number })}
      labelHidden
      className={css.value}
    >
      <TextInput
        dir="auto"
        value={value}
        maxLength={330}
        aria-invalid={outcome === 'refused'}
        onChange={({ target }) => setValue(target.value)}
        onBlur={handleLeave}
        onKeyDown={handleKey}
      />
    </Field>
  )
}

function Wrong({ line: { row, problem } }: { line: Line }) {
  const t = useText()
  if (row.isLeftOut) return <Chip>{t('staff.import.isLeftOut')}</Chip>
  if (!problem) {
    return (
      <Chip tone="ok" icon={check}>
        {t('staff.import.corrected')}
      </Chip>
    )
  }
  const { problem: name, hint } = problem
  return (
    <span className={row.outcome === 'refused' ? css.why : undefined}>
      {t(`staff.import.problem.${name}`, { hint: hint ?? '' })}
      {name === 'unknown_programme' && hint !== null && ` ${t('staff.import.didYouMean', { name: hint })}`}
    </span>
  )
}
