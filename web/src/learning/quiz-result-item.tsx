import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import type { AnswerOption, Question } from '@saathi/contract/questions/entities'
import { optionsInOrder } from '@saathi/contract/questions/order'
import { useText } from '#core/i18n/texts.tsx'
import { bulb } from '#core/ui/basic-icons.ts'
import { Chip } from '#core/ui/chip.tsx'
import { check } from '#core/ui/icons.ts'
import { QuizAnswerText } from './quiz-answer-text.tsx'
import css from './quiz-result.module.css'

/** A question with the own answer, its mark, and the right option if the server reveals it. */
export function QuizResultItem({ state, question }: { state: QuizState; question: Question }) {
  const t = useText()
  const mark = state.results.find(({ questionKey }) => questionKey === question.key)
  const answer = state.answers.find(({ questionKey }) => questionKey === question.key)?.answer
  const options = optionsInOrder(question.answerOptions)
  const chosenKeys: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
  const chosen = options.filter(({ key }) => chosenKeys.includes(key))
  // After a right answer it would repeat the same option.
  const right = mark?.isCorrect ? [] : options.filter(({ isCorrect }) => isCorrect)
  return (
    <li className={css.item}>
      <h2 className={css.question}>{question.localeTitle || question.title}</h2>
      {mark && <Mark isRight={mark.isCorrect} />}
      <dl className={css.answers}>
        <div data-mark={mark && (mark.isCorrect ? 'right' : 'wrong')}>
          <dt>{t('learning.quiz.result.yours')}</dt>
          {answer === undefined && <dd className={css.open}>{t('learning.quiz.result.open')}</dd>}
          {answer !== undefined && chosen.length === 0 && (
            <dd>
              <QuizAnswerText question={question} answer={answer} />
            </dd>
          )}
          {chosen.map((option) => (
            <Chosen key={option.key} option={option} />
          ))}
        </div>
        {right.length > 0 && (
          <div data-mark="right">
            <dt>{t('learning.quiz.result.correct')}</dt>
            {right.map((option) => (
              <Chosen key={option.key} option={option} />
            ))}
          </div>
        )}
      </dl>
    </li>
  )
}

function Mark({ isRight }: { isRight: boolean }) {
  const t = useText()
  return (
    <p>
      <Chip tone={isRight ? 'ok' : 'warn'} icon={isRight ? check : bulb}>
        {t(isRight ? 'learning.quiz.result.right' : 'learning.quiz.result.wrong')}
      </Chip>
    </p>
  )
}

function Chosen({ option }: { option: AnswerOption }) {
  const help = option.localeHelpText || option.helpText
  return (
    <dd>
      <span className={css.label}>{option.localeLabel || option.label}</span>
      {help && <span className={css.help}>{help}</span>}
    </dd>
  )
}
