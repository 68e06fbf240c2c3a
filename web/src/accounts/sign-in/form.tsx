import { Email } from '@saathi/contract/core/fields'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type SubmitEvent, lazy, Suspense } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText, type Translate } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Note } from '#core/ui/note.tsx'
import { PasswordInput } from '#core/ui/form/password-input.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { GoogleSignIn } from '../google/sign-in.tsx'
import { useRedirectAfterSignIn, useSignIn, warmUpSignIn } from '../queries.ts'
import css from './page.module.css'

type Fault = 'emailMissing' | 'emailMalformed' | 'passwordMissing'

function faultOf(email: string, password: string): Fault | null {
  if (email.trim() === '') return 'emailMissing'
  if (!z.safeParse(Email, email).success) return 'emailMalformed'
  return password === '' ? 'passwordMissing' : null
}

export function SignInForm() {
  const t = useText()
  const redirect = useRedirectAfterSignIn()
  const signingIn = useSignIn()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<Fault | null>(null)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (signingIn.isPending) return
    const found = faultOf(email, password)
    setFault(found)
    if (found === null) return signingIn.mutate({ email: z.parse(Email, email), password })
    const faulty = found === 'passwordMissing' ? passwordInput : emailInput
    faulty.current?.focus()
  }

  return (
    <form className={css.form} aria-label={t('signIn.form')} onSubmit={handleSubmit} noValidate>
      <Field label={t('signIn.email')} error={fault && fault !== 'passwordMissing' && t(`signIn.${fault}`)}>
        <TextInput
          ref={emailInput}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          value={email}
          onFocus={warmUpSignIn}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field
        label={t('signIn.password')}
        error={fault === 'passwordMissing' && t('signIn.passwordMissing')}
        aside={
          <Link to="/resetpassword" search={email.trim() ? { email: email.trim() } : {}} className={css.forgot}>
            {t('signIn.forgot')}
          </Link>
        }
      >
        <PasswordInput
          ref={passwordInput}
          name="password"
          autoComplete="current-password"
          dir="ltr"
          showLabel={t('signIn.showPassword')}
          hideLabel={t('signIn.hidePassword')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {signingIn.data === 'useGoogle' && (
        <Note tone="bad" live="alert">
          {t('signIn.useGoogle')}
        </Note>
      )}
      {signingIn.error && <SignInRefusal error={signingIn.error} email={signingIn.variables.email} />}
      <Button kind="primary" size="lg" block type="submit" busy={signingIn.isPending} busyLabel={t('signIn.busy')}>
        {t('signIn.submit')}
      </Button>
      <GoogleSignIn
        isSecond
        onReset={() => signingIn.reset()}
        onSignedIn={() => void redirect()}
        // The sign-in page does not load the other pages before they are needed.
        onSignUpPass={async (pass) => (await import('../auth-pages.ts')).setSignUpPass(pass)}
      />
      <p className={css.newHere}>
        {t('signIn.newHere')} <Link to="/emailverify">{t('signIn.create')}</Link>
      </p>
    </form>
  )
}

const ResendLink = lazy(() => import('../auth-pages.ts').then(({ ResendLink: part }) => ({ default: part })))

/** Why the sign-in was refused, with a link to the next step if there is one. */
function SignInRefusal({ error, email }: { error: Error; email: string }) {
  const t = useText()
  const code = error instanceof ApiError ? error.code : ''
  return (
    <>
      <Note tone="bad" live="alert">
        <span className={css.lines}>{signInErrorText(error, t)}</span>
      </Note>
      {code === 'accounts.email_not_verified' && (
        <Suspense>
          <ResendLink email={email} />
        </Suspense>
      )}
      {code === 'accounts.blocked_for_an_hour' && (
        <Link to="/resetpassword" search={{ email }} className={css.wayOn}>
          {t('signIn.resetNow')}
        </Link>
      )}
    </>
  )
}

/** The text for a refused sign-in, from the specification's catalogue. */
function signInErrorText(error: Error, t: Translate): string {
  if (!(error instanceof ApiError)) return t('firebaseDefaultError')
  if (error.nonFieldErrors?.length) return error.nonFieldErrors.join('\n')
  switch (error.code) {
    case 'accounts.wrong_password':
      return t('firebaseWrongEmailPassword')
    case 'accounts.user_not_found':
      return t('firebaseUserDoesNotExist')
    case 'accounts.email_not_verified':
      return t('signIn.emailNotVerified')
    case 'accounts.use_google':
      return t('signIn.useGoogle')
    case 'accounts.blocked_for_an_hour':
      return t('answers.blockedForAnHour')
    case 'core.unreachable':
    case 'core.too_many':
      return t(errorTextKey(error))
    case 'accounts.user_disabled':
    case 'core.bad_input':
      return error.message || t('firebaseDefaultError')
    default:
      return t('firebaseDefaultError')
  }
}
