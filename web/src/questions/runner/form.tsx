import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useRef, type RefObject, useEffectEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { usePageShown } from '#core/second-press.ts'
import { Chip } from '#core/ui/chip.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { repeat } from '#core/ui/icons.ts'
import own from '#core/ui/own-bar.module.css'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { type DraftValue, QuestionField } from '#questions/public.ts'
import { type QuizAddress, useQuizLinks } from './address.ts'
import { QuizFoot, QuizHead } from './frame.tsx'
import { useQuizForm, complaintOf, useSubmission } from './form-state.ts'
import css from './form.module.css'
import frame from './frame.module.css'

export function QuizForm({ state, address }: { state: QuizState; address: QuizAddress }) {
  const t = useText()
  const router = useRouter()
  const links = useQuizLinks(address)
  const countId = useId()
  const whole = useRef<HTMLFormElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const goOn = useRef<HTMLButtonElement>(null)
  const form = useQuizForm(state)
  const { questions, question, place, fields, complaint, moves } = form
  const submission = useSubmission(address, { onDone: leave, onRefused: handleRefusal })
  const { isSending } = submission
  useEnter(whole, handleGoOn)
  usePageShown(question?.key)

  useEffect(() => {
    if (moves.count === 0) return
    window.scrollTo({ top: 0 })
    const title = page.current?.querySelector('h1')
    title?.setAttribute('tabindex', '-1')
    title?.focus({ preventScroll: true })
  }, [moves])

  useEffect(() => {
    if (complaint) page.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
  }, [complaint])

  function leave(saved: QuizState | undefined) {
    if (saved && saved.results.length > 0) return void router.navigate(links.toResult)
    showToast(saved ? { text: t('learning.quiz.saved') } : { text: t('learning.quiz.nothingToSave'), tone: 'info' })
    links.leave()
  }

  function handleRefusal(error: Error) {
    const found = complaintOf(error, questions, fields)
    if (found) form.complain(found)
  }

  function handleGoOn() {
    if (isSending || !form.passes()) return
    submission.clearError()
    if (!form.isLast) return form.next()
    submission.submit(questions, fields)
  }

  function handleChange(value: DraftValue) {
    // Answers being sent cannot be changed.
    if (isSending) return
    submission.clearError()
    form.change(value)
  }

  function handlePrevious() {
    submission.clearError()
    form.previous()
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    handleGoOn()
  }

  if (!question) return null
  const where = { number: place + 1, total: questions.length }
  return (
    <div className={classNames(frame.frame, own.page)}>
      <QuizHead address={address} countId={countId} {...where} />
      <form ref={whole} className={frame.body} aria-label={t('learning.quiz.place', where)} noValidate onSubmit={handleSubmit}>
        <div className={frame.page} ref={page} aria-busy={isSending || undefined}>
          {(place === 0 || moves.count === 0) && <QuizOpening state={state} isRestored={form.isRestored} isFirst={place === 0} />}
          <div key={question.key} className={css.question} data-moved={moves.count === 0 ? 'no' : moves.isBack ? 'back' : 'on'}>
            <QuestionField
              alone
              question={question}
              value={fields[question.key]}
              problem={complaint?.problem}
              onChange={handleChange}
            />
          </div>
        </div>
        <QuizFoot
          goOnRef={goOn}
          countId={countId}
          isFirst={place === 0}
          isLast={form.isLast}
          submission={submission}
          isShownAtQuestion={complaint !== null}
          onPrevious={handlePrevious}
        />
      </form>
    </div>
  )
}

/** Elements where Enter has its own meaning. */
const ownEnter =
  'textarea, button, a[href], select, summary, input[type="file"], [role="combobox"], [role="option"], [contenteditable="true"]'

/** Enter goes to the next question from everywhere else in the form. */
function useEnter(form: RefObject<HTMLElement | null>, onEnter: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (!isPlainEnter(event) || !(target instanceof Element)) return
    if (!form.current?.contains(target) || target.closest(ownEnter)) return
    // The browser would submit the form itself, also while the key is held down.
    event.preventDefault()
    if (!event.repeat) onEnter()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event)
    // On the document, so that controls handle the key first.
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isPlainEnter(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  // keyCode 229: how Safari reports an Enter that only ended a composition.
  return !event.isComposing && event.keyCode !== 229
}

type QuizOpeningProps = { state: QuizState; isRestored: boolean; isFirst: boolean }

/** Above the first question shown: retake notice, restored answers and the quiz's help text. */
function QuizOpening({ state, isRestored, isFirst }: QuizOpeningProps) {
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
