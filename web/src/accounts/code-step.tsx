import { CODE_LENGTH } from '@saathi/contract/accounts/code-calls'
import { useEffect, useId, useRef, useState } from 'react'
import waiting from '#art/awaiting-response.svg'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { CodeInput } from '#core/ui/code-input.tsx'
import { Field } from '#core/ui/field.tsx'
import { Note } from '#core/ui/note.tsx'
import { momentAfter, type CodeJourney, type Purpose } from './code-journey.ts'
import { useCheckCode, useSendCode } from './code-queries.ts'
import { checkWords, secondsUntilNext } from './code-words.ts'
import { ResendRow } from './resend-row.tsx'
import { SendTrouble } from './send-trouble.tsx'
import css from './way-in-frame.module.css'
import { HaveAccount, StepCard } from './way-in-frame.tsx'
import { WithValue } from './with-value.tsx'

type CodeStepProps = {
  purpose: Purpose
  journey: CodeJourney
  code: string
  onCode: (code: string) => void
  /** The code had been sent before, and a new one was not. */
  isOnItsWay: boolean
  onJourney: (journey: CodeJourney) => void
  onVerified: () => void
  onChangeEmail: () => void
}

export const codeKinds = { signUp: 'digits', reset: 'any' } as const

export function CodeStep(props: CodeStepProps) {
  const { purpose, journey, code, onCode, isOnItsWay, onJourney, onVerified, onChangeEmail } = props
  const t = useText()
  const checking = useCheckCode(purpose)
  const sending = useSendCode(purpose)
  const [hasResent, setHasResent] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const reasonId = useId()
  const { email, resendAt } = journey
  // Whoever asked for a code has nothing else to do here than to type it.
  useEffect(() => input.current?.focus(), [])
  const isWhole = code.length === CODE_LENGTH

  function handleSubmit() {
    if (!isWhole || checking.isPending) return
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
        onJourney({ email, isVerified: false, resendAt: momentAfter(resendAfterSeconds) })
        input.current?.focus()
      },
      onError: (error) => {
        const seconds = secondsUntilNext(error)
        if (seconds !== null) onJourney({ ...journey, resendAt: momentAfter(seconds) })
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
          {!isWhole && (
            <p className={css.reason} id={reasonId}>
              {t(purpose === 'signUp' ? 'code.allDigits' : 'code.allCharacters')}
            </p>
          )}
          <Button
            kind="primary"
            size="lg"
            block
            type="submit"
            disabled={!isWhole}
            reasonId={reasonId}
            busy={checking.isPending}
            busyLabel={t('code.checking')}
          >
            {t('wayIn.continue')}
          </Button>
        </>
      }
    >
      {isOnItsWay && !hasResent && <Note live="status">{t('code.onItsWay')}</Note>}
      <Field label={t('code.label')} help={t('code.hint')} error={checking.error && checkWords(checking.error, t)}>
        <CodeInput ref={input} name="otp" kind={codeKinds[purpose]} value={code} onChange={handleCode} />
      </Field>
      <ResendRow resendAt={resendAt} isSending={sending.isPending} hasResent={hasResent} onResend={handleResend} />
      <SendTrouble purpose={purpose} email={email} error={sending.error} asked={sending.data} />
    </StepCard>
  )
}
