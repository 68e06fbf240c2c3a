import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import allDone from '#art/all-done.svg'
import companions from '#art/companions.svg'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { timeAfter, useCodeProgress } from '../code/progress.ts'
import { useStartReset } from '../code/queries.ts'
import { CodeStep } from '../code/step.tsx'
import { secondsUntilNext } from '../code/errors.ts'
import { EmailStep } from '../code/email-step.tsx'
import { PasswordStep } from '../code/password-step.tsx'
import { useChoosePassword } from './queries.ts'
import { StartResetError, ChoosePasswordError } from './errors.tsx'
import { useSteps, StepCard, AuthFrame } from '../auth-frame.tsx'
import { GoogleSignIn } from '../google/sign-in.tsx'
import { setSignUpPass } from '../sign-up/pass.ts'

const EmailState = z.object({ email: z.string() })

export function ResetPage() {
  const t = useText()
  const { step, place, goTo, goBack } = useSteps('/resetpassword', ['email', 'code', 'password'], '/signin')
  const [progress, saveProgress] = useCodeProgress('reset')
  const passedEmail = z.safeParse(EmailState, useLocation().state).data?.email
  const [email, setEmail] = useState(passedEmail ?? progress?.email ?? '')
  const [code, setCode] = useState('')
  const [isAlreadySent, setIsAlreadySent] = useState(false)
  // Accepted since the page was opened; after a reload it must be entered again.
  const [isCodeKnown, setIsCodeKnown] = useState(false)
  const starting = useStartReset()
  const choosing = useChoosePassword()

  function startWith(address: string, seconds: number, wasAlreadySent: boolean) {
    if (address !== progress?.email || !wasAlreadySent) setCode('')
    setIsCodeKnown(false)
    setIsAlreadySent(wasAlreadySent)
    saveProgress({ email: address, isVerified: false, resendAt: timeAfter(seconds) })
    void goTo('code')
  }

  function handleSend(address: string) {
    setEmail(address)
    starting.mutate(address, {
      onSuccess: ({ sent }) => sent?.errors.length === 0 && startWith(address, sent.resendAfterSeconds, false),
      onError: (error) => {
        const seconds = secondsUntilNext(error)
        if (seconds !== null) startWith(address, seconds, true)
      },
    })
  }

  const labels = [t('wayIn.bead.email'), t('wayIn.bead.code'), t('wayIn.bead.password')]
  const frame = { documentTitle: t('reset.title'), onBack: goBack }
  if (choosing.data === 'google' || choosing.data === 'saved') {
    return <AuthFrame {...frame}>{choosing.data === 'google' ? <ContinueWithGoogle /> : <Saved />}</AuthFrame>
  }
  return (
    <AuthFrame {...frame} progress={{ labels, place }}>
      {step === 'email' || !progress ? (
        <EmailStep
          title={t('reset.title')}
          lead={t('reset.lead')}
          submitLabel={t('reset.submit')}
          drawing={companions}
          email={email}
          isBusy={starting.isPending}
          onSend={handleSend}
          onChange={() => !starting.isPending && starting.reset()}
          errorNote={<StartResetError email={email} error={starting.error} answer={starting.data} />}
        />
      ) : step === 'code' ? (
        <CodeStep
          purpose="reset"
          progress={progress}
          code={code}
          onCode={setCode}
          isAlreadySent={isAlreadySent}
          onProgress={saveProgress}
          onVerified={() => {
            setIsCodeKnown(true)
            saveProgress({ ...progress, isVerified: true })
            void goTo('password')
          }}
          onChangeEmail={goBack}
        />
      ) : (
        <PasswordStep
          purpose="reset"
          email={progress.email}
          password=""
          asksCode={!isCodeKnown}
          code={code}
          onCode={setCode}
          isBusy={choosing.isPending}
          errorNote={choosing.error && <ChoosePasswordError error={choosing.error} onNewCode={() => void goTo('email')} />}
          onSubmit={(password) => choosing.mutate({ email: progress.email, otp: code, password })}
        />
      )}
    </AuthFrame>
  )
}

function Saved() {
  const t = useText()
  return (
    <StepCard
      title={t('reset.savedTitle')}
      lead={t('reset.saved')}
      drawing={allDone}
      action={
        <ButtonLink kind="primary" size="lg" block render={<Link to="/signin" />}>
          {t('wayIn.signIn')}
        </ButtonLink>
      }
    />
  )
}

function ContinueWithGoogle() {
  const t = useText()
  const router = useRouter()
  const goHome = () => void router.navigate({ href: '/', replace: true })
  return (
    <StepCard
      title={t('reset.title')}
      lead={t('signIn.useGoogle')}
      drawing={companions}
      action={<GoogleSignIn onSignedIn={goHome} onSignUpPass={setSignUpPass} />}
      after={<Link to="/signin">{t('wayIn.backToSignIn')}</Link>}
    />
  )
}
