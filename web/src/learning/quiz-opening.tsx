import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { useText } from '#core/i18n/texts.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { repeat } from '#core/ui/icons.ts'
import css from './quiz-form.module.css'

type QuizOpeningProps = { state: QuizState; isRestored: boolean; isFirst: boolean }

/** Above the first question shown: retake notice, restored answers and the quiz's help text. */
export function QuizOpening({ state, isRestored, isFirst }: QuizOpeningProps) {
  const t = useText()
  const isRetake = state.attempts > 0
  const help = isFirst && (state.quiz.localeHelpText || state.quiz.helpText)
  if (!isRetake && !isRestored && !help) return null
  return (
    <div className={css.opening}>
      {isRetake && (
        <p className={css.standing}>
          <Chip tone="primary" icon={repeat}>
            {t('learning.quiz.retake')}
          </Chip>
          {!isRestored && t('learning.quiz.retakeText')}
        </p>
      )}
      {isRestored && <p className={css.standing}>{t('learning.quiz.kept')}</p>}
      {help && <p>{help}</p>}
    </div>
  )
}
