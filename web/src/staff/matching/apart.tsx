import type { ApartPair } from '@saathi/contract/matching/staff-calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { Pager } from './pager.tsx'
import { apartQuery, useAllowTogether } from './queries.ts'

type ApartProps = { project: string | undefined; page: number; onPage: (changes: { page: string }) => void }

/** Pairs kept apart, with the reason and a button to allow them again. */
export function Apart({ project, page, onPage }: ApartProps) {
  const t = useText()
  const language = useLanguage()
  const pairs = useQuery(apartQuery({ ...(project && { project }), page }))
  const [undoing, setUndoing] = useState<ApartPair | null>(null)
  const columns: Column<ApartPair>[] = [
    {
      key: 'pair',
      head: t('staff.matching.apartPair'),
      isTitle: true,
      renderCell: ({ menteeName, mentorName }) => (
        <b dir="auto">{t('staff.matching.apartNames', { mentee: menteeName, mentor: mentorName })}</b>
      ),
    },
    { key: 'reason', head: t('staff.reason.label'), renderCell: ({ reason }) => <span dir="auto">{reason}</span> },
    {
      key: 'by',
      head: t('staff.matching.apartBy'),
      renderCell: ({ madeBy, createdAt }) =>
        madeBy === null
          ? shortDay(createdAt, language)
          : t('staff.matching.apartByOn', { name: madeBy, day: shortDay(createdAt, language) }),
    },
    {
      key: 'undo',
      head: <span className="sr">{t('staff.matching.together')}</span>,
      renderCell: (pair) => (
        <Button size="sm" kind="line" onClick={() => setUndoing(pair)}>
          {t('staff.matching.together')}{' '}
          <span className="sr">{t('staff.matching.apartNames', { mentee: pair.menteeName, mentor: pair.mentorName })}</span>
        </Button>
      ),
    },
  ]
  return (
    <>
      <QueryStates query={pairs}>
        {({ pairs: rows, hasNextPage }) =>
          rows.length === 0 ? (
            <Empty title={t('staff.matching.noApart')} text={t('staff.matching.noApartText')} />
          ) : (
            <>
              <Table
                label={t('staff.matching.tab.apart')}
                columns={columns}
                rows={rows}
                rowKey={({ mentor, mentee }) => `${mentor} ${mentee}`}
              />
              <Pager page={page} hasNextPage={hasNextPage} onPage={onPage} />
            </>
          )
        }
      </QueryStates>
      {undoing && <TogetherDialog pair={undoing} onClose={() => setUndoing(null)} />}
    </>
  )
}

function TogetherDialog({ pair: { mentor, mentorName, mentee, menteeName }, onClose }: { pair: ApartPair; onClose: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const allowing = useAllowTogether(() => {
    onClose()
    showToast({ text: t('staff.matching.togetherDone') })
  })
  return (
    <FormDialog
      action={allowing}
      title={t('staff.matching.togetherTitle', { mentee: menteeName, mentor: mentorName })}
      text={t('staff.matching.togetherText')}
      button={t('staff.matching.together')}
      onClose={onClose}
      onSubmit={() => allowing.mutate({ mentor, mentee, reason })}
    >
      <ReasonField value={reason} onChange={setReason} help={t('staff.matching.reasonHelp')} />
    </FormDialog>
  )
}
