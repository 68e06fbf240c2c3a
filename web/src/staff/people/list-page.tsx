import { Role } from '@saathi/contract/accounts/roles'
import { type PersonRow, PersonSort, Stage } from '@saathi/contract/staff/people-calls'
import type { TextKey } from '@saathi/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { createTimer } from '#core/store.ts'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Chip, type ChipTone } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { plus, search as searchIcon, upload } from '#core/ui/icons.ts'
import { BulkBar, type Choice, nobody } from '../bulk/bar.tsx'
import kitCss from '../kit/kit.module.css'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { useConsole } from '../queries.ts'
import { AddPersonDialog } from './add-person.tsx'
import { ChoosePage, ChoosePerson, isChosen } from './choose.tsx'
import css from './people.module.css'
import { type Filters, peopleQuery, type PeopleSearch } from './queries.ts'
import { queryOf, Views } from './views.tsx'

/** Everyone the reader may see. Search, filters, order and page are in the address. */
export function PeopleListPage() {
  const t = useText()
  const filters: Filters = useSearch({ strict: false })
  const { actions, programmes } = useConsole()
  const people = useQuery(peopleQuery(toQuery(filters)))
  const [isAdding, setAdding] = useState(false)
  const canChange = actions.includes('staff.people')
  // Other filters are other people: nobody of the former list stays chosen unseen.
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

function toQuery({ search, role, programme, stage, mail, sort, after }: Filters): PeopleSearch {
  return {
    ...(search && { search }),
    ...(Role.safeParse(role).success && { role: Role.parse(role) }),
    ...(programme && /^\d+$/.test(programme) && { programme }),
    ...(Stage.safeParse(stage).success && { stage: Stage.parse(stage) }),
    ...(mail === 'refused' && { mail }),
    ...(PersonSort.safeParse(sort).success && { sort: PersonSort.parse(sort) }),
    ...(after && { after }),
  }
}

const TYPING_MS = 250
const roles = ['Mentee', 'Mentor', 'GroupMentee', 'GroupMentor'] as const

function FilterBar({ filters }: { filters: Filters }) {
  const t = useText()
  const navigate = useNavigate()
  const { programmes } = useConsole()
  const { search = '' } = filters
  const [typed, setTyped] = useState(search)
  const [known, setKnown] = useState(search)
  const [typing] = useState(createTimer)
  // Updates the field when a view or the back button changes the address.
  if (search !== known) {
    setKnown(search)
    if (typed.trim() !== search) setTyped(search)
  }
  // A new filter starts at the first page.
  const change = (changes: Filters) => {
    const { after: _after, page: _page, ...rest } = { ...filters, ...changes }
    const kept = Object.fromEntries(Object.entries(rest).filter(([, value]) => value))
    void navigate({ to: '/staff/people', search: kept, replace: true })
  }
  function handleTyping(text: string) {
    setTyped(text)
    typing.restart(() => change({ search: text.trim() }), TYPING_MS)
  }
  const select = (
    name: 'role' | 'programme' | 'stage' | 'mail' | 'sort',
    label: TextKey,
    options: readonly (readonly [string, string])[],
  ) => (
    <Field label={t(label)} labelHidden>
      <Select value={filters[name] ?? ''} onChange={({ target }) => change({ [name]: target.value })}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  )
  return (
    <div className={css.toolbar} role="search">
      <Field label={t('staff.people.search')} labelHidden className={css.search}>
        <TextInput
          type="search"
          icon={searchIcon}
          value={typed}
          maxLength={100}
          placeholder={t('staff.people.searchHint')}
          onChange={({ target }) => handleTyping(target.value)}
        />
      </Field>
      {select('role', 'staff.people.role', [
        ['', t('staff.people.anyRole')],
        ...roles.map((role) => [role, t(`profile.role.${role}`)] as const),
      ])}
      {select('programme', 'staff.people.programme', [
        ['', t('staff.people.anyProgramme')],
        ...programmes.map(({ id, name }) => [String(id), name] as const),
      ])}
      {select('stage', 'staff.people.stage', [
        ['', t('staff.people.anyStage')],
        ...Stage.options.map((stage) => [stage, t(`staff.stage.${stage}`)] as const),
      ])}
      {select('mail', 'staff.people.mail', [
        ['', t('staff.people.anyMail')],
        ['refused', t('staff.people.mailRefused')],
      ])}
      {select(
        'sort',
        'staff.people.sort',
        PersonSort.options.map((sort) => [sort === 'name' ? '' : sort, t(`staff.people.sort.${sort}`)] as const),
      )}
    </div>
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
