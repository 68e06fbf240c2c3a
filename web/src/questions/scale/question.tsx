import type { Question, ScaleOption } from '@saathi/contract/questions/entities'
import { optionForDigit, scaleOptions, isRowLayout } from '@saathi/contract/questions/scale'
import { useId, useRef, type RefObject, useEffect, useEffectEvent } from 'react'
import { type Translate, useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { type ControlProps, textOf } from '../control-props.ts'
import css from './question.module.css'
import { digitCoverage, wordsOfStep } from '../words.ts'

/** The four agreeability questions and the plain scale. */
export function ScaleQuestion({ question, value, onChange, alone, legend, describedBy, invalid }: ControlProps) {
  const t = useText()
  const name = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const steps = scaleOptions(question) ?? []
  const isRow = isRowLayout(steps)
  const chosen = steps.find(({ option }) => String(option) === textOf(value))
  useDigitKeys(group, {
    isOn: !question.disabled,
    fromAnywhere: alone,
    valueOf: (key) => optionForDigit(steps, key),
    onChoose: onChange,
  })
  return (
    <fieldset
      ref={group}
      className={css.scale}
      role="radiogroup"
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      disabled={question.disabled}
    >
      <legend className={css.legend}>{legend}</legend>
      <div className={classNames(css.steps, isRow ? css.row : css.list)}>
        {steps.map((step) => (
          <Step
            key={step.option}
            name={name}
            step={step}
            words={wordsOfStep(question, step, t)}
            wordsShown={!isRow}
            isChosen={step === chosen}
            onChoose={() => onChange(step.option)}
          />
        ))}
      </div>
      {isRow && <Ends question={question} steps={steps} t={t} />}
      <p role="status">{chosen && isRow && <Picked step={chosen} words={wordsOfStep(question, chosen, t)} />}</p>
      {(isRow ? !chosen : alone) && !question.disabled && <Hint steps={steps} alone={alone} t={t} />}
    </fieldset>
  )
}

type StepProps = {
  name: string
  step: ScaleOption
  words: string
  wordsShown: boolean
  isChosen: boolean
  onChoose: () => void
}

function Step({ name, step, words, wordsShown, isChosen, onChoose }: StepProps) {
  return (
    <label className={css.step}>
      <input type="radio" name={name} value={step.option} checked={isChosen} onChange={onChoose} />
      <span className={css.number}>{step.option}</span>
      {words && <span className={wordsShown ? css.words : 'sr'}>{words}</span>}
    </label>
  )
}

function Ends({ question, steps, t }: { question: Question; steps: readonly ScaleOption[]; t: Translate }) {
  const [first, last] = [steps[0], steps.at(-1)].map((step) => (step ? wordsOfStep(question, step, t) : ''))
  if (!first && !last) return null
  // Screen readers already read it with each step.
  return (
    <p className={css.ends} aria-hidden="true">
      <span>{first}</span>
      <span>{last}</span>
    </p>
  )
}

function Picked({ step, words }: { step: ScaleOption; words: string }) {
  return <b className={css.picked}>{words ? `${step.option} · ${words}` : step.option}</b>
}

function Hint({ steps, alone, t }: { steps: readonly ScaleOption[]; alone: boolean; t: Translate }) {
  const numbers = steps.map(({ option }) => option)
  const values = { low: Math.min(...numbers), high: Math.max(...numbers) }
  const coverage = alone ? digitCoverage(steps) : 'some'
  const plain = t('questions.tapNumber')
  if (coverage === 'some') return <p className={css.hint}>{plain}</p>
  return (
    <p className={css.hint}>
      <span className={css.byTouch}>{plain}</span>
      <span className={css.byKeys}>{coverage === 'ten' ? t('questions.tapOrPressTen') : t('questions.tapOrPress', values)}</span>
    </p>
  )
}

type Options = {
  isOn: boolean
  /** For the only question on a page; otherwise only while the focus is in the group. */
  fromAnywhere: boolean
  /** The value of the key, if any. */
  valueOf: (key: string) => number | undefined
  onChoose: (value: number) => void
}

function useDigitKeys(group: RefObject<HTMLElement | null>, { isOn, fromAnywhere, valueOf, onChoose }: Options) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const isInside = event.target instanceof Node && group.current?.contains(event.target)
    if (!isInside && (!fromAnywhere || isTyping(event.target))) return
    const value = valueOf(event.key)
    if (value === undefined) return
    onChoose(value)
    // Arrow keys continue from the focused step.
    if (isInside) group.current?.querySelector<HTMLElement>(`input[value="${value}"]`)?.focus()
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('textarea, select, input:not([type="radio"], [type="checkbox"])')
}
