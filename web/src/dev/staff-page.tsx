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
import { useSignInAsStaff } from './staff-queries.ts'

/** Buttons for the real staff calls, until staff have their own screens. */
export function StaffPage() {
  const t = useText()
  const signingIn = useSignInAsStaff()
  const isSignedIn = useSession() === 'signedIn' && signingIn.isSuccess
  return (
    <DevFrame title={t('dev.staff')} sub={t('dev.staff.sub')}>
      <Card className={css.card}>
        <StaffOutcome action={signingIn} done={t('dev.staff.entered')} />
        {!isSignedIn && (
          <>
            <p>{t('dev.staff.enterFirst')}</p>
            <Button
              kind="primary"
              busy={signingIn.isPending}
              busyLabel={t('dev.accounts.busy')}
              onClick={() => signingIn.mutate()}
            >
              {t('dev.staff.enter')}
            </Button>
          </>
        )}
      </Card>
      {isSignedIn && (
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
