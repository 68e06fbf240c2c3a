import type { ContentItem } from '@saathi/contract/content/items'
import { isMandatory } from '@saathi/contract/questions/check-answers'
import { Link, useRouter } from '@tanstack/react-router'
import { type MouseEvent, useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { check, question } from '#core/ui/icons.ts'
import { plainTextOf } from '#core/ui/rich-text-blocks.ts'
import css from './content-quiz.module.css'
import { useSessionContext } from './session-context.ts'
import { useStepHistory } from './use-step-history.ts'
import { useWaitingQuiz } from './waiting.ts'

type QuizContentProps = { item: ContentItem; session: number; step: number }

export function QuizContent({ item, session, step }: QuizContentProps) {
  const t = useText()
  const router = useRouter()
  const { isReadOnly, mentorship, toQuiz } = useSessionContext()
  const history = useStepHistory(session, step)
  const titleId = useId()
  const { quiz, isAnswered, allowRetake } = item
  const waiting = useWaitingQuiz({ session, step, quiz: quiz?.id ?? 0 }, mentorship)
  if (!quiz || quiz.questions.length === 0) return null
  const help = plainTextOf(quiz.localeHelpText || quiz.helpText || '')
  const status = isAnswered ? 'quizAnswered' : isMandatory(quiz.questions) ? 'quizNeeded' : 'quizFree'
  const link = toQuiz(session, step, quiz.id)
  /** The page stays until the quiz script is loaded; a second press would add the quiz to the history twice. */
  function handlePress(event: MouseEvent) {
    const isPlain = !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey
    if (isPlain && router.latestLocation.href === router.buildLocation(link).href) event.preventDefault()
  }
  const render = <Link {...link} state={history.next} onClick={handlePress} />
  return (
    <section className={classNames(css.quiz, isAnswered && css.answered)} aria-labelledby={titleId}>
      <span className={css.sign}>
        <Icon of={isAnswered ? check : question} size={28} />
      </span>
      <div className={css.words}>
        <b id={titleId}>{t('learning.step.quiz')}</b>
        {help !== '' && <p>{help}</p>}
        <p className={css.facts}>
          {t('learning.step.questions', { count: quiz.questions.length })}
          {(isAnswered || !isReadOnly) && ` · ${t(`learning.step.${status}`)}`}
        </p>
        {waiting && <p className={css.facts}>{t(waiting.refusal?.text ?? 'outbox.here')}</p>}
        {isAnswered && !waiting && !isReadOnly && !allowRetake && (
          <p className={css.facts}>{t('learning.quiz.retakeNotAllowed')}</p>
        )}
      </div>
      {isAnswered && (
        <ButtonLink kind="line" className={css.button} render={render}>
          {t(allowRetake && !isReadOnly ? 'learning.step.retake' : 'learning.step.seeAnswers')}
        </ButtonLink>
      )}
      {!isAnswered && !isReadOnly && (
        <ButtonLink kind="accent" className={css.button} render={render}>
          {t('learning.step.takeQuiz')}
        </ButtonLink>
      )}
    </section>
  )
}
