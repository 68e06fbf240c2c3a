import { formatNumber } from '@saathi/contract/core/message'
import { type Question, typeOf } from '@saathi/contract/questions/entities'
import { optionsInOrder } from '@saathi/contract/questions/order'
import { scaleOptions } from '@saathi/contract/questions/scale'
import type { SurveyAnswer } from '@saathi/contract/surveys/calls'
import { longDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { shortName, wordsOfStep } from '#questions/public.ts'
import css from './answers.module.css'

type AnswerTextProps = { question: Question; answer: SurveyAnswer['answer'] }

/** Read-only text of an answer: the chosen labels, a file link, or only that a password was given. */
export function AnswerText({ question, answer }: AnswerTextProps) {
  const t = useText()
  const language = useLanguage()
  const type = typeOf(question)
  if (type === 'Password' || typeof answer === 'boolean') return t('surveys.answers.hidden')
  if (typeof answer === 'object' && 'url' in answer) {
    return (
      <a href={answer.url} target="_blank" rel="noopener noreferrer" className={css.file}>
        <span aria-hidden="true" title={answer.name}>
          {shortName(answer.name)}
        </span>
        <span className="sr">{answer.name}</span>
      </a>
    )
  }
  const keys: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
  const chosen = optionsInOrder(question.answerOptions).filter(({ key }) => keys.includes(key))
  if (chosen.length > 0) return chosen.map(({ label, localeLabel }) => localeLabel || label).join(', ')
  if (typeof answer === 'number') {
    const step = scaleOptions(question)?.find(({ option }) => option === answer)
    const word = step && wordsOfStep(question, step, t)
    return word ? `${answer} · ${word}` : formatNumber(answer)
  }
  if (typeof answer !== 'string') return answer.join(', ')
  if (type === 'Date') return longDay(answer, language)
  if (type === 'PhoneNumber') return <span dir="ltr">+{answer}</span>
  return (
    <span className={css.written} dir="auto">
      {answer}
    </span>
  )
}
