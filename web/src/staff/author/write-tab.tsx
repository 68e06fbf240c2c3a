import type { ContentType } from '@saathi/contract/content/items'
import type { DraftBlock } from '@saathi/contract/content/drafts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { trash } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { BlockEditor } from './block.tsx'
import { blockIcons } from './block-icons.ts'
import css from './editor.module.css'
import { newKey } from './editor-store.ts'
import { type EditorParts, moved, newQuestion, problemAt, quizIn, replaced, stepIn, without } from './parts.ts'

const kinds: readonly ContentType[] = [
  'TEXT',
  'INSTRUCTION',
  'MENTOR_TIPS',
  'IMAGE',
  'AUDIO',
  'VIDEO',
  'YOUTUBE',
  'ARTICLE',
  'HYPERLINK',
  'QUIZ',
]

type WriteTabProps = EditorParts & { onQuiz: (quiz: string) => void }

/** Title, minutes and blocks of one step. */
export function WriteTab({ editor, state, session, stepKey, isFixed, onQuiz }: WriteTabProps) {
  const t = useText()
  const part = `step:${stepKey}`
  const at = session.steps.findIndex(({ key }) => key === stepKey)
  const step = session.steps[at]
  const { blocks } = stepIn(state.bodies, stepKey)
  const setBlocks = (next: DraftBlock[]) => editor.change(part, { kind: 'step', blocks: next })
  if (!step) return <Note tone="info">{t('staff.content.noSteps')}</Note>
  const setStep = (change: Partial<typeof step>) =>
    editor.change('session', { ...session, steps: replaced(session.steps, at, { ...step, ...change }) })

  function handleAdd(contentType: ContentType) {
    const quiz = contentType === 'QUIZ' ? newKey() : null
    if (quiz) editor.change(`quiz:${quiz}`, { kind: 'quiz', helpText: '', questions: [newQuestion(newKey())] })
    setBlocks([...blocks, { id: newKey(), contentType, text: '', image: null, url: null, quiz, allowRetake: true }])
  }

  return (
    <section className={css.card} aria-label={step.title}>
      <div className={css.pair}>
        <Field label={t('staff.content.stepTitle')} error={problemAt(state.problems, 'session', `steps[${at}].title`)}>
          <TextInput dir="auto" value={step.title} maxLength={200} onChange={({ target }) => setStep({ title: target.value })} />
        </Field>
        <Field
          label={t('staff.content.stepMinutes')}
          error={problemAt(state.problems, 'session', `steps[${at}].durationMinutes`)}
        >
          <TextInput
            inputMode="numeric"
            value={step.durationMinutes === 0 ? '' : step.durationMinutes}
            onChange={({ target }) => setStep({ durationMinutes: Number(target.value.replace(/\D/g, '').slice(0, 3)) })}
          />
        </Field>
      </div>
      {blocks.map((block, place) => (
        <BlockEditor
          key={block.id}
          block={block}
          part={part}
          place={place}
          count={blocks.length}
          problems={state.problems}
          quiz={block.quiz === null ? null : quizIn(state.bodies, block.quiz)}
          onChange={(next) => setBlocks(replaced(blocks, place, next))}
          onMove={(by) => setBlocks(moved(blocks, place, by))}
          onRemove={() => setBlocks(without(blocks, place))}
          onQuiz={onQuiz}
        />
      ))}
      {problemAt(state.problems, part, 'blocks') && <Note tone="info">{t('staff.content.emptyStep')}</Note>}
      {!isFixed && (
        <div className={css.add} role="group" aria-label={t('staff.content.addBlock')}>
          {kinds.map((kind) => (
            <Button key={kind} kind="line" size="sm" onClick={() => handleAdd(kind)}>
              <Icon of={blockIcons[kind]} size={16} /> {t(`staff.content.block.${kind}`)}
            </Button>
          ))}
        </div>
      )}
      {!isFixed && session.steps.length > 1 && (
        <Button
          kind="quiet"
          size="sm"
          className={css.remove}
          onClick={() => editor.change('session', { ...session, steps: without(session.steps, at) })}
        >
          <Icon of={trash} size={18} /> {t('staff.content.removeStep')}
        </Button>
      )}
    </section>
  )
}
