import type { DraftContent } from '@saathi/contract/content/drafts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useStore } from '#core/store.ts'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { back } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import css from './editor.module.css'
import type { Editor } from './editor-store.ts'
import { canBeTakenBack, PublishDialog } from './publish-dialog.tsx'
import { AskForReview } from './review-buttons.tsx'
import { StateChip } from './state-chip.tsx'

type EditorHeadProps = { draft: DraftContent; editor: Editor; title: string }

/** The title, what is saved, and publishing. */
export function EditorHead({ draft, editor, title }: EditorHeadProps) {
  const t = useText()
  const language = useLanguage()
  const { status, savedAt, revision, problems } = useStore(editor.state)
  const [isPublishing, setPublishing] = useState(false)
  const hasChanges = draft.hasChanges || savedAt !== null || status !== 'saved'
  const shown =
    draft.state === 'scheduled' || (draft.state === 'in_review' && revision === draft.revision)
      ? draft.state
      : hasChanges
        ? 'draft'
        : draft.state
  const isOut = draft.state === 'published' && !hasChanges
  const isOffered = draft.mayWrite && (hasChanges || draft.state === 'taken_back' || (isOut && canBeTakenBack(draft.kind)))
  const isNumbered = draft.kind === 'session' || draft.kind === 'legal'
  return (
    <header className={css.head}>
      <title>{`${title} · ${t('staff.brand')} · ${t('app.name')}`}</title>
      <Link to="/staff/content" search={{ kind: draft.kind }} className={css.back} aria-label={t('staff.content.all')}>
        <Icon of={back} />
      </Link>
      <div className={css.title}>
        <h1 dir="auto">{title}</h1>
        <p>
          <StateChip state={shown} version={isNumbered ? draft.version : null} />
          <span role="status">
            {status === 'saved' && savedAt
              ? t('staff.content.savedAt', { time: dayAndTime(savedAt, language) })
              : t(`staff.content.save.${status}`)}
          </span>
          {problems.length > 0 && <span>{t('staff.content.problems', { count: problems.length })}</span>}
        </p>
      </div>
      {draft.mayWrite && hasChanges && draft.state !== 'scheduled' && draft.state !== 'in_review' && (
        <AskForReview draft={draft} editor={editor} />
      )}
      {isOffered && (
        <Button kind={hasChanges ? 'primary' : 'line'} onClick={() => setPublishing(true)}>
          {t(isOut ? 'staff.content.way.takeBackButton' : 'staff.content.publish')}
        </Button>
      )}
      {isPublishing && (
        <PublishDialog
          draft={draft}
          editor={editor}
          hasChanges={hasChanges}
          revision={revision}
          onClose={() => setPublishing(false)}
        />
      )}
    </header>
  )
}

export function DraftNotes({ draft }: { draft: DraftContent }) {
  const t = useText()
  const language = useLanguage()
  if (!draft.mayWrite) return <Note tone="info">{t('staff.content.readOnly')}</Note>
  if (!draft.scheduledFor) return null
  return <Note tone="info">{t('staff.content.scheduledFor', { time: dayAndTime(draft.scheduledFor, language) })}</Note>
}
