import type { CallReply } from '@saathi/contract/core/call'
import type { listNudgePlans } from '@saathi/contract/worklist/nudge-calls'
import type { NudgePlan } from '@saathi/contract/worklist/nudges'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { FilterSelect } from '../kit/filter-bar.tsx'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { useConsole } from '../queries.ts'
import { useLiveWork } from '../today/queries.ts'
import css from './nudges.module.css'
import { PlanDialog } from './plan-dialog.tsx'
import { plansQuery } from './queries.ts'

/** The plans for a programme's automatic messages. */
export function NudgePlansPage() {
  const t = useText()
  const { programmes } = useConsole()
  const [chosen, setChosen] = useState(programmes[0]?.id ?? 0)
  useLiveWork()
  return (
    <>
      <p>
        <Link to="/staff/today">{t('staff.rules.back')}</Link>
      </p>
      <PageHead
        title={t('staff.nudges.title')}
        text={t('staff.nudges.titleText')}
        actions={
          programmes.length > 1 && (
            <FilterSelect
              label={t('staff.people.programme')}
              value={String(chosen)}
              options={programmes.map(({ id, name }) => [String(id), name] as const)}
              onChange={(id) => setChosen(Number(id))}
            />
          )
        }
      />
      <div className={css.page}>
        {chosen === 0 ? (
          <Card>
            <p>{t('staff.home.noProgramme')}</p>
          </Card>
        ) : (
          <Plans key={chosen} programmeId={chosen} />
        )}
      </div>
    </>
  )
}

function Plans({ programmeId }: { programmeId: number }) {
  const found = useQuery(plansQuery(programmeId))
  const [changing, setChanging] = useState<NudgePlan | null>(null)
  return (
    <QueryStates query={found}>
      {({ plans, languages }: CallReply<typeof listNudgePlans>) => (
        <>
          <div className={css.plans}>
            {plans.map((plan) => (
              <Plan key={plan.trigger} plan={plan} onChange={() => setChanging(plan)} />
            ))}
          </div>
          {changing && (
            <PlanDialog
              // A refusal refetches the plan: the new key then shows the newest version.
              key={changing.version}
              programmeId={programmeId}
              plan={changing}
              languages={languages}
              onClose={() => setChanging(null)}
            />
          )}
        </>
      )}
    </QueryStates>
  )
}

function Plan({ plan, onChange }: { plan: NudgePlan; onChange: () => void }) {
  const t = useText()
  const language = useLanguage()
  const { trigger, isOn, afterDays, againDays, times, planned, sentLastWeek, changedAt, changedBy, texts, usualTexts } = plan
  const shown =
    texts.find((each) => each.language === language) ?? usualTexts.find((each) => each.language === language) ?? usualTexts[0]
  const name = t(`staff.nudges.plan.${trigger}`)
  return (
    <Card>
      <article className={css.plan} aria-label={name}>
        <div className={css.head}>
          <h2>{name}</h2>
          <Chip tone={isOn ? 'ok' : 'plain'}>{t(isOn ? 'staff.nudges.isOn' : 'staff.nudges.isOff')}</Chip>
        </div>
        <p>{t(`staff.nudges.rule.${trigger}`, { days: afterDays })}</p>
        {againDays !== null && <p className={css.meta}>{t('staff.nudges.repeats', { days: againDays, times })}</p>}
        {shown && (
          <p className={css.message} dir="auto">
            <b>{shown.title}</b>
            <span>{shown.text}</span>
          </p>
        )}
        <p className={css.meta}>{t('staff.nudges.counts', { planned, sent: sentLastWeek })}</p>
        <p className={css.meta}>
          {changedAt
            ? t('staff.rules.changedBy', { name: changedBy ?? t('staff.pair.someone'), day: shortDay(changedAt, language) })
            : t('staff.nudges.never')}
        </p>
        <p>
          <Button kind="line" size="sm" aria-label={`${t('staff.rules.change')}: ${name}`} onClick={onChange}>
            {t('staff.rules.change')}
          </Button>
        </p>
      </article>
    </Card>
  )
}
