import type { ImportRun } from '@saathi/contract/accounts/import-calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import css from './imports.module.css'
import { importsQuery } from './queries.ts'

/** Links to recent imports, where a check can be continued and a finished import undone. */
export function LastImports() {
  const t = useText()
  const runs = useQuery(importsQuery)
  return (
    <Card>
      <h2>{t('staff.import.last')}</h2>
      <QueryStates query={runs}>
        {(found) =>
          found.length === 0 ? (
            <p className={css.hint}>{t('staff.import.lastNone')}</p>
          ) : (
            <ol className={css.timeline}>
              {found.map((run) => (
                <RunItem key={run.id} run={run} />
              ))}
            </ol>
          )
        }
      </QueryStates>
    </Card>
  )
}

function RunItem({ run }: { run: ImportRun }) {
  const t = useText()
  const language = useLanguage()
  const { id, fileName, isOwn, by, state, rowCount, created, doneAt, undoneAt, createdAt } = run
  const who = isOwn ? t('staff.import.byYou') : by === null ? t('staff.import.byFormer') : t('staff.import.by', { name: by })
  const at = undoneAt ?? doneAt ?? createdAt
  const count = state === 'done' ? created : rowCount
  return (
    <li data-state={state}>
      <p>
        <Link to="/staff/people/import/$runId" params={{ runId: String(id) }} dir="auto">
          {fileName}
        </Link>
        <time dateTime={at}>{dayAndTime(at, language)}</time>
      </p>
      <small>
        {t(`staff.import.state.${state}`, { count })}, {who}
      </small>
    </li>
  )
}
