import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { DeclarationStep } from './declaration-step.tsx'
import { DetailsStep } from './details-step.tsx'
import { setSignUpDraft, signUpDraft, signUpPass, type SignUpDraft, type SignUpPass } from './sign-up-pass.ts'
import { useSteps } from './use-steps.ts'
import { AuthFrame } from './auth-frame.tsx'
import { WhoStep } from './who-step.tsx'

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
