import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import greeting from '#art/say-hi.svg'
import { useText } from '#core/i18n/texts.tsx'
import { momentAfter, useCodeJourney } from './code-journey.ts'
import { useCheckCode, useSendCode } from './code-queries.ts'
import { CodeStep } from './code-step.tsx'
import { checkWords, secondsUntilNext } from './code-words.ts'
import { CodeRefused } from './code-refused.tsx'
import { EmailStep } from './email-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { SendTrouble } from './send-trouble.tsx'
import { keepPass, signUpDraft, signUpPass } from './sign-up-pass.ts'
import { useSteps } from './use-steps.ts'
import { VerifyLink } from './verify-link.tsx'
import { WayInFrame } from './way-in-frame.tsx'

const Linked = z.object({ token: z.string() })

/** Opened by a mailed link it verifies an address; otherwise it is the first part of signing up. */
export function EmailVerifyPage() {
  const { data } = z.safeParse(Linked, useLocation().state)
  return data ? <VerifyLink token={data.token} /> : <SignUpByEmail />
}

function SignUpByEmail() {
  const t = useText()
  const router = useRouter()
  const { step, place, goTo, goBack } = useSteps('/emailverify', ['email', 'code', 'password'], '/signin')
  const [journey, keepJourney] = useCodeJourney('signUp')
  const pass = signUpPass()
  const known = pass?.provider === 'normal' && pass.email === journey?.email ? pass : null
  const [code, setCode] = useState(known?.otp ?? '')
  // Typed and found right since the page was opened; after a reload it has to be typed again.
  const [isCodeKnown, setIsCodeKnown] = useState(known !== null)
  const [isOnItsWay, setIsOnItsWay] = useState(false)
  const sending = useSendCode('signUp')
  const checking = useCheckCode('signUp')

  function beginWith(email: string, seconds: number, wasOnItsWay: boolean) {
    if (email !== journey?.email || !wasOnItsWay) setCode('')
    setIsCodeKnown(false)
    setIsOnItsWay(wasOnItsWay)
    keepJourney({ email, isVerified: false, resendAt: momentAfter(seconds) })
    void goTo('code')
  }

  function handleSend(email: string) {
    sending.mutate(email, {
      onSuccess: ({ errors, resendAfterSeconds }) => errors.length === 0 && beginWith(email, resendAfterSeconds, false),
      onError: (error) => {
        const seconds = secondsUntilNext(error)
        if (seconds !== null) beginWith(email, seconds, true)
      },
    })
  }

  function handleVerified(email: string, resendAt: number) {
    setIsCodeKnown(true)
    keepJourney({ email, isVerified: true, resendAt })
    void goTo('password')
  }

  function handlePassword(email: string, password: string) {
    const goOn = () => {
      keepPass({ provider: 'normal', email, otp: code, password })
      // Who has been to the last page already goes back to it, and not through the others again.
      const { userType, accepted, firstName, lastName } = signUpDraft()
      const hasDetails = userType !== null && accepted === userType && (firstName !== '' || lastName !== '')
      void router.navigate({ to: '/signup', search: hasDetails ? { step: 'details' } : {} })
    }
    if (isCodeKnown) return goOn()
    checking.mutate({ email, otp: code }, { onSuccess: goOn })
  }

  const words = [t('wayIn.bead.email'), t('wayIn.bead.code'), t('wayIn.bead.password')]
  return (
    <WayInFrame documentTitle={t('signUp.documentTitle')} onBack={goBack} thread={{ words, place }}>
      {step === 'email' || !journey ? (
        <EmailStep
          title={t('sendOtp.title')}
          lead={t('sendOtp.lead')}
          submitLabel={t('sendOtp.submit')}
          drawing={greeting}
          email={journey?.email ?? ''}
          isBusy={sending.isPending}
          onSend={handleSend}
          onChange={() => !sending.isPending && sending.reset()}
          trouble={<SendTrouble purpose="signUp" email={sending.variables ?? ''} error={sending.error} asked={sending.data} />}
        />
      ) : step === 'code' ? (
        <CodeStep
          purpose="signUp"
          journey={journey}
          code={code}
          onCode={setCode}
          isOnItsWay={isOnItsWay}
          onJourney={keepJourney}
          onVerified={() => handleVerified(journey.email, journey.resendAt)}
          onChangeEmail={goBack}
        />
      ) : (
        <PasswordStep
          purpose="signUp"
          email={journey.email}
          password={known?.password ?? ''}
          names={known ? signUpDraft() : undefined}
          asksCode={!isCodeKnown}
          code={code}
          onCode={setCode}
          isBusy={checking.isPending}
          trouble={checking.error && <CodeRefused text={checkWords(checking.error, t)} onNewCode={() => void goTo('email')} />}
          onSubmit={(password) => handlePassword(journey.email, password)}
        />
      )}
    </WayInFrame>
  )
}
