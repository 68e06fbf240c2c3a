import { formatNumber } from '@saathi/contract/core/message'
import type { QuizState, QuizAnswer } from '@saathi/contract/learning/quiz-calls'
import { type AnswerOption, type Question, typeOf } from '@saathi/contract/questions/entities'
import { inOrder, optionsInOrder } from '@saathi/contract/questions/order'
import { scaleOptions } from '@saathi/contract/questions/scale'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import allDone from '#art/all-done.svg'
import { dayAndTime, longDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { usePageShown } from '#core/second-press.ts'
import { bulb } from '#core/ui/basic-icons.ts'
import { ButtonLink } from '#core/ui/button.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { check } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import own from '#core/ui/own-bar.module.css'
import { PushOffer } from '#notices/public.ts'
import { runnerFrame as frame, shortName, wordsOfStep } from '#questions/public.ts'
import { type QuizAddress, useQuizLinks } from './address.ts'
import { QuizClose } from './form.tsx'
import css from './result.module.css'
import { useSessionContext } from '../session/context.tsx'

/** The submitted answers and their marks, read-only. */
export function QuizResult({ state, address }: { state: QuizState; address: QuizAddress }) {
  const t = useText()
  const language = useLanguage()
  const { isReadOnly, notice } = useSessionContext()
  const { toQuiz, toStep } = useQuizLinks(address)
  const title = useRef<HTMLHeadingElement>(null)
  const isMarked = state.results.length > 0

  // 'Back to the step' appears where 'Submit' was, and a second tap must not press it.
  usePageShown('result')

  // Replaces the form or loads with the page. In both cases screen readers should start here.
  useEffect(() => {
    window.scrollTo({ top: 0 })
    title.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className={classNames(frame.frame, own.page)}>
      <header className={frame.head}>
        <QuizClose address={address} />
      </header>
      <div className={css.body}>
        <div className={css.thanks}>
          <img src={allDone} alt="" width={180} height={135} />
          <h1 ref={title} tabIndex={-1}>
            {t(isMarked ? 'learning.quiz.result.title' : 'learning.quiz.result.answers')}
          </h1>
          {isMarked && <Score state={state} />}
          {state.submittedAt && (
            <p className={css.sentAt}>{t('learning.quiz.result.sentAt', { time: dayAndTime(state.submittedAt, language) })}</p>
          )}
        </div>
        {notice}
        {!isReadOnly && !state.canAnswer && (
          <Note tone="calm" className={css.closed}>
            {t('learning.quiz.retakeNotAllowed')}
          </Note>
        )}
        <ol className={css.list} aria-label={t('learning.quiz.result.answers')}>
          {inOrder(state.quiz.questions).map((question) => (
            <QuizResultItem key={question.key} state={state} question={question} />
          ))}
        </ol>
        <Suspense fallback={null}>
          <PushOffer />
        </Suspense>
      </div>
      <div className={frame.foot}>
        <div className={frame.moves}>
          {!isReadOnly && state.canAnswer && (
            <ButtonLink kind="line" size="lg" render={<Link {...toQuiz} />}>
              {t('learning.quiz.retake')}
            </ButtonLink>
          )}
          <ButtonLink kind="primary" size="lg" render={<Link {...toStep} />}>
            {t('learning.quiz.back')}
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

/** Counts answered questions only: a skipped question is not a mistake. */
function Score({ state }: { state: QuizState }) {
  const t = useText()
  const total = state.results.length
  const right = state.results.filter(({ isCorrect }) => isCorrect).length
  const words = right === total ? 'all' : right === 0 ? 'none' : 'some'
  return <p>{t(`learning.quiz.result.${words}`, { right, total })}</p>
}

/** A question with the reader's answer, its mark, and the right option if the server reveals it. */
function QuizResultItem({ state, question }: { state: QuizState; question: Question }) {
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
  return t('questions.count', { number: answer, total: Math.max(...steps.map(({ option }) => option)) })
}
