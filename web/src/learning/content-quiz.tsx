import type { ContentItem } from '@saathi/contract/content/items'
import { isMandatory } from '@saathi/contract/questions/check-answers'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { check, question } from '#core/ui/icons.ts'
import { plainTextOf } from '#core/ui/rich-text-blocks.ts'
import css from './content-quiz.module.css'
import { useJourney } from './journey.ts'
import { useWalk } from './use-walk.ts'

type QuizContentProps = { item: ContentItem; session: number; step: number }

export function QuizContent({ item, session, step }: QuizContentProps) {
  const t = useText()
  const { isReadOnly, toQuiz } = useJourney()
  const walk = useWalk(session, step)
  const titleId = useId()
  const { quiz, isAnswered, allowRetake } = item
  if (!quiz || quiz.questions.length === 0) return null
  const help = plainTextOf(quiz.localeHelpText || quiz.helpText || '')
  const standing = isAnswered ? 'quizAnswered' : isMandatory(quiz.questions) ? 'quizNeeded' : 'quizFree'
  const render = <Link {...toQuiz(session, step, quiz.id)} state={walk.next} />
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
          {(isAnswered || !isReadOnly) && ` · ${t(`learning.step.${standing}`)}`}
        </p>
        {isAnswered && !isReadOnly && !allowRetake && <p className={css.facts}>{t('learning.quiz.retakeNotAllowed')}</p>}
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
