import type { StaffRight, TeamMember } from '@saathi/contract/accounts/team-calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { close, plus } from '#core/ui/icons.ts'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { ConfirmFirst } from '../kit/confirm-first.tsx'
import kitCss from '../kit/kit.module.css'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { useConsole } from '../queries.ts'
import { GiveRightDialog } from './give-right.tsx'
import { InviteColleagueDialog } from './invite-colleague.tsx'
import css from './page.module.css'
import { useMakeRecoveryCodes } from '../entrance/queries.ts'
import { teamQuery, useEndRight } from './queries.ts'
import { Resets } from './resets.tsx'

/** The members of the team with their rights, programmes and end dates. */
export function TeamPage() {
  const t = useText()
  const team = useQuery(teamQuery)
  const [chosen, setChosen] = useState<TeamMember | null>(null)
  const [ending, setEnding] = useState<StaffRight | null>(null)
  const [isMaking, setMaking] = useState(false)
  const [isInviting, setInviting] = useState(false)
  const { actions } = useConsole()
  const rolesToGive = team.data?.rolesToGive ?? []
  return (
    <>
      <PageHead
        title={t('staff.team.title')}
        text={t('staff.team.text')}
        actions={
          <>
            <Button kind="line" onClick={() => setMaking(true)}>
              {t('staff.codes.new')}
            </Button>
            {actions.includes('staff.people') && rolesToGive.length > 0 && (
              <Button kind="primary" onClick={() => setInviting(true)}>
                <Icon of={plus} /> {t('staff.team.invite')}
              </Button>
            )}
          </>
        }
      />
      {actions.includes('staff.resets') && <Resets />}
      <QueryStates query={team}>
        {({ members }) => (
          <>
            <TeamTable members={members} onGive={setChosen} onEnd={setEnding} />
            {chosen && <GiveRightDialog member={chosen} roles={rolesToGive} onClose={() => setChosen(null)} />}
          </>
        )}
      </QueryStates>
      {isInviting && <InviteColleagueDialog roles={rolesToGive} onClose={() => setInviting(false)} />}
      {isMaking && <NewCodesDialog onClose={() => setMaking(false)} />}
      {ending && <EndRightDialog right={ending} onClose={() => setEnding(null)} />}
      <p className={css.rule}>{t('staff.team.rule')}</p>
    </>
  )
}

type TeamTableProps = {
  members: readonly TeamMember[]
  onGive: (member: TeamMember) => void
  onEnd: (right: StaffRight) => void
}

function TeamTable({ members, onGive, onEnd }: TeamTableProps) {
  const t = useText()
  const { id: ownId } = useProfile()
  const columns: Column<TeamMember>[] = [
    { key: 'person', head: t('staff.team.person'), isTitle: true, renderCell: (member) => <MemberName member={member} /> },
    { key: 'rights', head: t('staff.team.rights'), renderCell: ({ rights }) => <Rights rights={rights} onEnd={onEnd} /> },
    {
      key: 'give',
      head: <span className="sr">{t('staff.team.give')}</span>,
      // Nobody can give rights to themselves.
      renderCell: (member) =>
        member.personId !== ownId && (
          <Button size="sm" kind="line" onClick={() => onGive(member)}>
            {t('staff.team.give')}
          </Button>
        ),
    },
  ]
  return <Table label={t('staff.team.title')} columns={columns} rows={members} rowKey={({ personId }) => personId} />
}

function MemberName({ member: { name, email, picture, isDisabled, hasSignedUp, hasAuthenticator } }: { member: TeamMember }) {
  const t = useText()
  return (
    <span className={kitCss.person}>
      <Avatar name={name} picture={picture} size="sm" />
      <span>
        <b>{name}</b>
        <small>{email}</small>
        {isDisabled && <Chip tone="bad">{t('staff.team.disabled')}</Chip>}
        {!hasSignedUp && <Chip tone="warn">{t('staff.team.invited')}</Chip>}
        {hasSignedUp && !hasAuthenticator && <Chip tone="warn">{t('staff.team.noAuthenticator')}</Chip>}
      </span>
    </span>
  )
}

function Rights({ rights, onEnd }: { rights: readonly StaffRight[]; onEnd: (right: StaffRight) => void }) {
  const t = useText()
  if (rights.length === 0) return <span className={kitCss.sub}>{t('staff.team.none')}</span>
  return (
    <ul className={css.rights}>
      {rights.map((right) => (
        <li key={right.id}>
          <RightWords right={right} />
          <IconButton icon={close} label={t('staff.team.end')} onClick={() => onEnd(right)} />
        </li>
      ))}
    </ul>
  )
}

/** "Programme manager, Pragati, until 31 March 2027" and what the role means. */
function RightWords({ right: { role, projectId, until } }: { right: Pick<StaffRight, 'role' | 'projectId' | 'until'> }) {
  const t = useText()
  const language = useLanguage()
  const { programmes } = useConsole()
  const name = programmes.find(({ id }) => id === projectId)?.name ?? t('staff.team.everywhere')
  return (
    <span>
      {t(`profile.role.${role}`)}, {name}
      {until !== null && `, ${t('staff.team.until', { day: shortDay(until, language) })}`}
      <small className={kitCss.sub}>{t(`staff.role.${role}`)}</small>
    </span>
  )
}

function EndRightDialog({ right, onClose }: { right: StaffRight; onClose: () => void }) {
  const t = useText()
  const ending = useEndRight(onClose)
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={t('staff.team.endTitle')}
        text={t('staff.team.endText')}
        actions={
          <>
            <Button kind="line" onClick={onClose}>
              {t('staff.cancel')}
            </Button>
            <Button kind="danger" busy={ending.isPending} busyLabel={t('staff.busy')} onClick={() => ending.mutate(right.id)}>
              {t('staff.team.end')}
            </Button>
          </>
        }
      >
        <RightWords right={right} />
        <RefusalNote error={ending.error} />
      </Dialog>
      <ConfirmFirst action={ending} />
    </>
  )
}

function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const making = useMakeRecoveryCodes(onClose)
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={t('staff.codes.new')}
        text={t('staff.codes.newText')}
        actions={
          <>
            <Button kind="line" onClick={onClose}>
              {t('staff.cancel')}
            </Button>
            <Button kind="primary" busy={making.isPending} busyLabel={t('staff.busy')} onClick={() => making.mutate()}>
              {t('staff.codes.new')}
            </Button>
          </>
        }
      >
        <RefusalNote error={making.error} />
      </Dialog>
      <ConfirmFirst action={making} />
    </>
  )
}
