import { UserType } from '@saathi/contract/accounts/entities'
import { isMentor } from '@saathi/contract/accounts/roles'
import { useId } from 'react'
import * as z from 'zod/mini'
import companions from '#art/companions.svg'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { OptionGroup } from '#core/ui/option.tsx'
import css from './auth-frame.module.css'
import { StepCard } from './auth-frame.tsx'
import own from './who-step.module.css'

type WhoStepProps = { userType: UserType | null; onChoose: (userType: UserType) => void; onContinue: () => void }

export function WhoStep({ userType, onChoose, onContinue }: WhoStepProps) {
  const t = useText()
  const reasonId = useId()
  const options = UserType.options.map((value) => ({
    value,
    label: (
      <span className={own.choice}>
        <b>{t(isMentor(value) ? 'signUp.mentor' : 'signUp.mentee')}</b>
        <span>{t(isMentor(value) ? 'signUp.mentorText' : 'signUp.menteeText')}</span>
      </span>
    ),
  }))
  return (
    <StepCard
      title={t('signUp.who')}
      lead={t('signUp.whoLead')}
      drawing={companions}
      onSubmit={() => userType !== null && onContinue()}
      action={
        <>
          {userType === null && (
            <p className={css.reason} id={reasonId}>
              {t('signUp.whoReason')}
            </p>
          )}
          <Button kind="primary" size="lg" block type="submit" disabled={userType === null} reasonId={reasonId}>
            {t('wayIn.continue')}
          </Button>
        </>
      }
    >
      <OptionGroup
        className={own.choices}
        legend={t('signUp.who')}
        legendHidden
        options={options}
        value={userType}
        onChoose={(value) => onChoose(z.parse(UserType, value))}
      />
    </StepCard>
  )
}
