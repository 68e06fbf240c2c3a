import { Email } from '@saathi/contract/core/fields'
import { useRef, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { HaveAccount, StepCard } from '../auth-frame.tsx'

type EmailStepProps = {
  title: string
  lead: string
  submitLabel: string
  drawing: string
  email: string
  isBusy: boolean
  onSend: (email: string) => void
  onChange: () => void
  /** The error of the last try. */
  errorNote: ReactNode
}

export function EmailStep({ title, lead, submitLabel, drawing, email, isBusy, onSend, onChange, errorNote }: EmailStepProps) {
  const t = useText()
  const [typed, setTyped] = useState(email)
  const [fault, setFault] = useState<'emailMissing' | 'emailMalformed' | null>(null)
  const input = useRef<HTMLInputElement>(null)

  function handleSubmit() {
    if (isBusy) return
    const parsed = z.safeParse(Email, typed)
    if (parsed.success) {
      setFault(null)
      return onSend(parsed.data)
    }
    setFault(typed.trim() === '' ? 'emailMissing' : 'emailMalformed')
    input.current?.focus()
  }

  return (
    <StepCard
      title={title}
      lead={lead}
      drawing={drawing}
      onSubmit={handleSubmit}
      after={<HaveAccount />}
      action={
        <Button kind="primary" size="lg" block type="submit" busy={isBusy} busyLabel={t('sendOtp.busy')}>
          {submitLabel}
        </Button>
      }
    >
      <Field label={t('signIn.email')} error={fault && t(`signIn.${fault}`)}>
        <TextInput
          ref={input}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            onChange()
          }}
        />
      </Field>
      {errorNote}
    </StepCard>
  )
}
