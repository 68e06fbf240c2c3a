import type { PersonRow, Stage } from '@saathi/contract/staff/people-calls'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Chip, type ChipTone } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { upload } from '#core/ui/further-icons.ts'
import { plus } from '#core/ui/icons.ts'
import { BulkBar, type Choice, nobody } from '../bulk/bar.tsx'
import kitCss from '../kit/kit.module.css'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { useConsole } from '../queries.ts'
import { AddPersonDialog } from './add-person.tsx'
import { ChoosePage, ChoosePerson, isChosen } from './choose.tsx'
import css from './people.module.css'
import { type Filters, peopleQuery } from './queries.ts'
import { FilterBar, toQuery } from './filter-bar.tsx'
import { queryOf, Views } from './views.tsx'

/** Everyone the reader may see. Search, filters, order and page are in the address. */
export function PeopleListPage() {
  const t = useText()
  const filters: Filters = useSearch({ strict: false })
  const { actions, programmes } = useConsole()
  const people = useQuery(peopleQuery(toQuery(filters)))
  const [isAdding, setAdding] = useState(false)
  const canChange = actions.includes('staff.people')
  // A new filter clears the selection: otherwise people who are no longer listed would stay selected.
  const [chosen, setChosen] = useState({ under: '', choice: nobody })
  const under = queryOf(filters)
  const choice = chosen.under === under ? chosen.choice : nobody
  const setChoice = (next: Choice) => setChosen({ under, choice: next })
  const { sort: _sort, after: _after, ...filter } = toQuery(filters)
  return (
    <>
      <PageHead
        title={t('staff.people.title')}
        text={t('staff.people.text', { names: programmes.map(({ name }) => name).join(', ') })}
        actions={
          canChange && (
            <>
              <ButtonLink kind="line" render={<Link to="/staff/bulk" />}>
                {t('staff.bulk.title')}
              </ButtonLink>
              <ButtonLink kind="line" render={<Link to="/staff/people/import" />}>
                <Icon of={upload} /> {t('staff.people.import')}
              </ButtonLink>
              <Button kind="primary" onClick={() => setAdding(true)}>
                <Icon of={plus} /> {t('staff.people.add')}
              </Button>
            </>
          )
        }
      />
      <Views filters={filters} />
      <FilterBar filters={filters} />
      <QueryStates query={people}>
        {({ people: rows, total, next, readAt }) =>
          rows.length === 0 ? (
            <Empty title={t('staff.people.none')} text={t('staff.people.noneText')} />
          ) : (
            <>
              <PeopleTable
                rows={rows}
                total={total}
                next={next}
                filters={filters}
                {...(canChange && { choice, onChoose: setChoice })}
              />
              {choice.ids.size > 0 && (
                <BulkBar
                  choice={choice}
                  found={{ total, readAt }}
                  filter={filter}
                  pageIds={rows.map(({ id }) => id)}
                  onChoose={setChoice}
                />
              )}
            </>
          )
        }
      </QueryStates>
      {isAdding && <AddPersonDialog onClose={() => setAdding(false)} />}
    </>
  )
}

const stageTones: Readonly<Record<Stage, ChipTone>> = {
  blocked: 'bad',
  invited: 'plain',
  in_pair: 'ok',
  in_group: 'ok',
  needs_approval: 'warn',
  waits_for_match: 'warn',
  preparing: 'info',
  staff: 'plain',
}

export function StageChip({ stage }: { stage: Stage }) {
  const t = useText()
  return (
    <Chip tone={stageTones[stage]} className={css.stage}>
      {t(`staff.stage.${stage}`)}
    </Chip>
  )
}

const PAGE_SIZE = 50
type PeopleTableProps = {
  rows: readonly PersonRow[]
  total: number
  next: string | null
  filters: Filters
  choice?: Choice
  /** Only for those who may act on people. */
  onChoose?: (choice: Choice) => void
}

function PeopleTable({ rows, total, next, filters, choice = nobody, onChoose }: PeopleTableProps) {
  const t = useText()
  const language = useLanguage()
  const { after: _after, page: shownPage, ...rest } = filters
  const page = Math.max(1, Number(shownPage) || 1)
  const first = (page - 1) * PAGE_SIZE + 1
  const columns: Column<PersonRow>[] = [
    {
      key: 'person',
      head: onChoose ? <ChoosePage rows={rows} choice={choice} onChoose={onChoose} /> : t('staff.people.person'),
      isTitle: true,
      renderCell: (row) => (
        <span className={css.row}>
          {onChoose && <ChoosePerson row={row} choice={choice} onChoose={onChoose} />}
          <PersonName row={row} />
        </span>
      ),
    },
    {
      key: 'programme',
      head: t('staff.people.programme'),
      renderCell: ({ programme }) => programme ?? t('staff.people.noProgramme'),
    },
    { key: 'stage', head: t('staff.people.stage'), renderCell: ({ stage }) => <StageChip stage={stage} /> },
    {
      key: 'partner',
      head: t('staff.people.partner'),
      renderCell: ({ partners, waitsSince }) =>
        waitsSince ? t('staff.people.since', { day: shortDay(waitsSince, language) }) : <Names names={partners} />,
    },
    {
      key: 'seen',
      head: t('staff.people.seen'),
      renderCell: ({ lastSeenAt }) => (
        <span className={css.day}>{lastSeenAt ? shortDay(lastSeenAt, language) : t('staff.people.never')}</span>
      ),
    },
  ]
  return (
    <Table
      label={t('staff.people.title')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      isSelected={({ id }) => isChosen(choice, id)}
      foot={
        <>
          <span>{t('staff.people.shown', { first, last: first + rows.length - 1, total })}</span>
          <span className={css.pager}>
            {page > 1 && (
              <Link to="/staff/people" search={rest} className={css.pageLink}>
                {t('staff.people.firstPage')}
              </Link>
            )}
            {next !== null && (
              <Link to="/staff/people" search={{ ...rest, after: next, page: String(page + 1) }} className={css.pageLink}>
                {t('staff.next')}
              </Link>
            )}
          </span>
        </>
      }
    />
  )
}

/** Each isolated: a name in a right-to-left script must not reorder the others. */
function Names({ names }: { names: readonly string[] }) {
  return (
    <span>
      {names.map((name, place) => (
        <Fragment key={`${place} ${name}`}>
          {place > 0 && ', '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
    </span>
  )
}

function PersonName({ row: { id, name, picture, role } }: { row: PersonRow }) {
  const t = useText()
  return (
    <Link to="/staff/people/$personId" params={{ personId: String(id) }} className={css.name}>
      <span className={kitCss.person}>
        <Avatar name={name} picture={picture} size="sm" />
        <span>
          <b dir="auto">{name}</b>
          <small>{t(`profile.role.${role}`)}</small>
        </span>
      </span>
    </Link>
  )
}
