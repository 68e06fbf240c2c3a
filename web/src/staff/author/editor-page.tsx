import type { DraftContent } from '@saathi/contract/content/drafts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useStore } from '#core/store.ts'
import { Tabs } from '#core/ui/tabs.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { AskUnsaved } from '../kit/unsaved.tsx'
import css from './editor.module.css'
import { CommentsTab } from './comments-tab.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { browserWorld } from './browser-world.ts'
import { openEditor } from './editor-store.ts'
import { DraftNotes, EditorHead } from './editor-head.tsx'
import { FiguresTab } from './figures-tab.tsx'
import { Preview } from './preview.tsx'
import { QuizTab } from './quiz-tab.tsx'
import { draftQuery, reopened, usePictureSizes } from './queries.ts'
import { ReviewNote } from './review-buttons.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { StepList } from './step-list.tsx'
import { quizIn, sessionIn, stepIn } from './parts.ts'
import { useTabLabel } from './tab-labels.ts'
import { TranslateTab } from './translate-tab.tsx'
import { VersionsTab } from './versions/tab.tsx'
import { weightOf } from './media/weight.ts'
import { WriteTab } from './write-tab.tsx'

type EditorSearch = { tab?: string; step?: string; quiz?: string; question?: string; language?: string }
const tabs = ['write', 'quiz', 'translate', 'versions', 'comments', 'figures', 'settings'] as const
const panelId = 'editor-panel'

export function SessionEditorPage() {
  const { sessionKey = '' }: { sessionKey?: string } = useParams({ strict: false })
  const query = useQuery(draftQuery({ kind: 'session', key: sessionKey }))
  const opened = useStore(reopened)
  return <QueryStates query={query}>{(draft) => <SessionEditor key={`${sessionKey} ${opened}`} draft={draft} />}</QueryStates>
}

function SessionEditor({ draft }: { draft: DraftContent }) {
  const t = useText()
  const navigate = useNavigate()
  const [editor] = useState(() => openEditor(draft, browserWorld))
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
  const sizes = usePictureSizes(draft.media)
  const isFixed = !draft.mayWrite || draft.state === 'scheduled'
  const parts = { editor, state, session, stepKey, isFixed }
  const questions = stepIn(state.bodies, stepKey).blocks.flatMap(({ quiz }) => (quiz ? quizIn(state.bodies, quiz).questions : []))
  const labelOf = useTabLabel(draft, questions.length)
  return (
    <>
      <EditorHead draft={draft} editor={editor} title={session.title || draft.key} />
      <DraftNotes draft={draft} />
      <ReviewNote draft={draft} />
      <RefusalNote error={state.error} />
      <Tabs
        label={t('staff.content.editor')}
        tabs={tabs.map((value) => ({ value, id: `editor-${value}`, label: labelOf(value) }))}
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
            draftRef={draft}
            // The most complete language comes first.
            languages={draft.languages.toSorted((one, other) => one.missing - other.missing).map(({ language }) => language)}
            chosen={search.language}
            isFixed={isFixed}
            onChoose={(language) => go({ language })}
            onSaved={editor.noteRevision}
          />
        )}
        {tab === 'versions' && <VersionsTab draft={draft} {...parts} />}
        {tab === 'comments' && <CommentsTab draftRef={draft} isFixed={!draft.mayWrite} />}
        {tab === 'figures' && <FiguresTab draftRef={draft} />}
        {(tab === 'write' || tab === 'quiz') && (
          <>
            <StepList {...parts} sizes={sizes} onChoose={(step) => go({ step })} />
            <fieldset className={css.main} disabled={isFixed}>
              {tab === 'write' ? (
                <WriteTab key={stepKey} {...parts} onQuiz={(quiz) => go({ tab: 'quiz', quiz })} />
              ) : (
                <QuizTab
                  {...parts}
                  chosen={search.quiz}
                  asked={search.question}
                  locked={draft.locked}
                  onChoose={(quiz) => go({ quiz })}
                />
              )}
            </fieldset>
            <Preview
              draftRef={draft}
              state={state}
              stepKey={stepKey}
              languages={draft.languages.map(({ language }) => language)}
              part={tab}
              bytes={weightOf(stepIn(state.bodies, stepKey), state.bodies, sizes)}
            />
          </>
        )}
      </div>
      {state.conflict && <ConflictDialog conflict={state.conflict} onSettle={editor.settle} />}
      <AskUnsaved isDirty={state.status === 'waiting' || state.status === 'refused'} />
    </>
  )
}
