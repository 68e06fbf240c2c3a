import type { AuthenticatorReset } from '@saathi/contract/accounts/recovery-calls'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type SubmitEvent } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { ConfirmFirst } from '../kit/confirm-first.tsx'
import kitCss from '../kit/kit.module.css'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './page.module.css'
import { resetsQuery, useApproveReset } from './queries.ts'

/** Colleagues who lost app and codes. Nothing is shown while there are none. */
export function Resets() {
  const t = useText()
  const language = useLanguage()
  const { data } = useQuery(resetsQuery)
  const [chosen, setChosen] = useState<AuthenticatorReset | null>(null)
  if (!data || data.length === 0) return null
  return (
    <Card className={css.resets}>
      <h2>{t('staff.resets.title')}</h2>
      <p>{t('staff.resets.text')}</p>
      <ul>
        {data.map((reset) => (
          <li key={reset.id}>
            <span>
              <b>{reset.name}</b>
              <small className={kitCss.sub}>
                {reset.email}, {dayAndTime(reset.requestedAt, language)}
              </small>
              <small className={kitCss.sub}>
                {reset.approvedBy ? t('staff.resets.first', { name: reset.approvedBy }) : t('staff.resets.none')}
              </small>
            </span>
            {reset.canApprove ? (
              <Button size="sm" kind="line" onClick={() => setChosen(reset)}>
                {t('staff.resets.approve')}
              </Button>
            ) : (
              <small className={kitCss.sub}>{t('staff.resets.own')}</small>
            )}
          </li>
        ))}
      </ul>
      {chosen && <ApproveDialog reset={chosen} onClose={() => setChosen(null)} />}
    </Card>
  )
}

function ApproveDialog({ reset, onClose }: { reset: AuthenticatorReset; onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const [reason, setReason] = useState('')
  const approving = useApproveReset(({ isDone }) => {
    onClose()
    showToast({ text: t(isDone ? 'staff.resets.done' : 'staff.resets.waiting') })
  })
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!approving.isPending) approving.mutate({ id: reset.id, reason })
  }
  return (
    <>
      <Dialog
        open
        sheet
        onClose={onClose}
        title={reset.name}
        text={t('staff.resets.text')}
        actions={
          <>
            <Button kind="line" onClick={onClose}>
              {t('staff.cancel')}
            </Button>
            <Button type="submit" form={formId} kind="primary" busy={approving.isPending} busyLabel={t('staff.busy')}>
              {t('staff.resets.approve')}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={handleSubmit}>
          <Field label={t('staff.reason.label')} required>
            <TextInput value={reason} minLength={3} maxLength={200} required onChange={({ target }) => setReason(target.value)} />
          </Field>
          <RefusalNote error={approving.error} />
        </form>
      </Dialog>
      <ConfirmFirst action={approving} />
    </>
  )
}
