import { CODE_LENGTH, RESEND_SECONDS } from '@saathi/contract/accounts/code-calls'
import { useEffect, useId, useRef, useState } from 'react'
import waiting from '#art/awaiting-response.svg'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { CodeInput } from '#core/ui/form/code-input.tsx'
import { clockText, CountdownRing, useSecondsUntil } from '#core/ui/progress/countdown.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Note } from '#core/ui/note.tsx'
import css from '../auth-frame.module.css'
import { HaveAccount, StepCard } from '../auth-frame.tsx'
import { codeErrorText, secondsUntilNext } from './errors.ts'
import { timeAfter, type CodeProgress, type Purpose } from './progress.ts'
import { useCheckCode, useSendCode } from './queries.ts'
import resendRowCss from './resend-row.module.css'
import { SendCodeError } from './send-error.tsx'
import { WithValue } from '../with-value.tsx'

type CodeStepProps = {
  purpose: Purpose
  progress: CodeProgress
  code: string
  onCode: (code: string) => void
  /** A code was sent earlier, so no new one was sent. */
  isAlreadySent: boolean
  onProgress: (progress: CodeProgress) => void
  onVerified: () => void
  onChangeEmail: () => void
}

export const codeKinds = { signUp: 'digits', reset: 'any' } as const

export function CodeStep(props: CodeStepProps) {
  const { purpose, progress, code, onCode, isAlreadySent, onProgress, onVerified, onChangeEmail } = props
  const t = useText()
  const checking = useCheckCode(purpose)
  const sending = useSendCode(purpose)
  const [hasResent, setHasResent] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const reasonId = useId()
  const { email, resendAt } = progress
  // Typing the code is the only thing to do here.
  useEffect(() => input.current?.focus(), [])
  const isComplete = code.length === CODE_LENGTH

  function handleSubmit() {
    if (!isComplete || checking.isPending) return
    checking.mutate({ email, otp: code }, { onSuccess: onVerified, onError: () => input.current?.focus() })
  }

  function handleCode(next: string) {
    onCode(next)
    if (checking.isError) checking.reset()
  }

  function handleResend() {
    setHasResent(false)
    sending.mutate(email, {
      onSuccess: ({ resendAfterSeconds, errors }) => {
        if (errors.length > 0) return
        handleCode('')
        setHasResent(true)
        onProgress({ email, isVerified: false, resendAt: timeAfter(resendAfterSeconds) })
        input.current?.focus()
      },
      onError: (error) => {
        const seconds = secondsUntilNext(error)
        if (seconds !== null) onProgress({ ...progress, resendAt: timeAfter(seconds) })
      },
    })
  }

  return (
    <StepCard
      title={t(purpose === 'signUp' ? 'code.title' : 'code.resetTitle')}
      drawing={waiting}
      lead={
        <>
          <WithValue text={(mark) => t('code.sentTo', { email: mark })}>
            <bdi>{email}</bdi>
          </WithValue>{' '}
          <button type="button" className={css.textButton} onClick={onChangeEmail}>
            {t('code.changeEmail')}
          </button>
        </>
      }
      onSubmit={handleSubmit}
      after={<HaveAccount />}
      action={
        <>
          {!isComplete && (
            <p className={css.reason} id={reasonId}>
              {t(purpose === 'signUp' ? 'code.allDigits' : 'code.allCharacters')}
            </p>
          )}
          <Button
            kind="primary"
            size="lg"
            block
            type="submit"
            disabled={!isComplete}
            reasonId={reasonId}
            busy={checking.isPending}
            busyLabel={t('code.checking')}
          >
            {t('wayIn.continue')}
          </Button>
        </>
      }
    >
      {isAlreadySent && !hasResent && <Note live="status">{t('code.onItsWay')}</Note>}
      <Field label={t('code.label')} help={t('code.hint')} error={checking.error && codeErrorText(checking.error, t)}>
        <CodeInput ref={input} name="otp" kind={codeKinds[purpose]} value={code} onChange={handleCode} />
      </Field>
      <ResendRow resendAt={resendAt} isSending={sending.isPending} hasResent={hasResent} onResend={handleResend} />
      <SendCodeError purpose={purpose} email={email} error={sending.error} sent={sending.data} />
    </StepCard>
  )
}

type ResendRowProps = { resendAt: number; isSending: boolean; hasResent: boolean; onResend: () => void }

/** Counts down until another code can be requested; the wait is also given as text. */
function ResendRow({ resendAt, isSending, hasResent, onResend }: ResendRowProps) {
  const t = useText()
  const seconds = useSecondsUntil(resendAt)
  const waitId = useId()
  const isWaiting = seconds > 0
  return (
    <div className={resendRowCss.row}>
      {isWaiting && <CountdownRing seconds={seconds} of={RESEND_SECONDS} />}
      <div className={resendRowCss.words}>
        <p role="timer" aria-live="off" id={waitId} hidden={!isWaiting}>
          <WithValue text={(mark) => t('code.newIn', { time: mark })}>{clockText(seconds)}</WithValue>
        </p>
        <p role="status">{hasResent ? isWaiting && t('code.resent') : !isWaiting && t('code.ready')}</p>
      </div>
      <Button
        kind="quiet"
        size="sm"
        disabled={isWaiting}
        reasonId={waitId}
        busy={isSending}
        busyLabel={t('code.resending')}
        onClick={onResend}
      >
        {t('code.resend')}
      </Button>
    </div>
  )
}
