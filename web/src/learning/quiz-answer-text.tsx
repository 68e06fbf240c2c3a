import type { QuizAnswer } from '@saathi/contract/learning/quiz-calls'
import { formatNumber } from '@saathi/contract/core/message'
import { type Question, typeOf } from '@saathi/contract/questions/entities'
import { scaleOptions } from '@saathi/contract/questions/scale'
import { longDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { shortName, wordsOfStep } from '#questions/public.ts'
import css from './quiz-result.module.css'

type QuizAnswerTextProps = { question: Question; answer: QuizAnswer['answer'] }

/** Read-only text of an answer that is not a choice. */
export function QuizAnswerText({ question, answer }: QuizAnswerTextProps) {
  const t = useText()
  const language = useLanguage()
  const type = typeOf(question)
  if (type === 'Password') return t('learning.quiz.result.hidden')
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
  if (typeof answer === 'number') {
    const scale = scaleOptions(question)
    return scale ? <OnScale question={question} answer={answer} /> : formatNumber(answer)
  }
  if (typeof answer !== 'string') return String(answer)
  if (type === 'Date') return longDay(answer, language)
  if (type === 'PhoneNumber') return <span dir="ltr">+{answer}</span>
  return (
    <span className={css.written} dir="auto">
      {answer}
    </span>
  )
}

function OnScale({ question, answer }: { question: Question; answer: number }) {
  const t = useText()
  const steps = scaleOptions(question) ?? []
  const step = steps.find(({ option }) => option === answer)
  const word = step && wordsOfStep(question, step, t)
  if (word) return `${answer} · ${word}`
  return t('learning.quiz.count', { number: answer, total: Math.max(...steps.map(({ option }) => option)) })
}
