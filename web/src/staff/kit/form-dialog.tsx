import type { UseMutationResult } from '@tanstack/react-query'
import { useId, type ReactNode, type SubmitEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { ConfirmFirst } from './confirm-first.tsx'
import css from './kit.module.css'
import { RefusalNote } from './refusal-note.tsx'

type FormDialogProps<Data, Variables> = {
  action: UseMutationResult<Data, Error, Variables>
  title: string
  /** The consequences of the act. */
  text?: string
  button: string
  /** Instead of “Cancel”. */
  cancel?: string
  isDanger?: boolean
  /** While something that the act needs has not been chosen. */
  isDisabled?: boolean
  onClose: () => void
  /** Not called again while the act is running. */
  onSubmit: () => void
  children?: ReactNode
}

/** An act of staff: its fields, a refusal in place, and the password again if the server asks for it. */
export function FormDialog<Data, Variables>(props: FormDialogProps<Data, Variables>) {
  const { action, title, text, button, cancel, isDanger = false, isDisabled = false, onClose, onSubmit, children } = props
  const t = useText()
  const formId = useId()
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!action.isPending) onSubmit()
  }
  return (
    <>
      <Dialog
        open
        sheet
        onClose={onClose}
        title={title}
        text={text}
        actions={
          <>
            <Button kind="line" onClick={onClose}>
              {cancel ?? t('staff.cancel')}
            </Button>
            <Button
              type="submit"
              form={formId}
              kind={isDanger ? 'danger' : 'primary'}
              disabled={isDisabled}
              busy={action.isPending}
              busyLabel={t('staff.busy')}
            >
              {button}
            </Button>
          </>
        }
      >
        <form id={formId} className={css.fields} onSubmit={handleSubmit}>
          {children}
          <RefusalNote error={action.error} />
        </form>
      </Dialog>
      <ConfirmFirst action={action} />
    </>
  )
}

/** Recorded with the act. The person concerned can read it, unless `help` says otherwise. */
type ReasonFieldProps = { value: string; onChange: (value: string) => void; help?: string }

export function ReasonField({ value, onChange, help }: ReasonFieldProps) {
  const t = useText()
  return (
    <Field label={t('staff.reason.label')} help={help ?? t('staff.reason.help')} required>
      <TextInput value={value} minLength={3} maxLength={200} required onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}
