import { CODE_LENGTH } from '@saathi/contract/accounts/code-calls'
import { ownWords } from '@saathi/contract/accounts/common-password'
import { useId, useState, type ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { CodeInput } from '#core/ui/form/code-input.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { PasswordInput } from '#core/ui/form/password-input.tsx'
import type { Purpose } from './progress.ts'
import { codeKinds } from './step.tsx'
import { isGoodPassword, PasswordRules } from '../password-rules.tsx'
import css from '../auth-frame.module.css'
import { StepCard } from '../auth-frame.tsx'
import { WithValue } from '../with-value.tsx'

type PasswordStepProps = {
  purpose: Purpose
  email: string
  password: string
  /** The person's names and address, if known: a password made of them is easy to guess. */
  names?: { firstName: string; lastName: string } | undefined
  /** After a reload the code is no longer known and must be entered again. */
  asksCode: boolean
  code: string
  onCode: (code: string) => void
  isBusy: boolean
  errorNote: ReactNode
  onSubmit: (password: string) => void
}

export function PasswordStep(props: PasswordStepProps) {
  const { purpose, email, names, asksCode, code, onCode, isBusy, errorNote, onSubmit } = props
  const t = useText()
  const [password, setPassword] = useState(props.password)
  const [confirmation, setConfirmation] = useState(props.password)
  const [isTypingConfirmation, setIsTypingConfirmation] = useState(false)
  const [rulesId, reasonId] = [useId(), useId()]
  const own = ownWords({ email, ...names })
  const isReady = isGoodPassword(password, own) && confirmation === password && (!asksCode || code.length === CODE_LENGTH)
  // While typing, a confirmation that matches so far is not a mistake.
  const differs = confirmation !== '' && confirmation !== password && !(isTypingConfirmation && password.startsWith(confirmation))
  const eye = { showLabel: t('signIn.showPassword'), hideLabel: t('signIn.hidePassword') }

  return (
    <StepCard
      title={t(purpose === 'signUp' ? 'newPassword.title' : 'newPassword.resetTitle')}
      lead={
        <WithValue text={(mark) => t('newPassword.for', { email: mark })}>
          <bdi>{email}</bdi>
        </WithValue>
      }
      onSubmit={() => isReady && !isBusy && onSubmit(password)}
      action={
        <>
          {errorNote}
          {!isReady && (
            <p className={css.reason} id={reasonId}>
              {t('newPassword.reason')}
            </p>
          )}
          <Button
            kind="primary"
            size="lg"
            block
            type="submit"
            disabled={!isReady}
            reasonId={reasonId}
            busy={isBusy}
            busyLabel={t('newPassword.busy')}
          >
            {t(purpose === 'signUp' ? 'newPassword.submit' : 'wayIn.continue')}
          </Button>
        </>
      }
    >
      {/* Password managers pair the password with this user name. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {asksCode && (
        <Field label={t('code.label')} help={t('newPassword.codeAgain')}>
          <CodeInput name="otp" kind={codeKinds[purpose]} value={code} onChange={onCode} />
        </Field>
      )}
      <div className={css.fields}>
        <Field label={t(purpose === 'signUp' ? 'newPassword.label' : 'newPassword.newLabel')}>
          <PasswordInput
            {...eye}
            name="new-password"
            autoComplete="new-password"
            dir="ltr"
            aria-describedby={rulesId}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <PasswordRules id={rulesId} password={password} own={own} />
        <Field label={t('newPassword.confirm')} error={differs && t('passwordsDontMatch')}>
          <PasswordInput
            {...eye}
            name="confirm-password"
            autoComplete="new-password"
            dir="ltr"
            value={confirmation}
            onChange={(event) => setConfirmation(event.target.value)}
            onFocus={() => setIsTypingConfirmation(true)}
            onBlur={() => setIsTypingConfirmation(false)}
          />
        </Field>
      </div>
    </StepCard>
  )
}
