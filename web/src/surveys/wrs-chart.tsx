import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { nameOf } from './survey-words.ts'
import css from './wrs-chart.module.css'
import type { AreaScore } from './wrs-scores.ts'

/** Bars, and the same data as a table for screen readers. */
export function WrsChart({ areas }: { areas: readonly AreaScore[] }) {
  const t = useText()
  const language = useLanguage()
  const sourceOf = ({ newest }: AreaScore) =>
    t('readiness.from', { survey: nameOf(newest.survey), day: shortDay(newest.scoredAt, language) })
  const pastOf = ({ earlier }: AreaScore) => earlier.map(({ score, month }) => t('readiness.was', { score, month })).join(' · ')
  return (
    <>
      <ul className={css.chart} aria-hidden="true">
        {areas.map((area) => (
          <li key={area.key} className={css.area}>
            <span className={css.name}>{area.name}</span>
            <b className={css.score}>{area.newest.score}</b>
            <Bar area={area} />
            <span className={css.source}>{sourceOf(area)}</span>
            <span className={css.past}>{pastOf(area)}</span>
          </li>
        ))}
      </ul>
      <div className="sr">
        <table>
          <caption>{t('readiness.chart')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('readiness.area')}</th>
              <th scope="col">{t('readiness.score')}</th>
              <th scope="col">{t('readiness.source')}</th>
              <th scope="col">{t('readiness.earlier')}</th>
            </tr>
          </thead>
          <tbody>
            {areas.map((area) => (
              <tr key={area.key}>
                <th scope="row">{area.name}</th>
                <td>{t('readiness.overallValue', { score: area.newest.score })}</td>
                <td>{sourceOf(area)}</td>
                <td>{pastOf(area) || t('readiness.never')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Bar({ area: { newest, earlier } }: { area: AreaScore }) {
  return (
    <span className={css.bar}>
      <span className={css.fill} style={{ inlineSize: `${newest.score}%` }} />
      {earlier.map(({ scoredAt, score }) => (
        <span key={scoredAt} className={css.mark} style={{ insetInlineStart: `${score}%` }} />
      ))}
    </span>
  )
}
