import type { AuthenticatorReset } from '@saathi/contract/accounts/recovery-calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import kitCss from '../kit/kit.module.css'
import css from './page.module.css'
import { resetsQuery, useApproveReset } from './queries.ts'

/** Colleagues who lost their authenticator app and all codes; hidden if there are none. */
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
  const [reason, setReason] = useState('')
  const approving = useApproveReset(({ isDone }) => {
    onClose()
    showToast({ text: t(isDone ? 'staff.resets.done' : 'staff.resets.waiting') })
  })
  return (
    <FormDialog
      action={approving}
      title={reset.name}
      text={t('staff.resets.text')}
      button={t('staff.resets.approve')}
      onClose={onClose}
      onSubmit={() => approving.mutate({ id: reset.id, reason })}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
