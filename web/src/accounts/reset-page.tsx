import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import allDone from '#art/all-done.svg'
import companions from '#art/companions.svg'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { momentAfter, useCodeJourney } from './code-journey.ts'
import { useBeginReset } from './code-queries.ts'
import { CodeStep } from './code-step.tsx'
import { secondsUntilNext } from './code-words.ts'
import { EmailStep } from './email-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { useChoosePassword } from './reset-queries.ts'
import { BeginTrouble, ChooseTrouble } from './reset-trouble.tsx'
import { useSteps } from './use-steps.ts'
import { StepCard, WayInFrame } from './way-in-frame.tsx'
import { WayByGoogle } from './way-by-google.tsx'

const Brought = z.object({ email: z.string() })

export function ResetPage() {
  const t = useText()
  const { step, place, goTo, goBack } = useSteps('/resetpassword', ['email', 'code', 'password'], '/signin')
  const [journey, keepJourney] = useCodeJourney('reset')
  const brought = z.safeParse(Brought, useLocation().state).data?.email
  const [email, setEmail] = useState(brought ?? journey?.email ?? '')
  const [code, setCode] = useState('')
  const [isOnItsWay, setIsOnItsWay] = useState(false)
  // Found right since the page was opened; after a reload it has to be typed again.
  const [isCodeKnown, setIsCodeKnown] = useState(false)
  const beginning = useBeginReset()
  const choosing = useChoosePassword()

  function beginWith(address: string, seconds: number, wasOnItsWay: boolean) {
    if (address !== journey?.email || !wasOnItsWay) setCode('')
    setIsCodeKnown(false)
    setIsOnItsWay(wasOnItsWay)
    keepJourney({ email: address, isVerified: false, resendAt: momentAfter(seconds) })
    void goTo('code')
  }

  function handleSend(address: string) {
    setEmail(address)
    beginning.mutate(address, {
      onSuccess: ({ asked }) => asked?.errors.length === 0 && beginWith(address, asked.resendAfterSeconds, false),
      onError: (error) => {
        const seconds = secondsUntilNext(error)
        if (seconds !== null) beginWith(address, seconds, true)
      },
    })
  }

  const words = [t('wayIn.bead.email'), t('wayIn.bead.code'), t('wayIn.bead.password')]
  const frame = { documentTitle: t('reset.title'), onBack: goBack }
  if (choosing.data === 'google' || choosing.data === 'saved') {
    return <WayInFrame {...frame}>{choosing.data === 'google' ? <GoOnWithGoogle /> : <Saved />}</WayInFrame>
  }
  return (
    <WayInFrame {...frame} thread={{ words, place }}>
      {step === 'email' || !journey ? (
        <EmailStep
          title={t('reset.title')}
          lead={t('reset.lead')}
          submitLabel={t('reset.submit')}
          drawing={companions}
          email={email}
          isBusy={beginning.isPending}
          onSend={handleSend}
          onChange={() => !beginning.isPending && beginning.reset()}
          trouble={<BeginTrouble email={email} error={beginning.error} answer={beginning.data} />}
        />
      ) : step === 'code' ? (
        <CodeStep
          purpose="reset"
          journey={journey}
          code={code}
          onCode={setCode}
          isOnItsWay={isOnItsWay}
          onJourney={keepJourney}
          onVerified={() => {
            setIsCodeKnown(true)
            keepJourney({ ...journey, isVerified: true })
            void goTo('password')
          }}
          onChangeEmail={goBack}
        />
      ) : (
        <PasswordStep
          purpose="reset"
          email={journey.email}
          password=""
          asksCode={!isCodeKnown}
          code={code}
          onCode={setCode}
          isBusy={choosing.isPending}
          trouble={choosing.error && <ChooseTrouble error={choosing.error} onNewCode={() => void goTo('email')} />}
          onSubmit={(password) => choosing.mutate({ email: journey.email, otp: code, password })}
        />
      )}
    </WayInFrame>
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

function GoOnWithGoogle() {
  const t = useText()
  const router = useRouter()
  const goOn = () => void router.navigate({ href: '/', replace: true })
  return (
    <StepCard
      title={t('reset.title')}
      lead={t('signIn.useGoogle')}
      drawing={companions}
      action={<WayByGoogle onSignedIn={goOn} />}
      after={<Link to="/signin">{t('wayIn.backToSignIn')}</Link>}
    />
  )
}
