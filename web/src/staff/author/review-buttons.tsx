import type { DraftContent } from '@saathi/contract/content/drafts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { eye } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './editor.module.css'
import type { Editor } from './editor-store.ts'
import { useDraftAct } from './queries.ts'

/** Lets a second person approve the draft or ask for changes. */
export function ReviewNote({ draft }: { draft: DraftContent }) {
  const t = useText()
  const { revision, askedBy, approvedBy, returnedBy, mayApprove, needsReview, mayWrite, hasChanges } = draft
  const acting = useDraftAct(draft, ({ act }) => showToast({ text: t(`staff.content.done.${act}`) }))
  if (!mayWrite || !hasChanges) return null
  const isAsked = draft.state === 'in_review'
  if (approvedBy !== null) return <Note tone="info">{t('staff.content.approved', { name: approvedBy })}</Note>
  if (!isAsked && !needsReview && !draft.isReturned) return null
  const text = isAsked
    ? t('staff.content.asked', { name: askedBy ?? t('staff.content.conflict.colleague') })
    : draft.isReturned
      ? t('staff.content.returned', { name: returnedBy ?? t('staff.content.conflict.colleague') })
      : t('staff.content.reviewNeeded')
  return (
    <Note tone="info">
      <p>{text}</p>
      <div className={css.add}>
        {isAsked && mayApprove && (
          <>
            <Button kind="line" size="sm" onClick={() => acting.mutate({ act: 'approve', revision })}>
              {t('staff.content.approve')}
            </Button>
            <Button kind="line" size="sm" onClick={() => acting.mutate({ act: 'return', revision })}>
              {t('staff.content.giveBack')}
            </Button>
          </>
        )}
      </div>
      <RefusalNote error={acting.error} />
    </Note>
  )
}

/** Asks for a review. Saves unsaved text first. */
export function AskForReview({ draft, editor }: { draft: DraftContent; editor: Editor }) {
  const t = useText()
  const acting = useDraftAct(draft, ({ act }) => showToast({ text: t(`staff.content.done.${act}`) }))
  async function handleAsk() {
    if (await editor.flush()) acting.mutate({ act: 'ask', revision: editor.state.get().revision })
  }
  return (
    <>
      <Button kind="line" busy={acting.isPending} busyLabel={t('staff.busy')} onClick={() => void handleAsk()}>
        <Icon of={eye} size={18} /> {t('staff.content.askForReview')}
      </Button>
      <RefusalNote error={acting.error} />
    </>
  )
}
