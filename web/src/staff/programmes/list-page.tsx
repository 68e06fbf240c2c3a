import type { ProgrammeRow } from '@saathi/contract/staff/programme-calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import companions from '#art/companions.svg'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { plus } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { NewProgrammeDialog } from './new-programme.tsx'
import css from './programmes.module.css'
import { programmesQuery } from './queries.ts'

/** The reader's programmes, with a button to create one. */
export function ProgrammesPage() {
  const t = useText()
  const programmes = useQuery(programmesQuery)
  const [isNew, setNew] = useState(false)
  const { programmes: all = [], mayCreate = false } = programmes.data ?? {}
  return (
    <>
      <PageHead
        title={t('staff.programmes.title')}
        text={t('staff.programmes.text')}
        actions={
          mayCreate && (
            <Button kind="primary" onClick={() => setNew(true)}>
              <Icon of={plus} /> {t('staff.programmes.new')}
            </Button>
          )
        }
      />
      <QueryStates query={programmes}>
        {({ programmes: rows }) =>
          rows.length === 0 ? <FirstProgramme mayCreate={mayCreate} /> : <ProgrammeTable rows={rows} />
        }
      </QueryStates>
      {isNew && <NewProgrammeDialog programmes={all} onClose={() => setNew(false)} />}
    </>
  )
}

/** Shown while there are no programmes. People who may create one also read that a programme folder can be loaded. */
function FirstProgramme({ mayCreate }: { mayCreate: boolean }) {
  const t = useText()
  return (
    <>
      <Empty
        drawing={companions}
        title={t('staff.programmes.none')}
        text={t(mayCreate ? 'staff.programmes.noneText' : 'staff.programmes.noneYours')}
      />
      {mayCreate && <Note title={t('staff.programmes.content')}>{t('staff.programme.fromFolder')}</Note>}
    </>
  )
}

function ProgrammeTable({ rows }: { rows: readonly ProgrammeRow[] }) {
  const t = useText()
  const columns: Column<ProgrammeRow>[] = [
    {
      key: 'name',
      head: t('staff.programmes.name'),
      isTitle: true,
      renderCell: ({ id, name, groupType }) => (
        <Link to="/staff/programmes/$programmeId" params={{ programmeId: String(id) }} className={css.name}>
          <b dir="auto">{name}</b>
          <small>{t(`staff.programmes.type.${groupType}`)}</small>
        </Link>
      ),
    },
    {
      key: 'state',
      head: t('staff.programmes.state'),
      renderCell: ({ isDisabled }) => (
        <Chip tone={isDisabled ? 'plain' : 'ok'}>{t(isDisabled ? 'staff.programmes.closed' : 'staff.programmes.open')}</Chip>
      ),
    },
    { key: 'cohort', head: t('staff.programmes.cohort'), renderCell: ({ cohort }) => cohort ?? '–' },
    { key: 'people', head: t('staff.programmes.people'), isNumber: true, renderCell: ({ people }) => people },
    { key: 'pairs', head: t('staff.programmes.mentorships'), isNumber: true, renderCell: ({ mentorships }) => mentorships },
  ]
  return <Table label={t('staff.programmes.title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}
