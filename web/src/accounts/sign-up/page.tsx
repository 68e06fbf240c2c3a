import { UserType } from '@saathi/contract/accounts/entities'
import { isMentor } from '@saathi/contract/accounts/roles'
import { useQuery } from '@tanstack/react-query'
import { useState, useId } from 'react'
import * as z from 'zod/mini'
import companions from '#art/companions.svg'
import { useText, useLanguage } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Checkbox } from '#core/ui/form/checkbox.tsx'
import { OptionGroup } from '#core/ui/form/option.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import css from '../auth-frame.module.css'
import { AuthFrame, StepCard, useSteps } from '../auth-frame.tsx'
import declarationStepCss from './declaration-step.module.css'
import { DetailsStep } from './details-step.tsx'
import { RetryNote } from './refusal.tsx'
import { setSignUpDraft, signUpDraft, signUpPass, type SignUpDraft, type SignUpPass } from './pass.ts'
import { declarationQuery } from './queries.ts'
import own from './who-step.module.css'

/** The guard redirects visitors without a pass; while it does, there is nothing to show. */
export function SignUpPage() {
  const pass = signUpPass()
  return pass && <SignUpSteps pass={pass} />
}

function SignUpSteps({ pass }: { pass: SignUpPass }) {
  const t = useText()
  const leavesTo = pass.provider === 'google' ? '/signin' : '/emailverify?step=password'
  const { step, place, goTo, goBack } = useSteps('/signup', ['who', 'declaration', 'details'], leavesTo)
  const [draft, setDraft] = useState(signUpDraft)
  const { userType } = draft

  function handleChange(part: Partial<SignUpDraft>) {
    const next = { ...signUpDraft(), ...part }
    setSignUpDraft(next)
    setDraft(next)
  }

  const labels = [t('signUp.bead.who'), t('signUp.bead.declaration'), t('signUp.bead.details')]
  return (
    <AuthFrame documentTitle={t('signUp.documentTitle')} onBack={goBack} progress={{ labels, place }}>
      {step === 'who' || userType === null ? (
        <WhoStep
          userType={userType}
          onChoose={(chosen) => handleChange({ userType: chosen })}
          onContinue={() => void goTo('declaration')}
        />
      ) : step === 'declaration' ? (
        <DeclarationStep
          userType={userType}
          isAccepted={draft.accepted === userType}
          onAccept={(isAccepted) => handleChange({ accepted: isAccepted ? userType : null })}
          onContinue={() => void goTo('details')}
        />
      ) : (
        <DetailsStep pass={pass} userType={userType} draft={draft} onChange={handleChange} />
      )}
    </AuthFrame>
  )
}

type WhoStepProps = { userType: UserType | null; onChoose: (userType: UserType) => void; onContinue: () => void }

function WhoStep({ userType, onChoose, onContinue }: WhoStepProps) {
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

type DeclarationStepProps = {
  userType: UserType
  isAccepted: boolean
  onAccept: (isAccepted: boolean) => void
  onContinue: () => void
}

function DeclarationStep({ userType, isAccepted, onAccept, onContinue }: DeclarationStepProps) {
  const t = useText()
  const language = useLanguage()
  const { data, isError, isFetching, refetch } = useQuery(declarationQuery(userType, language))
  const reasonId = useId()
  // Nobody can agree to a text that did not load.
  const isReady = data !== undefined && isAccepted
  return (
    <StepCard
      title={t('signUp.declaration')}
      lead={t(isMentor(userType) ? 'signUp.declarationMentor' : 'signUp.declarationMentee')}
      onSubmit={() => isReady && onContinue()}
      action={
        <>
          {!isReady && (
            <p className={css.reason} id={reasonId}>
              {t('signUp.acceptReason')}
            </p>
          )}
          <Button kind="primary" size="lg" block type="submit" disabled={!isReady} reasonId={reasonId}>
            {t('wayIn.continue')}
          </Button>
        </>
      }
    >
      {data ? (
        <>
          <div className={declarationStepCss.text}>
            {data.declaration.split(/\n\s*\n/).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <Checkbox name="accept" checked={isAccepted} onChange={(event) => onAccept(event.target.checked)}>
            {t('signUp.accept')}
          </Checkbox>
        </>
      ) : isError ? (
        <RetryNote text={t('signUp.declarationFailed')} isLoading={isFetching} onLoad={() => void refetch()} />
      ) : (
        <SkeletonGroup className={declarationStepCss.text} label={t('signUp.declarationLoading')}>
          <Skeleton width="92%" />
          <Skeleton width="100%" />
          <Skeleton width="84%" />
          <Skeleton width="60%" />
        </SkeletonGroup>
      )}
    </StepCard>
  )
}
