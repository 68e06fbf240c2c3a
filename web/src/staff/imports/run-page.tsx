import type { ImportRun } from '@saathi/contract/accounts/import-calls'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { upload } from '#core/ui/further-icons.ts'
import { Thread } from '#core/ui/progress/thread.tsx'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { CheckedImport } from './checked-import.tsx'
import { DoneImport, UndoneImport } from './done-import.tsx'
import css from './imports.module.css'
import { importQuery, useStartImport, useStopImport } from './queries.ts'
import { ImportSteps } from './steps.tsx'

/** One import in any state: checked, running, done or undone. */
export function ImportRunPage() {
  const t = useText()
  const params = useParams({ strict: false })
  const run = useQuery(importQuery(Number(params.runId) || 0))
  return (
    <>
      <p>
        <Link to="/staff/people">{t('staff.import.back')}</Link>
      </p>
      <QueryStates query={run}>{(found) => <Run run={found} />}</QueryStates>
    </>
  )
}

function Run({ run }: { run: ImportRun }) {
  const t = useText()
  const language = useLanguage()
  const { id, fileName, rowCount, checkedAt, state, counts } = run
  const starting = useStartImport(id)
  const count = counts.create + counts.update
  const file = t('staff.import.file', { name: fileName, count: rowCount, at: dayAndTime(checkedAt, language) })
  return (
    <>
      <PageHead
        title={t('staff.import.title')}
        text={<span dir="auto">{file}</span>}
        actions={
          <>
            <ButtonLink kind="line" render={<Link to="/staff/people/import" />}>
              <Icon of={upload} /> {t('staff.import.another')}
            </ButtonLink>
            {state === 'checked' && (
              <Button
                kind="primary"
                disabled={count === 0}
                busy={starting.isPending}
                busyLabel={t('staff.import.starting')}
                onClick={() => starting.mutate()}
              >
                {t('staff.import.run', { count })}
              </Button>
            )}
          </>
        }
      />
      <div className={css.page}>
        <RefusalNote error={starting.error} />
        <ImportSteps current={stepOf(run)} />
        {state === 'checked' && <CheckedImport run={run} />}
        {(state === 'running' || state === 'undoing') && <WorkingImport run={run} />}
        {state === 'done' && <DoneImport run={run} />}
        {state === 'undone' && <UndoneImport run={run} />}
      </div>
    </>
  )
}

function stepOf({ state, counts }: ImportRun) {
  if (state === 'checked') return counts.refused > 0 ? 'fix' : 'run'
  return state === 'running' ? 'run' : 'done'
}

function WorkingImport({ run: { id, state, progress, counts, isStopping } }: { run: ImportRun }) {
  const t = useText()
  const stopping = useStopImport(id)
  if (state === 'undoing') {
    return (
      <Card>
        <p role="status">{t('staff.import.undoing')}</p>
      </Card>
    )
  }
  const all = counts.create + counts.update
  const value = all === 0 ? 0 : (progress / all) * 100
  const text = t('staff.import.progress', { done: progress, all })
  return (
    <Card className={css.file}>
      <div className={css.cardHead}>
        <h2>{t('staff.import.running')}</h2>
        <span className={css.hint}>{text}</span>
      </div>
      <Thread value={value} label={t('staff.import.progressLabel')} valueText={text} />
      <p className={css.hint}>{t('staff.import.runningText')}</p>
      <Button
        kind="line"
        busy={stopping.isPending || isStopping}
        busyLabel={t('staff.import.stopping')}
        onClick={() => stopping.mutate()}
      >
        {t('staff.import.stop')}
      </Button>
      <RefusalNote error={stopping.error} />
    </Card>
  )
}
