import { useQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './editor.module.css'
import { type DraftRef, commentsQuery, useAddComment, useSettleComment } from './queries.ts'

/** Colleagues' comments on a draft. They are never published. */
export function CommentsTab({ draftRef, isFixed }: { draftRef: DraftRef; isFixed: boolean }) {
  const t = useText()
  const language = useLanguage()
  const query = useQuery(commentsQuery(draftRef))
  const [text, setText] = useState('')
  const adding = useAddComment(draftRef, () => setText(''))
  const settling = useSettleComment(draftRef)
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (text.trim() !== '' && !adding.isPending) adding.mutate(text.trim())
  }
  return (
    <section className={css.card} aria-label={t('staff.content.part.comments')}>
      {!isFixed && (
        <form className={css.options} onSubmit={handleSubmit}>
          <Field label={t('staff.content.comment')} className={css.whole}>
            <TextArea dir="auto" value={text} maxLength={2000} onChange={({ target }) => setText(target.value)} />
          </Field>
          <RefusalNote error={adding.error ?? settling.error} />
          <Button type="submit" kind="line" busy={adding.isPending} busyLabel={t('staff.busy')}>
            {t('staff.content.addComment')}
          </Button>
        </form>
      )}
      <QueryStates query={query}>
        {({ comments }) =>
          comments.length === 0 ? (
            <p className={css.hint}>{t('staff.content.noComments')}</p>
          ) : (
            <ol className={css.comments}>
              {comments.map(({ id, text: words, by, at, isDone }) => (
                <li key={id} className={isDone ? css.done : undefined}>
                  <p>
                    <b>{by ?? t('staff.content.conflict.colleague')}</b> <small>{dayAndTime(at, language)}</small>
                  </p>
                  <p dir="auto">{words}</p>
                  {!isFixed && (
                    <Button kind="quiet" size="sm" onClick={() => settling.mutate({ commentId: id, isDone: !isDone })}>
                      {t(isDone ? 'staff.content.reopenComment' : 'staff.content.settleComment')}
                    </Button>
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </QueryStates>
    </section>
  )
}
