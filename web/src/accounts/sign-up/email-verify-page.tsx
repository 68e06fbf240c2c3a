import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import greeting from '#art/say-hi.svg'
import { useText } from '#core/i18n/texts.tsx'
import { timeAfter, useCodeProgress } from '../code/progress.ts'
import { useCheckCode, useSendCode } from '../code/queries.ts'
import { CodeStep } from '../code/step.tsx'
import { codeErrorText, secondsUntilNext } from '../code/errors.ts'
import { CodeRefused, SendCodeError } from '../code/send-error.tsx'
import { EmailStep } from '../code/email-step.tsx'
import { PasswordStep } from '../code/password-step.tsx'
import { setSignUpPass, signUpDraft, signUpPass } from './pass.ts'
import { useSteps, AuthFrame } from '../auth-frame.tsx'
import { VerifyLink } from './verify-link.tsx'

const LinkState = z.object({ token: z.string() })

/** Opened from a mailed link, it verifies an address; otherwise it is the first part of signing up. */
export function EmailVerifyPage() {
  const { data } = z.safeParse(LinkState, useLocation().state)
  return data ? <VerifyLink token={data.token} /> : <SignUpByEmail />
}

function SignUpByEmail() {
  const t = useText()
  const router = useRouter()
  const { step, place, goTo, goBack } = useSteps('/emailverify', ['email', 'code', 'password'], '/signin')
  const [progress, saveProgress] = useCodeProgress('signUp')
  const pass = signUpPass()
  const known = pass?.provider === 'normal' && pass.email === progress?.email ? pass : null
  const [code, setCode] = useState(known?.otp ?? '')
  // Entered and accepted since the page was opened; after a reload it must be entered again.
  const [isCodeKnown, setIsCodeKnown] = useState(known !== null)
  const [isAlreadySent, setIsAlreadySent] = useState(false)
  const sending = useSendCode('signUp')
  const checking = useCheckCode('signUp')

  function startWith(email: string, seconds: number, wasAlreadySent: boolean) {
    if (email !== progress?.email || !wasAlreadySent) setCode('')
    setIsCodeKnown(false)
    setIsAlreadySent(wasAlreadySent)
    saveProgress({ email, isVerified: false, resendAt: timeAfter(seconds) })
    void goTo('code')
  }

  function handleSend(email: string) {
    sending.mutate(email, {
      onSuccess: ({ errors, resendAfterSeconds }) => errors.length === 0 && startWith(email, resendAfterSeconds, false),
      onError: (error) => {
        const seconds = secondsUntilNext(error)
        if (seconds !== null) startWith(email, seconds, true)
      },
    })
  }

  function handleVerified(email: string, resendAt: number) {
    setIsCodeKnown(true)
    saveProgress({ email, isVerified: true, resendAt })
    void goTo('password')
  }

  function handlePassword(email: string, password: string) {
    const continueToSignUp = () => {
      setSignUpPass({ provider: 'normal', email, otp: code, password })
      // People who have already reached the last page go straight back to it.
      const { userType, accepted, firstName, lastName } = signUpDraft()
      const hasDetails = userType !== null && accepted === userType && (firstName !== '' || lastName !== '')
      void router.navigate({ to: '/signup', search: hasDetails ? { step: 'details' } : {} })
    }
    if (isCodeKnown) return continueToSignUp()
    checking.mutate({ email, otp: code }, { onSuccess: continueToSignUp })
  }

  const labels = [t('wayIn.bead.email'), t('wayIn.bead.code'), t('wayIn.bead.password')]
  return (
    <AuthFrame documentTitle={t('signUp.documentTitle')} onBack={goBack} progress={{ labels, place }}>
      {step === 'email' || !progress ? (
        <EmailStep
          title={t('sendOtp.title')}
          lead={t('sendOtp.lead')}
          submitLabel={t('sendOtp.submit')}
          drawing={greeting}
          email={progress?.email ?? ''}
          isBusy={sending.isPending}
          onSend={handleSend}
          onChange={() => !sending.isPending && sending.reset()}
          errorNote={<SendCodeError purpose="signUp" email={sending.variables ?? ''} error={sending.error} sent={sending.data} />}
        />
      ) : step === 'code' ? (
        <CodeStep
          purpose="signUp"
          progress={progress}
          code={code}
          onCode={setCode}
          isAlreadySent={isAlreadySent}
          onProgress={saveProgress}
          onVerified={() => handleVerified(progress.email, progress.resendAt)}
          onChangeEmail={goBack}
        />
      ) : (
        <PasswordStep
          purpose="signUp"
          email={progress.email}
          password={known?.password ?? ''}
          names={known ? signUpDraft() : undefined}
          asksCode={!isCodeKnown}
          code={code}
          onCode={setCode}
          isBusy={checking.isPending}
          errorNote={
            checking.error && <CodeRefused text={codeErrorText(checking.error, t)} onNewCode={() => void goTo('email')} />
          }
          onSubmit={(password) => handlePassword(progress.email, password)}
        />
      )}
    </AuthFrame>
  )
}
