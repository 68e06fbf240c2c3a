import type { Programme } from '@saathi/contract/staff/programme-calls'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Tabs } from '#core/ui/tabs.tsx'
import kitCss from '../kit/kit.module.css'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { Basics } from './basics.tsx'
import { Cohorts } from './cohorts.tsx'
import { Codes } from './codes.tsx'
import { Curriculum } from './curriculum.tsx'
import { NewProgrammeDialog } from './new-programme.tsx'
import { Plan } from './plan.tsx'
import css from './programmes.module.css'
import { programmeQuery, programmesQuery } from './queries.ts'

const tabNames = ['basics', 'cohorts', 'curriculum', 'matching', 'team'] as const
type TabName = (typeof tabNames)[number]
const panelId = 'programme-part'

/** Everything that can be set for a programme. The open part is in the address. */
export function ProgrammePage() {
  const { programmeId = '' } = useParams({ strict: false })
  const programme = useQuery(programmeQuery(Number(programmeId)))
  return (
    <QueryStates query={programme}>
      {(data) => <Settings key={data.id} programme={data} onRefetch={() => programme.refetch()} />}
    </QueryStates>
  )
}

function Settings({ programme, onRefetch }: { programme: Programme; onRefetch: () => Promise<unknown> }) {
  const t = useText()
  const navigate = useNavigate()
  const search: { part?: string } = useSearch({ strict: false })
  const part: TabName = tabNames.find((name) => name === search.part) ?? 'basics'
  const programmes = useQuery(programmesQuery).data
  const [isCopying, setCopying] = useState(false)
  const { id, name, groupType, isDisabled, counts } = programme
  return (
    <>
      <PageHead
        title={name}
        text={
          <>
            {t(`staff.programmes.type.${groupType}`)} · {t('staff.programme.people', { count: counts.people })} ·{' '}
            {t('staff.programme.running', { count: counts.running })}{' '}
            <Chip tone={isDisabled ? 'plain' : 'ok'}>{t(isDisabled ? 'staff.programmes.closed' : 'staff.programmes.open')}</Chip>
          </>
        }
        actions={
          programmes?.mayCreate && (
            <Button kind="line" onClick={() => setCopying(true)}>
              {t('staff.programme.copy')}
            </Button>
          )
        }
      />
      <Tabs
        label={name}
        tabs={tabNames.map((value) => ({ value, label: t(`staff.programme.${value}`), id: `programme-${value}` }))}
        value={part}
        panelId={panelId}
        onChange={(value) =>
          void navigate({
            to: '/staff/programmes/$programmeId',
            params: { programmeId: String(id) },
            search: value === 'basics' ? {} : { part: value },
            replace: true,
          })
        }
      />
      <div id={panelId} role="tabpanel" aria-labelledby={`programme-${part}`} className={css.panel}>
        {tabNames.map((tab) => (
          // Hidden parts stay, so that nothing typed in one is lost while another is open.
          <div key={tab} hidden={tab !== part} className={css.part}>
            <Reloadable onRefetch={onRefetch}>{(onReload) => renderPart(tab, programme, onReload)}</Reloadable>
          </div>
        ))}
      </div>
      {isCopying && programmes && (
        <NewProgrammeDialog programmes={programmes.programmes} copyOf={id} onClose={() => setCopying(false)} />
      )}
    </>
  )
}

function renderPart(tab: TabName, programme: Programme, onReload: () => void): ReactNode {
  if (tab === 'cohorts') return <Cohorts programme={programme} />
  if (tab === 'curriculum') return <Curriculum programme={programme} onReload={onReload} />
  if (tab === 'matching') return <Plan programme={programme} onReload={onReload} />
  if (tab === 'team') return <Team team={programme.team} />
  return (
    <>
      <Basics programme={programme} onReload={onReload} />
      <Codes programme={programme} />
    </>
  )
}

type ReloadableProps = { onRefetch: () => Promise<unknown>; children: (onReload: () => void) => ReactNode }

/** Remounts its form with the stored data. */
function Reloadable({ onRefetch, children }: ReloadableProps) {
  const [round, setRound] = useState(0)
  const reload = () => void onRefetch().then(() => setRound((last) => last + 1))
  return <Fragment key={round}>{children(reload)}</Fragment>
}

type TeamRow = Programme['team'][number]

function Team({ team }: { team: Programme['team'] }) {
  const t = useText()
  const language = useLanguage()
  const columns: Column<TeamRow>[] = [
    { key: 'person', head: t('staff.team.person'), isTitle: true, renderCell: ({ name }) => <b dir="auto">{name}</b> },
    {
      key: 'role',
      head: t('staff.team.role'),
      renderCell: ({ role, isEverywhere }) => (
        <span>
          {t(`profile.role.${role}`)}
          {isEverywhere && `, ${t('staff.team.everywhere')}`}
          <small className={kitCss.sub}>{t(`staff.role.${role}`)}</small>
        </span>
      ),
    },
    {
      key: 'until',
      head: t('staff.team.lastDay'),
      renderCell: ({ until }) => (until === null ? t('staff.programme.noEnd') : shortDay(until, language)),
    },
  ]
  return (
    <>
      <Table
        label={t('staff.programme.team')}
        columns={columns}
        rows={team}
        rowKey={({ personId, role, isEverywhere }) => `${personId} ${role} ${isEverywhere}`}
      />
      <p className={css.hint}>
        {t('staff.team.rule')} <Link to="/staff/team">{t('staff.programme.toTeam')}</Link>
      </p>
    </>
  )
}
