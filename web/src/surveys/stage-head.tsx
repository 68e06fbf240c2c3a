import { mustBeAnswered } from '@saathi/contract/questions/check-answers'
import type { Stage } from '@saathi/contract/surveys/entities'
import { useText } from '#core/i18n/texts.tsx'
import { Thread } from '#core/ui/progress/thread.tsx'
import type { OpenPage } from './open-pages.ts'
import css from './stage-frame.module.css'
import { SurveyClose } from './survey-close.tsx'
import { nameOf, pageTextOf } from './survey-words.ts'

// The bar turns green at 100, which means submitted.
const lastBeforeSent = 99

type StageHeadProps = { survey: number; number: number; total: number; countId: string }

export function StageHead({ survey, number, total, countId }: StageHeadProps) {
  const t = useText()
  return (
    <header className={css.head}>
      <SurveyClose label={t('surveys.stage.close')} survey={survey} />
      <Thread
        className={css.thread}
        value={Math.min(lastBeforeSent, (number / total) * 100)}
        label={t('surveys.stage.progress')}
        valueText={t('surveys.stage.place', { number, total })}
      />
      <span className={css.count} id={countId}>
        {t('surveys.stage.count', { number, total })}
      </span>
    </header>
  )
}

type StageOpeningProps = { stage: Stage; page: OpenPage | undefined; title: string; isRestored: boolean }

/** The part of the survey, the page's text, and the meaning of the asterisk. */
export function StageOpening({ stage, page, title, isRestored }: StageOpeningProps) {
  const t = useText()
  const text = page && pageTextOf(page.page)
  const { number, total } = stage
  return (
    <div className={css.opening}>
      {total > 1 && <p className={css.part}>{t('surveys.stage.part', { number, total, name: nameOf(stage) })}</p>}
      <h1 tabIndex={-1}>{title}</h1>
      {text && <p>{text}</p>}
      {page?.questions.some(mustBeAnswered) && <Legend />}
      {isRestored && <p>{t('surveys.stage.kept')}</p>}
    </div>
  )
}

/** In the same colour as at the questions. */
function Legend() {
  const t = useText()
  const [before = '', ...after] = t('surveys.stage.required').split('*')
  return (
    <p>
      {before}
      <span className={css.mark}>*</span>
      {after.join('*')}
    </p>
  )
}
