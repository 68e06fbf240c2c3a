import type { ImportPlan as Plan, PlannedEntry } from '@saathi/contract/content/exchange-calls'
import { useText } from '#core/i18n/texts.tsx'
import { Note } from '#core/ui/note.tsx'
import css from './exchange.module.css'

export const isChange = ({ change }: PlannedEntry): boolean => change !== 'same' && change !== 'absent'
const MAX_FILES = 6

/** The items that would be new, changed or removed; the rest is only counted. */
export function ImportPlan({ plan: { entries } }: { plan: Plan }) {
  const t = useText()
  const countOf = (wanted: PlannedEntry['change']) => entries.filter(({ change }) => change === wanted).length
  const changes = entries.filter(isChange)
  const counts = { new: countOf('new'), changed: countOf('changed'), removed: countOf('removed'), same: countOf('same') }
  if (changes.length === 0)
    return (
      <Note tone="info" live="status">
        {t('staff.exchange.nothing')}
      </Note>
    )
  return (
    <>
      <Note tone="ok" live="status" title={t('staff.exchange.counts', counts)}>
        {countOf('absent') > 0 && t('staff.exchange.absent', { count: countOf('absent') })}
      </Note>
      <ul className={css.rows} aria-label={t('staff.exchange.changes')}>
        {changes.map((entry) => (
          <Change key={`${entry.kind} ${entry.key}`} entry={entry} />
        ))}
      </ul>
    </>
  )
}

function Change({ entry: { kind, key, change, files, hasDraft } }: { entry: PlannedEntry }) {
  const t = useText()
  const isNamed = kind !== key
  const shown = files.slice(0, MAX_FILES).join(', ')
  return (
    <li>
      <b>
        {t(`staff.exchange.kind.${kind}`)} {isNamed && <span dir="ltr">{key}</span>}
      </b>{' '}
      <small>{t(`staff.exchange.change.${change}`)}</small>
      {isNamed && files.length > 0 && (
        <span dir="ltr">
          {shown}
          {files.length > MAX_FILES && ' …'}
        </span>
      )}
      {hasDraft && <em>{t('staff.exchange.hasDraft')}</em>}
    </li>
  )
}
