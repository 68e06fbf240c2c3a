import type { Question } from '@saathi/contract/questions/entities'
import type { TextKey } from '@saathi/contract/texts'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { isComposing } from '#core/is-composing.ts'
import { ReadAloud } from '#core/ui/read-aloud.tsx'
import { usePageShown } from '#core/second-press.ts'
import type { DraftValue } from '../draft.ts'
import { QuestionField } from '../question-field.tsx'
import type { Questionnaire, Section } from './draft.ts'
import { RunnerFoot, RunnerHead, type RunnerWords, type Where } from './frame.tsx'
import css from './frame.module.css'
import { isBlank, type SendingHandlers, type SendMutation, submissionOf, useSending } from './sending.ts'
import { rejectedOf, useRunnerState } from './state.ts'

/** What is shown: a section, its position, and whether stored answers were restored with it. */
export type Shown<Each extends Section> = { section: Each | undefined; where: Where; isRestored: boolean; hasMoved: boolean }

type RunnerProps<Each extends Section, Reply> = {
  questionnaire: Questionnaire<Each>
  words: RunnerWords
  close: ReactNode
  /** One question per section: its title is the page's heading. */
  alone?: boolean
  /** Name of the form; the position if there is none. */
  titleOf?: (section: Each | undefined) => string
  /** Above the questions; with the heading, unless questions are alone. */
  renderOpening: (shown: Shown<Each>) => ReactNode
  /** In place of the questions if there are none. */
  empty?: ReactNode
  mutation: SendMutation<Reply>
  onTaken?: SendingHandlers<Reply>['onTaken']
  /** If nothing was answered, this is called and nothing is sent. Without it, the empty answers are sent. */
  onBlank?: () => void
  /** Whether the refusal was handled by leaving the page. */
  onRefused?: (error: Error) => boolean
  /** The code of the refusal that lists rejected answers. */
  rejectedCode: string
  /** The text of a refusal after which nothing more can be sent. */
  finalText?: (error: Error) => TextKey | undefined
}

/** Asks the questions one section after the other, and sends the answers after the last one. */
export function Runner<Each extends Section, Reply>(props: RunnerProps<Each, Reply>) {
  const { questionnaire, words, close, alone = false, titleOf, renderOpening, empty, finalText } = props
  const t = useText()
  const countId = useId()
  const whole = useRef<HTMLFormElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const nextButton = useRef<HTMLButtonElement>(null)
  const form = useRunnerState(questionnaire)
  const { section, place, questions, fields, moves, look } = form
  const sending = useSending(props.mutation, { onTaken: props.onTaken, onRefused: handleRefusal })
  const { isSending } = sending
  useEnter(whole, handleGoOn)
  usePageShown(section?.id)
  const where = { number: place + 1, total: Math.max(1, questionnaire.sections.length) }
  const shown = { section, where, isRestored: form.isRestored, hasMoved: moves.count > 0 }

  // Each page starts at its title, and so does a form that replaces another at the same address.
  useEffect(() => {
    if (look.at === null) focusTitle(content.current)
    else focusQuestion(content.current, look.at)
  }, [look])

  function handleRefusal(error: Error) {
    if (props.onRefused?.(error)) return
    form.reject(rejectedOf(error, props.rejectedCode, questions, fields))
  }

  function handleGoOn() {
    if (isSending || !form.passes(form.isLast ? 'all' : 'section')) return
    sending.clearError()
    if (!form.isLast) return form.next()
    sending.send(() => {
      const submission = submissionOf(questions, fields)
      if (!props.onBlank || !isBlank(submission)) return submission
      props.onBlank()
    })
  }

  function handleChange(question: Question, value: DraftValue) {
    // Answers being sent cannot be changed.
    if (isSending) return
    sending.clearError()
    form.change(question, value)
  }

  function handlePrevious() {
    sending.clearError()
    form.previous()
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    handleGoOn()
  }

  return (
    <>
      <RunnerHead words={words} close={close} countId={countId} {...where} />
      <form
        ref={whole}
        className={css.body}
        aria-label={titleOf ? titleOf(section) : t(words.place, where)}
        noValidate
        onSubmit={handleSubmit}
      >
        <div className={css.page} ref={content} aria-busy={isSending || undefined}>
          {renderOpening(shown)}
          {section ? (
            <div key={section.id} className={css.questions} data-moved={moves.count === 0 ? 'no' : moves.isBack ? 'back' : 'on'}>
              {section.questions.map((question) => (
                <div key={question.key} data-question={question.key}>
                  <QuestionField
                    alone={alone}
                    question={question}
                    value={fields[question.key]}
                    problem={form.problemOf(question.key)}
                    onChange={(value) => handleChange(question, value)}
                  />
                </div>
              ))}
            </div>
          ) : (
            empty
          )}
          {section && <ReadAloud key={`aloud ${section.id}`} source={content} />}
        </div>
        <RunnerFoot
          words={words}
          nextButtonRef={nextButton}
          countId={countId}
          isFirst={place === 0}
          isLast={form.isLast}
          sending={sending}
          // With a single question on the page, the note is about that question.
          hasRejected={(alone && section ? section.questions : questions).some(form.isRejected)}
          finalText={finalText}
          onPrevious={handlePrevious}
        />
      </form>
    </>
  )
}

function focusTitle(page: HTMLElement | null): void {
  window.scrollTo({ top: 0 })
  const title = page?.querySelector('h1')
  title?.setAttribute('tabindex', '-1')
  title?.focus({ preventScroll: true })
}

const controls = 'input, textarea, select'

/** The invalid field, else the chosen option of a group, else the first control. */
function focusQuestion(page: HTMLElement | null, key: string): void {
  const question = page?.querySelector(`[data-question="${CSS.escape(key)}"]`)
  const control =
    question?.querySelector<HTMLElement>(':is(input, textarea, select)[aria-invalid="true"]') ??
    question?.querySelector<HTMLElement>('input:checked') ??
    question?.querySelector<HTMLElement>(controls)
  question?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}

/** Elements where Enter has its own meaning. */
const ownEnter =
  'textarea, button, a[href], select, summary, input[type="file"], [role="combobox"], [role="option"], [contenteditable="true"]'

/** Enter goes to the next section from everywhere else in the form. */
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
  return !isComposing(event)
}
