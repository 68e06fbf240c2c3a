import { useText } from '#core/i18n/texts.tsx'
import { useSession } from '#core/session.ts'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { DevFrame } from './dev-frame.tsx'
import { StaffAdd } from './staff-add.tsx'
import { StaffChat } from './staff-chat.tsx'
import { StaffHelp } from './staff-help.tsx'
import { StaffMaintenance } from './staff-maintenance.tsx'
import { StaffMentorships } from './staff-mentorships.tsx'
import { StaffOutcome } from './staff-outcome.tsx'
import css from './staff-page.module.css'
import { StaffPeople } from './staff-people.tsx'
import { useEnterAsStaff } from './staff-queries.ts'

/** The real staff calls, with buttons, until staff have screens of their own. */
export function StaffPage() {
  const t = useText()
  const entering = useEnterAsStaff()
  const isIn = useSession() === 'signedIn' && entering.isSuccess
  return (
    <DevFrame title={t('dev.staff')} sub={t('dev.staff.sub')}>
      <Card className={css.card}>
        <StaffOutcome action={entering} done={t('dev.staff.entered')} />
        {!isIn && (
          <>
            <p>{t('dev.staff.enterFirst')}</p>
            <Button kind="primary" busy={entering.isPending} busyLabel={t('dev.accounts.busy')} onClick={() => entering.mutate()}>
              {t('dev.staff.enter')}
            </Button>
          </>
        )}
      </Card>
      {isIn && (
        <>
          <StaffMaintenance />
          <StaffHelp />
          <StaffMentorships />
          <StaffChat />
          <StaffPeople />
          <StaffAdd />
        </>
      )}
    </DevFrame>
  )
}
