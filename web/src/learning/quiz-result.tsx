import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { inOrder } from '@saathi/contract/questions/order'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import allDone from '#art/all-done.svg'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Note } from '#core/ui/note.tsx'
import own from '#core/ui/own-bar.module.css'
import { PushOffer } from '#notices/public.ts'
import { useSessionContext } from './session-context.ts'
import { type QuizAddress, useQuizLinks } from './quiz-address.ts'
import frame from './quiz-frame.module.css'
import { QuizClose } from './quiz-head.tsx'
import { QuizResultItem } from './quiz-result-item.tsx'
import css from './quiz-result.module.css'

/** The submitted answers and their marks, read-only. */
export function QuizResult({ state, address }: { state: QuizState; address: QuizAddress }) {
  const t = useText()
  const language = useLanguage()
  const { isReadOnly, notice } = useSessionContext()
  const { toQuiz, toStep } = useQuizLinks(address)
  const title = useRef<HTMLHeadingElement>(null)
  const isMarked = state.results.length > 0

  // Replaces the form or loads with the page; either way, reading starts here.
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
