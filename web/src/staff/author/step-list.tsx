import type { KeyboardEvent } from 'react'
import { STEP_BUDGET_BYTES } from '@saathi/contract/content/drafts'
import { dataSize } from '#core/i18n/data-size.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { alert, plus } from '#core/ui/icons.ts'
import css from './editor.module.css'
import { newKey } from './editor-store.ts'
import { emptyStep, type EditorParts, moved, stepIn } from './parts.ts'
import { weightOf } from './media/weight.ts'

const FIRST_MINUTES = 5

/** The steps in order. Alt with an arrow key moves one. */
type StepListProps = EditorParts & { sizes: ReadonlyMap<string, number>; onChoose: (step: string) => void }

export function StepList({ editor, state, session, stepKey, isFixed, sizes, onChoose }: StepListProps) {
  const t = useText()
  const { steps } = session
  const minutes = steps.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0)

  function handleAdd() {
    const key = newKey()
    editor.change('session', { ...session, steps: [...steps, { key, title: '', durationMinutes: FIRST_MINUTES }] })
    editor.change(`step:${key}`, emptyStep)
    onChoose(key)
  }

  function handleKeyDown(event: KeyboardEvent, at: number) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (by === null || !event.altKey || isFixed) return
    event.preventDefault()
    editor.change('session', { ...session, steps: moved(steps, at, by) })
  }

  return (
    <section className={css.steps} aria-label={t('staff.content.steps')}>
      <div className={css.stepsHead}>
        <h2>{t('staff.content.steps')}</h2>
        <span>{t('staff.content.minutes', { minutes })}</span>
      </div>
      <ol>
        {steps.map(({ key, title, durationMinutes }, at) => (
          <li key={key}>
            <button
              type="button"
              aria-current={key === stepKey ? 'step' : undefined}
              onClick={() => onChoose(key)}
              onKeyDown={(event) => handleKeyDown(event, at)}
            >
              <span className={css.place}>{at + 1}</span>
              <span dir="auto">
                {title || t('staff.content.untitled')}
                <Size minutes={durationMinutes} bytes={weightOf(stepIn(state.bodies, key), state.bodies, sizes)} />
              </span>
            </button>
          </li>
        ))}
      </ol>
      {!isFixed && (
        <>
          <Button kind="quiet" size="sm" block onClick={handleAdd}>
            <Icon of={plus} size={18} /> {t('staff.content.addStep')}
          </Button>
          <p className={css.keys}>{t('staff.content.moveHint')}</p>
        </>
      )}
    </section>
  )
}

/** Duration and download size of the step; highlighted above the budget. */
function Size({ minutes, bytes }: { minutes: number; bytes: number }) {
  const t = useText()
  const language = useLanguage()
  const size = dataSize(bytes, language)
  const isTooHeavy = bytes > STEP_BUDGET_BYTES
  return (
    <small>
      {t('staff.content.minutes', { minutes })}, {isTooHeavy && <Icon of={alert} size={14} />}{' '}
      {isTooHeavy ? <b>{t('staff.content.weight', { size })}</b> : t('staff.content.weight', { size })}
    </small>
  )
}
