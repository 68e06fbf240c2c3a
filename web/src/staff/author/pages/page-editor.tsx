import { DraftKind, type DraftContent } from '@saathi/contract/content/drafts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useStore } from '#core/store.ts'
import { Tabs } from '#core/ui/tabs.tsx'
import { QueryStates } from '../../kit/query-states.tsx'
import { RefusalNote } from '../../kit/refusal-note.tsx'
import { AskUnsaved } from '../../kit/unsaved.tsx'
import { CommentsTab } from '../comments-tab.tsx'
import { ConflictDialog } from '../conflict-dialog.tsx'
import { DraftNotes, EditorHead } from '../editor-head.tsx'
import editorCss from '../editor.module.css'
import { browserWorld } from '../browser-world.ts'
import { openEditor } from '../editor-store.ts'
import { PageForm } from './page-form.tsx'
import { PagePreview } from './page-preview.tsx'
import { titleOfPage } from './page-titles.ts'
import css from './page.module.css'
import { draftQuery, reopened } from '../queries.ts'
import { ReviewNote } from '../review-buttons.tsx'
import { useTabLabel } from '../tab-labels.ts'
import { TranslateTab } from '../translate-tab.tsx'
import { VersionsTab } from '../versions/tab.tsx'

type PageSearch = { tab?: string; language?: string; stage?: string }
const tabs = ['write', 'translate', 'versions', 'comments'] as const
const panelId = 'page-panel'

/** The editor of all content except sessions. */
export function PageEditorPage() {
  const params: { kind?: string; contentKey?: string } = useParams({ strict: false })
  const kind = DraftKind.safeParse(params.kind).data ?? 'post'
  const key = params.contentKey ?? ''
  const query = useQuery(draftQuery({ kind, key }))
  const opened = useStore(reopened)
  return <QueryStates query={query}>{(draft) => <PageEditor key={`${kind} ${key} ${opened}`} draft={draft} />}</QueryStates>
}

function PageEditor({ draft }: { draft: DraftContent }) {
  const t = useText()
  const navigate = useNavigate()
  const [editor] = useState(() => openEditor(draft, browserWorld))
  const search: PageSearch = useSearch({ strict: false })
  const state = useStore(editor.state)
  useEffect(() => editor.start(), [editor])
  const tab = tabs.find((each) => each === search.tab) ?? 'write'
  const { kind, key: contentKey } = draft
  const go = (changes: PageSearch) =>
    void navigate({
      to: '/staff/content/$kind/$contentKey',
      params: { kind, contentKey },
      search: { ...search, ...changes },
      replace: true,
    })
  const isFixed = !draft.mayWrite || draft.state === 'scheduled'
  const labelOf = useTabLabel(draft)
  const languages = draft.languages.toSorted((one, other) => one.missing - other.missing).map(({ language }) => language)
  return (
    <>
      <EditorHead draft={draft} editor={editor} title={titleOfPage(draft, t)} />
      <DraftNotes draft={draft} />
      <ReviewNote draft={draft} />
      <RefusalNote error={state.error} />
      <Tabs
        label={t('staff.content.editor')}
        tabs={tabs.map((value) => ({ value, id: `page-${value}`, label: labelOf(value) }))}
        value={tab}
        panelId={panelId}
        onChange={(to) => go({ tab: to })}
      />
      <div
        id={panelId}
        role="tabpanel"
        aria-labelledby={`page-${tab}`}
        className={tab === 'write' ? css.editor : editorCss.single}
      >
        {tab === 'write' && (
          <>
            <fieldset className={editorCss.main} disabled={isFixed}>
              <PageForm {...{ draft, editor, state, isFixed }} stage={search.stage} onStage={(stage) => go({ stage })} />
            </fieldset>
            <PagePreview draft={draft} revision={state.revision} stage={search.stage} />
          </>
        )}
        {tab === 'translate' && (
          <TranslateTab
            draftRef={draft}
            languages={languages}
            chosen={search.language}
            isFixed={isFixed}
            onChoose={(language) => go({ language })}
            onSaved={editor.noteRevision}
          />
        )}
        {tab === 'versions' && <VersionsTab draft={draft} {...{ editor, state, isFixed }} />}
        {tab === 'comments' && <CommentsTab draftRef={draft} isFixed={!draft.mayWrite} />}
      </div>
      {state.conflict && <ConflictDialog conflict={state.conflict} onSettle={editor.settle} />}
      <AskUnsaved isDirty={state.status === 'waiting' || state.status === 'refused'} />
    </>
  )
}
