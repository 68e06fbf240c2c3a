import type { FaqPart, FaqTopicDraft } from '@saathi/contract/content/page-parts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { plus } from '#core/ui/icons.ts'
import editorCss from '../editor.module.css'
import { newKey } from '../editor-store.ts'
import { EntryButtons } from '../entry-buttons.tsx'
import css from './page.module.css'
import { problemAt, replaced, type WriterParts } from '../parts.ts'

/** Topics with questions and answers. */
export function FaqForm({ editor, state, faq, isFixed }: WriterParts & { faq: FaqPart }) {
  const t = useText()
  const { topics } = faq
  const set = (next: FaqTopicDraft[]) => editor.change('faq', { kind: 'faq', topics: next })
  const addTopic = () => set([...topics, { id: newKey(), title: '', items: [{ id: newKey(), question: '', answer: '' }] }])
  return (
    <div className={css.entries}>
      {topics.map((topic, at) => (
        <section key={topic.id} className={editorCss.card} aria-label={topic.title || t('staff.content.untitled')}>
          <Field
            label={t('staff.content.faq.topic')}
            error={problemAt(state.problems, 'faq', `topics[${at}].title`)}
            className={editorCss.whole}
          >
            <TextInput
              dir="auto"
              value={topic.title}
              maxLength={60}
              onChange={({ target }) => set(replaced(topics, at, { ...topic, title: target.value }))}
            />
          </Field>
          {!isFixed && <EntryButtons items={topics} at={at} name={topic.title} onChange={set} />}
          <Questions topic={topic} at={at} state={state} isFixed={isFixed} onChange={(next) => set(replaced(topics, at, next))} />
        </section>
      ))}
      {!isFixed && (
        <Button kind="line" size="sm" onClick={addTopic}>
          <Icon of={plus} size={18} /> {t('staff.content.faq.addTopic')}
        </Button>
      )}
    </div>
  )
}

type QuestionsProps = Pick<WriterParts, 'state' | 'isFixed'> & {
  topic: FaqTopicDraft
  at: number
  onChange: (topic: FaqTopicDraft) => void
}

function Questions({ topic, at, state, isFixed, onChange }: QuestionsProps) {
  const t = useText()
  const { items } = topic
  const problemOf = (place: number, field: string) => problemAt(state.problems, 'faq', `topics[${at}].items[${place}].${field}`)
  const setItems = (next: typeof items) => onChange({ ...topic, items: next })
  return (
    <>
      {items.map((item, place) => (
        <div key={item.id} className={css.entry}>
          <Field label={t('staff.content.questionWords')} error={problemOf(place, 'question')}>
            <TextInput
              dir="auto"
              value={item.question}
              maxLength={160}
              onChange={({ target }) => setItems(replaced(items, place, { ...item, question: target.value }))}
            />
          </Field>
          <Field label={t('staff.content.faq.answer')} error={problemOf(place, 'answer')}>
            <TextArea
              dir="auto"
              rows={3}
              value={item.answer}
              maxLength={1500}
              onChange={({ target }) => setItems(replaced(items, place, { ...item, answer: target.value.replaceAll('\n', ' ') }))}
            />
          </Field>
          {!isFixed && <EntryButtons items={items} at={place} name={item.question} onChange={setItems} />}
        </div>
      ))}
      {!isFixed && (
        <Button kind="quiet" size="sm" onClick={() => setItems([...items, { id: newKey(), question: '', answer: '' }])}>
          <Icon of={plus} size={18} /> {t('staff.content.addQuestion')}
        </Button>
      )}
    </>
  )
}
