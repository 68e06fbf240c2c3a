import type { DraftContent } from '@saathi/contract/content/drafts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useStore } from '#core/store.ts'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { back } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { Tabs } from '#core/ui/tabs.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { AskUnsaved } from '../kit/unsaved.tsx'
import css from './editor.module.css'
import { CommentsTab } from './comments-tab.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type Editor, openEditor } from './editor-store.ts'
import { FiguresTab } from './figures-tab.tsx'
import { Preview } from './preview.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { QuizTab } from './quiz-tab.tsx'
import { draftQuery, reopened } from './queries.ts'
import { AskForReview, ReviewNote } from './review-buttons.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { StateChip } from './state-chip.tsx'
import { StepList } from './step-list.tsx'
import { sessionIn } from './parts.ts'
import { TranslateTab } from './translate-tab.tsx'
import { WriteTab } from './write-tab.tsx'

type EditorSearch = { tab?: string; step?: string; quiz?: string; language?: string }
const tabs = ['write', 'quiz', 'translate', 'comments', 'figures', 'settings'] as const
const panelId = 'editor-panel'

export function SessionEditorPage() {
  const { sessionKey = '' }: { sessionKey?: string } = useParams({ strict: false })
  const query = useQuery(draftQuery(sessionKey))
  const opened = useStore(reopened)
  return <QueryStates query={query}>{(draft) => <SessionEditor key={`${sessionKey} ${opened}`} draft={draft} />}</QueryStates>
}

function SessionEditor({ draft }: { draft: DraftContent }) {
  const t = useText()
  const navigate = useNavigate()
  const [editor] = useState(() => openEditor(draft.key, draft))
  const search: EditorSearch = useSearch({ strict: false })
  const state = useStore(editor.state)
  useEffect(() => editor.start(), [editor])
  const session = sessionIn(state.bodies)
  const tab = tabs.find((each) => each === search.tab) ?? 'write'
  const stepKey = session.steps.find(({ key }) => key === search.step)?.key ?? session.steps[0]?.key ?? ''
  const go = (changes: EditorSearch) =>
    void navigate({
      to: '/staff/content/session/$sessionKey',
      params: { sessionKey: draft.key },
      search: { ...search, step: stepKey, ...changes },
      replace: true,
    })
  const isFixed = !draft.mayWrite || draft.state === 'scheduled'
  const parts = { editor, state, session, stepKey, isFixed }
  return (
    <>
      <EditorHead draft={draft} editor={editor} title={session.title || draft.key} />
      <DraftNotes draft={draft} />
      <ReviewNote draft={draft} />
      <RefusalNote error={state.error} />
      <Tabs
        label={t('staff.content.editor')}
        tabs={tabs.map((value) => ({ value, id: `editor-${value}`, label: t(`staff.content.part.${value}`) }))}
        value={tab}
        panelId={panelId}
        onChange={(to) => go({ tab: to })}
      />
      <div
        id={panelId}
        role="tabpanel"
        aria-labelledby={`editor-${tab}`}
        className={tab === 'write' || tab === 'quiz' ? css.editor : css.single}
      >
        {tab === 'settings' && <SettingsTab {...parts} />}
        {tab === 'translate' && (
          <TranslateTab
            sessionKey={draft.key}
            // The one that is nearly done comes first.
            languages={draft.languages.toSorted((one, other) => one.missing - other.missing).map(({ language }) => language)}
            chosen={search.language}
            isFixed={isFixed}
            onChoose={(language) => go({ language })}
            onSaved={editor.noteRevision}
          />
        )}
        {tab === 'comments' && <CommentsTab sessionKey={draft.key} isFixed={!draft.mayWrite} />}
        {tab === 'figures' && <FiguresTab sessionKey={draft.key} />}
        {(tab === 'write' || tab === 'quiz') && (
          <>
            <StepList {...parts} onChoose={(step) => go({ step })} />
            <fieldset className={css.main} disabled={isFixed}>
              {tab === 'write' ? (
                <WriteTab key={stepKey} {...parts} onQuiz={(quiz) => go({ tab: 'quiz', quiz })} />
              ) : (
                <QuizTab {...parts} chosen={search.quiz} locked={draft.locked} onChoose={(quiz) => go({ quiz })} />
              )}
            </fieldset>
            <Preview
              sessionKey={draft.key}
              state={state}
              stepKey={stepKey}
              languages={draft.languages.map(({ language }) => language)}
              part={tab}
            />
          </>
        )}
      </div>
      {state.conflict && <ConflictDialog conflict={state.conflict} onSettle={editor.settle} />}
      <AskUnsaved isDirty={state.status === 'waiting' || state.status === 'refused'} />
    </>
  )
}

type EditorHeadProps = { draft: DraftContent; editor: Editor; title: string }

function EditorHead({ draft, editor, title }: EditorHeadProps) {
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
  const isOffered = draft.mayWrite && (hasChanges || draft.state === 'taken_back' || draft.state === 'published')
  return (
    <header className={css.head}>
      <title>{`${title} · ${t('staff.brand')} · ${t('app.name')}`}</title>
      <Link to="/staff/content" className={css.back} aria-label={t('staff.content.all')}>
        <Icon of={back} />
      </Link>
      <div className={css.title}>
        <h1 dir="auto">{title}</h1>
        <p>
          <StateChip state={shown} version={draft.version} />
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
          {t(draft.state === 'published' && !hasChanges ? 'staff.content.way.takeBackButton' : 'staff.content.publish')}
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

function DraftNotes({ draft }: { draft: DraftContent }) {
  const t = useText()
  const language = useLanguage()
  if (!draft.mayWrite) return <Note tone="info">{t('staff.content.readOnly')}</Note>
  if (!draft.scheduledFor) return null
  return <Note tone="info">{t('staff.content.scheduledFor', { time: dayAndTime(draft.scheduledFor, language) })}</Note>
}
