import type { FileProblem } from '@saathi/contract/content/exchange-calls'
import { useText } from '#core/i18n/texts.tsx'
import { Note } from '#core/ui/note.tsx'
import css from './exchange.module.css'

type ImportProblemsProps = { problems: readonly FileProblem[]; count: number }

/** Every mistake with its file, line and field. */
export function ImportProblems({ problems, count }: ImportProblemsProps) {
  const t = useText()
  const placeOf = ({ line, field }: FileProblem) =>
    [line !== null && t('staff.exchange.line', { line }), field].filter(Boolean).join(', ')
  return (
    <>
      <Note tone="bad" live="alert" title={t('staff.exchange.problems', { count })}>
        {t('staff.exchange.problemsText')}
      </Note>
      <ul className={css.rows} aria-label={t('staff.exchange.problems', { count })}>
        {problems.map((problem, at) => (
          <li key={at} dir="ltr">
            <b>{problem.file || t('staff.exchange.archive')}</b> {placeOf(problem) && <small>{placeOf(problem)}</small>}
            <span>{problem.text}</span>
          </li>
        ))}
      </ul>
      {count > problems.length && <p className={css.hint}>{t('staff.exchange.more', { count: count - problems.length })}</p>}
    </>
  )
}
