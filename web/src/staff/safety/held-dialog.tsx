import type { HeldMessage } from '@saathi/contract/chat/filter'
import { type SubmitEvent, useId, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { ConfirmFirst } from '../kit/confirm-first.tsx'
import { ReasonField } from '../kit/form-dialog.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './filter.module.css'
import { useDecideHeld, useOpenHeld } from './filter-queries.ts'

/** One reason for reading and deciding. The sender can see both. */
export function HeldDialog({ held: { id, sender }, onClose }: { held: HeldMessage; onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const [reason, setReason] = useState(() => t('staff.held.reason'))
  const opening = useOpenHeld(id)
  const deciding = useDecideHeld(id, ({ isReleased }) => {
    showToast({ text: t(isReleased ? 'staff.held.released' : 'staff.held.rejected') })
    onClose()
  })
  const isBusy = opening.isPending || deciding.isPending
  const decide = (isReleased: boolean) => !isBusy && deciding.mutate({ isReleased, reason })

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!isBusy) opening.mutate(reason)
  }

  return (
    <>
      <Dialog
        open
        sheet
        onClose={onClose}
        title={t('staff.held.from', { name: sender.name })}
        text={opening.data ? undefined : t('staff.held.readText')}
        closeLabel={t('staff.cancel')}
        actions={
          opening.data ? (
            <>
              <Button kind="line" busy={deciding.isPending} busyLabel={t('staff.busy')} onClick={() => decide(false)}>
                {t('staff.held.reject')}
              </Button>
              <Button kind="primary" busy={deciding.isPending} busyLabel={t('staff.busy')} onClick={() => decide(true)}>
                {t('staff.held.release')}
              </Button>
            </>
          ) : (
            <Button type="submit" form={formId} kind="primary" busy={opening.isPending} busyLabel={t('staff.busy')}>
              {t('staff.held.read')}
            </Button>
          )
        }
      >
        {opening.data ? (
          <>
            <p className={css.words} dir="auto">
              {opening.data.text}
            </p>
            {opening.data.fileName !== null && <p className={css.meta}>{opening.data.fileName}</p>}
            <p className={css.meta}>{t('staff.held.decideText')}</p>
          </>
        ) : (
          <form id={formId} onSubmit={handleSubmit}>
            <ReasonField value={reason} onChange={setReason} />
          </form>
        )}
        <RefusalNote error={opening.error ?? deciding.error} />
      </Dialog>
      <ConfirmFirst action={opening} />
      <ConfirmFirst action={deciding} />
    </>
  )
}
