import type { StalledGroup } from '@saathi/contract/matching/staff-calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog } from '../kit/form-dialog.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import css from './matching.module.css'
import { Pager } from './pager.tsx'
import { groupsQuery, useSettleGroup } from './queries.ts'

type GroupsProps = { project: string | undefined; page: number; onPage: (changes: { page: string }) => void }

/** Groups that are forming. Those whose day has passed without enough people wait for a decision and come first. */
export function Groups({ project, page, onPage }: GroupsProps) {
  const t = useText()
  const groups = useQuery(groupsQuery({ ...(project && { project }), page }))
  return (
    <QueryStates query={groups}>
      {({ groups: rows, hasNextPage }) =>
        rows.length === 0 ? (
          <Empty title={t('staff.matching.noGroups')} text={t('staff.matching.noGroupsText')} />
        ) : (
          <>
            <ul className={css.groups}>
              {rows.map((group) => (
                <Group key={group.id} group={group} />
              ))}
            </ul>
            <Pager page={page} hasNextPage={hasNextPage} onPage={onPage} />
          </>
        )
      }
    </QueryStates>
  )
}

const decisions = ['start', 'wait', 'dissolve'] as const
type Decision = (typeof decisions)[number]

function Group({ group }: { group: StalledGroup }) {
  const t = useText()
  const language = useLanguage()
  const [decision, setDecision] = useState<Decision | null>(null)
  const { mentor, mentorName, mentees, groupSize, programme, startsAt, isStalled } = group
  const day = shortDay(startsAt, language)
  return (
    <Card as="li" className={css.group}>
      <div className={css.head}>
        <h2>
          <Link to="/staff/people/$personId" params={{ personId: String(mentor) }} className={css.name}>
            {t('staff.matching.groupOf', { name: mentorName })}
          </Link>
        </h2>
        <Chip tone={isStalled ? 'warn' : 'info'}>
          {t(isStalled ? 'staff.matching.wasToStart' : 'staff.matching.starts', { day })}
        </Chip>
      </div>
      <p className={css.hint}>
        {programme} · {t('staff.matching.placesTaken', { taken: mentees.length, size: groupSize })}
      </p>
      <p dir="auto">{mentees.map(({ name }) => name).join(', ') || t('staff.matching.nobodyYet')}</p>
      <div className={css.acts}>
        {decisions.map((what) => (
          <Button key={what} size="sm" kind={what === 'start' ? 'soft' : 'line'} onClick={() => setDecision(what)}>
            {t(`staff.matching.settle.${what}`)}
            <span className="sr">: {mentorName}</span>
          </Button>
        ))}
      </div>
      {decision && <SettleDialog group={group} decision={decision} onClose={() => setDecision(null)} />}
    </Card>
  )
}

type SettleDialogProps = { group: StalledGroup; decision: Decision; onClose: () => void }

function SettleDialog({ group: { id, mentorName }, decision, onClose }: SettleDialogProps) {
  const t = useText()
  const settling = useSettleGroup(id, () => {
    onClose()
    showToast({ text: t(`staff.matching.settled.${decision}`) })
  })
  return (
    <FormDialog
      action={settling}
      title={t('staff.matching.groupOf', { name: mentorName })}
      text={t(`staff.matching.settleText.${decision}`)}
      button={t(`staff.matching.settle.${decision}`)}
      isDanger={decision === 'dissolve'}
      onClose={onClose}
      onSubmit={() => settling.mutate(decision)}
    />
  )
}
