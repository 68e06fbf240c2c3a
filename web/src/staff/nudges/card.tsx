import { NUDGE_HOUR } from '@saathi/contract/worklist/nudges'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { buttonClass } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { useNow } from '#core/use-now.ts'
import { dayAfter } from '../today/days.ts'
import todayCss from '../today/today.module.css'
import { nudgesQuery } from './queries.ts'

/** On the Today page: counts of automatic messages, with a link to the recipients. */
export function NudgesCard({ canPlan }: { canPlan: boolean }) {
  const t = useText()
  const today = dayAfter(useNow(), 0)
  const found = useQuery(nudgesQuery())
  const plans = found.data?.byPlan ?? []
  return (
    <Card>
      <h2 className={todayCss.sideHead}>{t('staff.nudges.card')}</h2>
      {found.isError && <p className={todayCss.meta}>{t('staff.failed.title')}</p>}
      {found.data && plans.length === 0 && <p className={todayCss.meta}>{t('staff.nudges.cardNone')}</p>}
      {plans.map(({ programmeId, programme, trigger, on, count }) => (
        <p key={`${programmeId} ${trigger} ${on}`} className={todayCss.meta}>
          {t('staff.nudges.cardText', {
            isToday: on <= today ? 'yes' : 'no',
            hour: NUDGE_HOUR,
            count,
            plan: t(`staff.nudges.plan.${trigger}`),
            programme,
          })}
        </p>
      ))}
      {plans.length > 0 && <p className={todayCss.meta}>{t('staff.nudges.promise')}</p>}
      <p className={todayCss.acts}>
        {plans.length > 0 && (
          <Link to="/staff/today/tomorrow" className={buttonClass({ kind: 'line', size: 'sm' })}>
            {t('staff.nudges.who')}
          </Link>
        )}
        {canPlan && (
          <Link to="/staff/today/nudges" className={buttonClass({ kind: 'quiet', size: 'sm' })}>
            {t('staff.nudges.link')}
          </Link>
        )}
      </p>
    </Card>
  )
}
