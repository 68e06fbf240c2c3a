import { useText } from '#core/i18n/texts.tsx'
import { useUnderMaintenance } from '#core/system-status.ts'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { StaffOutcome } from './staff-outcome.tsx'
import css from './staff-page.module.css'
import { useSetMaintenance } from './staff-queries.ts'

export function StaffMaintenance() {
  const t = useText()
  const isClosed = useUnderMaintenance()
  const setting = useSetMaintenance()
  return (
    <Card className={css.card} aria-labelledby="staff-maintenance">
      <h2 id="staff-maintenance">{t('dev.staff.maintenance')}</h2>
      <p>{t(isClosed ? 'dev.staff.closed' : 'dev.staff.open')}</p>
      <Button
        kind={isClosed ? 'primary' : 'danger'}
        busy={setting.isPending}
        busyLabel={t('dev.staff.busy')}
        onClick={() => setting.mutate(!isClosed)}
      >
        {t(isClosed ? 'dev.staff.reopen' : 'dev.staff.close')}
      </Button>
      <StaffOutcome action={setting} done={t('dev.staff.told')} />
    </Card>
  )
}
