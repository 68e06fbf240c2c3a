import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { useText } from '#core/i18n/texts.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { repeat } from '#core/ui/icons.ts'
import css from './quiz-form.module.css'

type QuizOpeningProps = { state: QuizState; wasKept: boolean; isFirst: boolean }

/** Above the question one begins with: that it is a further try, what is filled in already, and what the quiz is about. */
export function QuizOpening({ state, wasKept, isFirst }: QuizOpeningProps) {
  const t = useText()
  const isRetake = state.attempts > 0
  const help = isFirst && (state.quiz.localeHelpText || state.quiz.helpText)
  if (!isRetake && !wasKept && !help) return null
  return (
    <div className={css.opening}>
      {isRetake && (
        <p className={css.standing}>
          <Chip tone="primary" icon={repeat}>
            {t('learning.quiz.retake')}
          </Chip>
          {!wasKept && t('learning.quiz.retakeText')}
        </p>
      )}
      {wasKept && <p className={css.standing}>{t('learning.quiz.kept')}</p>}
      {help && <p>{help}</p>}
    </div>
  )
}
