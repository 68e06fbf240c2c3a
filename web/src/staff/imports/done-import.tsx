import type { ImportRow, ImportRun } from '@saathi/contract/accounts/import-calls'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import allDone from '#art/all-done.svg'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { undo as undoIcon } from '#core/ui/further-icons.ts'
import { Note } from '#core/ui/note.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { DownloadRows } from './checked-import.tsx'
import { LastImports } from './last-imports.tsx'
import { importRowsQuery, useUndoImport } from './queries.ts'

export function DoneImport({ run }: { run: ImportRun }) {
  const t = useText()
  const { created, updated, counts } = run
  const { unchanged: same, skipped, refused } = counts
  return (
    <>
      <Card>
        <Empty
          drawing={allDone}
          title={t('staff.import.done', { count: created })}
          text={t('staff.import.doneText', { updated, same, skipped, refused })}
          action={skipped + refused > 0 && <DownloadRows run={run} />}
        />
      </Card>
      <UndoNote run={run} />
      <LastImports />
    </>
  )
}

function UndoNote({ run: { id, undoUntil, inviteAt, invited, created, updated } }: { run: ImportRun }) {
  const t = useText()
  const language = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const undoing = useUndoImport(id, () => setAsking(false))
  if (undoUntil === null || created + updated === 0) return null
  const invitations =
    created === 0
      ? null
      : invited === 0 && inviteAt
        ? t('staff.import.invitesAt', { at: dayAndTime(inviteAt, language) })
        : t('staff.import.invited', { done: invited, all: created })
  return (
    <>
      <Note
        tone="warn"
        icon={undoIcon}
        title={t('staff.import.undoUntil', { at: dayAndTime(undoUntil, language) })}
        action={
          <Button kind="line" size="sm" onClick={() => setAsking(true)}>
            {t('staff.import.undo')}
          </Button>
        }
      >
        {invitations} {t('staff.import.undoKeeps')} {updated > 0 && t('staff.import.undoRestores')}
      </Note>
      {isAsking && (
        <FormDialog
          action={undoing}
          title={t('staff.import.undoTitle')}
          text={t('staff.import.undoText')}
          button={t('staff.import.undo')}
          isDanger
          onClose={() => setAsking(false)}
          onSubmit={() => undoing.mutate()}
        />
      )}
    </>
  )
}

export function UndoneImport({ run }: { run: ImportRun }) {
  const t = useText()
  const { joined, changed, inUse, updated } = run.kept
  const kept = joined + changed + inUse
  const removed = t('staff.import.undoneText', { removed: run.created - kept, kept })
  const restored = run.updated > 0 && t('staff.import.restoredText', { restored: run.updated - updated, kept: updated })
  return (
    <>
      <Card>
        <Empty title={t('staff.import.undone')} text={[removed, restored].filter(Boolean).join(' ')} />
      </Card>
      {kept + updated > 0 && <KeptPeople runId={run.id} />}
      <LastImports />
    </>
  )
}

function KeptPeople({ runId }: { runId: number }) {
  const t = useText()
  const found = useInfiniteQuery(importRowsQuery(runId, 'kept'))
  const columns: Column<ImportRow>[] = [
    {
      key: 'person',
      head: t('staff.import.person'),
      isTitle: true,
      renderCell: ({ personId, fields }) => (
        <Link to="/staff/people/$personId" params={{ personId: String(personId) }} dir="auto">
          {`${fields.firstName} ${fields.lastName}`.trim()}
        </Link>
      ),
    },
    { key: 'why', head: t('staff.import.why'), renderCell: ({ kept }) => kept && t(`staff.import.kept.${kept}`) },
  ]
  return (
    <QueryStates query={found}>
      {({ pages }) => (
        <Table
          label={t('staff.import.keptTitle')}
          columns={columns}
          rows={pages.flatMap(({ rows }) => rows)}
          rowKey={({ number }) => number}
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
  )
}
