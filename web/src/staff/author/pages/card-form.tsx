import type { CardPart, DraftCard } from '@saathi/contract/content/page-parts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { plus } from '#core/ui/icons.ts'
import editorCss from '../editor.module.css'
import { newKey } from '../editor-store.ts'
import { EntryButtons } from '../entry-buttons.tsx'
import css from './page.module.css'
import { problemAt, replaced, type WriterParts } from '../parts.ts'
import { PictureField } from '../media/picture-field.tsx'

/** The cards of one carousel. */
export function CardForm({ editor, state, body, isFixed }: WriterParts & { body: CardPart }) {
  const t = useText()
  const { cards } = body
  const set = (next: DraftCard[]) => editor.change('card', { kind: 'card', cards: next })
  const problemOf = (at: number, field: string) => problemAt(state.problems, 'card', `cards[${at}].${field}`)
  return (
    <div className={css.entries}>
      {cards.map((card, at) => (
        <section key={card.id} className={editorCss.card} aria-label={t('staff.content.cards.number', { number: at + 1 })}>
          <PictureField
            value={card.image}
            error={problemOf(at, 'image')}
            onChange={(image) => set(replaced(cards, at, { ...card, image }))}
          />
          <Field label={t('staff.content.cards.text')} error={problemOf(at, 'text')}>
            <TextInput
              dir="auto"
              value={card.text}
              maxLength={160}
              onChange={({ target }) => set(replaced(cards, at, { ...card, text: target.value }))}
            />
          </Field>
          <Field label={t('staff.content.address')} error={problemOf(at, 'link')}>
            <TextInput
              value={card.link ?? ''}
              maxLength={500}
              onChange={({ target }) => set(replaced(cards, at, { ...card, link: target.value.trim() || null }))}
            />
          </Field>
          {!isFixed && (
            <EntryButtons items={cards} at={at} name={t('staff.content.cards.number', { number: at + 1 })} onChange={set} />
          )}
        </section>
      ))}
      {!isFixed && (
        <Button kind="line" size="sm" onClick={() => set([...cards, { id: newKey(), image: null, text: '', link: null }])}>
          <Icon of={plus} size={18} /> {t('staff.content.cards.add')}
        </Button>
      )}
    </div>
  )
}
