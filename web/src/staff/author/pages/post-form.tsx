import type { PostPart } from '@saathi/contract/content/page-parts'
import { useText } from '#core/i18n/texts.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextArea, TextInput } from '#core/ui/form/text-input.tsx'
import css from '../editor.module.css'
import { problemAt, problemsIn, type WriterParts } from '../parts.ts'
import { PictureField } from '../media/picture-field.tsx'

/** A post of the feed, or a quote. */
export function PostForm({ editor, state, post }: WriterParts & { post: PostPart }) {
  const t = useText()
  const set = (change: Partial<PostPart>) => editor.change('post', { ...post, ...change })
  const problemOf = (path: string) => problemAt(state.problems, 'post', path)
  const tagProblem = problemsIn(state.problems, 'post').find(({ path }) => path.startsWith('tags'))?.text
  const inLine = (text: string) => text.replaceAll('\n', ' ')
  return (
    <section className={css.card} aria-label={t('staff.content.part.write')}>
      <Field label={t('staff.content.post.event')}>
        <Select value={post.event} onChange={({ target }) => set({ event: target.value === 'quote' ? 'quote' : 'post' })}>
          <option value="post">{t('staff.content.one.post')}</option>
          <option value="quote">{t('staff.content.post.quote')}</option>
        </Select>
      </Field>
      {post.event === 'quote' ? (
        <>
          <Field label={t('staff.content.post.quote')} error={problemOf('text')} required>
            <TextArea
              dir="auto"
              rows={3}
              value={post.text}
              maxLength={240}
              onChange={({ target }) => set({ text: inLine(target.value) })}
            />
          </Field>
          <Field label={t('staff.content.post.author')} error={problemOf('author')} required>
            <TextInput dir="auto" value={post.author} maxLength={80} onChange={({ target }) => set({ author: target.value })} />
          </Field>
        </>
      ) : (
        <>
          <Field label={t('staff.content.field.name')} error={problemOf('title')} required>
            <TextInput dir="auto" value={post.title} maxLength={90} onChange={({ target }) => set({ title: target.value })} />
          </Field>
          <Field label={t('staff.content.words')} error={problemOf('description')} required>
            <TextArea
              dir="auto"
              rows={6}
              value={post.description}
              maxLength={900}
              onChange={({ target }) => set({ description: inLine(target.value) })}
            />
          </Field>
          <PictureField value={post.thumbnail} error={problemOf('thumbnail')} onChange={(thumbnail) => set({ thumbnail })} />
          <Field label={t('staff.content.address')} error={problemOf('link')}>
            <TextInput
              type="url"
              value={post.link ?? ''}
              maxLength={500}
              onChange={({ target }) => set({ link: target.value.trim() || null })}
            />
          </Field>
          <Field label={t('staff.content.post.note')} help={t('staff.content.post.noteHelp')} error={problemOf('curatedNote')}>
            <TextInput
              dir="auto"
              value={post.curatedNote}
              maxLength={200}
              onChange={({ target }) => set({ curatedNote: target.value })}
            />
          </Field>
        </>
      )}
      <Field label={t('staff.content.field.tags')} help={t('staff.content.field.tagsHelp')} error={tagProblem}>
        <TextInput
          key={post.tags.length}
          defaultValue={post.tags.join(', ')}
          onBlur={({ target }) => set({ tags: target.value.toLowerCase().match(/[a-z0-9]+(-[a-z0-9]+)*/g) ?? [] })}
        />
      </Field>
    </section>
  )
}
