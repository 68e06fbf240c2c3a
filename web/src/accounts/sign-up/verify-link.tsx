import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import allDone from '#art/all-done.svg'
import oops from '#art/oops-link.svg'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { verifyEmailQuery } from '../code/queries.ts'
import { PasswordStep } from '../code/password-step.tsx'
import { useChoosePassword } from '../reset/queries.ts'
import { ChoosePasswordError } from '../reset/errors.tsx'
import { StepCard, AuthFrame } from '../auth-frame.tsx'

const refusals = {
  'accounts.link_used': 'used',
  'accounts.link_over': 'over',
  'accounts.link_unknown': 'unknown',
} as const
const isRefusal = (code: string): code is keyof typeof refusals => Object.hasOwn(refusals, code)

/** The result of the link and the next step. People added by staff have no password yet and set it here. */
export function VerifyLink({ token }: { token: string }) {
  const t = useText()
  const router = useRouter()
  return (
    <AuthFrame documentTitle={t('verify.title')} onBack={() => void router.navigate({ to: '/signin' })}>
      <LinkResult token={token} />
    </AuthFrame>
  )
}

function LinkResult({ token }: { token: string }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(verifyEmailQuery(token))
  if (data) return <Verified {...data} />
  if (!error) return <LoadingBeads label={t('verify.checking')} />
  const refused = error instanceof ApiError && isRefusal(error.code) ? refusals[error.code] : null
  if (refused) {
    return (
      <StepCard
        title={t(`verify.${refused}`)}
        lead={t(`verify.${refused}Text`)}
        drawing={oops}
        action={
          <>
            <ToSignIn />
            <ButtonLink kind="line" size="lg" block render={<Link to="/resetpassword" />}>
              {t('verify.choosePassword')}
            </ButtonLink>
          </>
        }
      />
    )
  }
  return (
    <StepCard
      title={t('failed.title')}
      lead={<span role="alert">{t(errorTextKey(error))}</span>}
      drawing={oops}
      action={
        <Button kind="primary" size="lg" block busy={isFetching} busyLabel={t('action.retrying')} onClick={() => void refetch()}>
          {t('action.retry')}
        </Button>
      }
    />
  )
}

type VerifiedAddress = { email: string; needsPassword: boolean; code?: string | undefined }

function Verified({ email, needsPassword, code }: VerifiedAddress) {
  const t = useText()
  if (code !== undefined) return <SetPassword email={email} code={code} />
  return (
    <StepCard
      title={t('verify.done')}
      lead={t(needsPassword ? 'verify.passwordText' : 'verify.doneText', { email })}
      drawing={allDone}
      action={
        needsPassword ? (
          <ButtonLink kind="primary" size="lg" block render={<Link to="/resetpassword" search={{ email }} />}>
            {t('verify.choosePassword')}
          </ButtonLink>
        ) : (
          <ToSignIn />
        )
      }
    />
  )
}

function SetPassword({ email, code }: { email: string; code: string }) {
  const t = useText()
  const router = useRouter()
  const choosing = useChoosePassword()
  if (choosing.data !== undefined)
    return <StepCard title={t('reset.savedTitle')} lead={t('reset.saved')} drawing={allDone} action={<ToSignIn />} />
  const requestCode = () => void router.navigate({ to: '/resetpassword', search: { email } })
  return (
    <PasswordStep
      purpose="reset"
      email={email}
      password=""
      asksCode={false}
      code={code}
      onCode={() => {}}
      isBusy={choosing.isPending}
      errorNote={choosing.error && <ChoosePasswordError error={choosing.error} onNewCode={requestCode} />}
      onSubmit={(password) => choosing.mutate({ email, otp: code, password })}
    />
  )
}

function ToSignIn() {
  const t = useText()
  return (
    <ButtonLink kind="primary" size="lg" block render={<Link to="/signin" />}>
      {t('wayIn.signIn')}
    </ButtonLink>
  )
}
