import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState, type ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Note } from '#core/ui/note.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { daysOf, draftOf, type FeedRange, type FilterDraft, filterOf, isInOrder, limitsOf } from './draft.ts'
import css from './form.module.css'
import { type FeedFilter, toSearch } from './filter.ts'
import { rangeQuery } from '../queries.ts'
import { tagNameOf } from '../words.ts'

type FilterFormProps = { filter: FeedFilter; onApply: (filter: FeedFilter) => void }

/** The selectable days depend on the range of the feed. Everything but the tags works even if the range cannot be loaded. */
export function FilterForm(props: FilterFormProps) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(rangeQuery)
  if (!data && !error) {
    return (
      <SkeletonGroup label={t('feed.filter.loading')} className={css.form}>
        <Skeleton height="96px" />
        <Skeleton height="160px" />
      </SkeletonGroup>
    )
  }
  const retry = (
    <Button kind="line" size="sm" busy={isFetching} busyLabel={t('action.retrying')} onClick={() => void refetch()}>
      {t('action.retry')}
    </Button>
  )
  return (
    <>
      {!data && (
        <Note live="alert" tone="warn" action={retry}>
          {t('feed.filter.failed')}
        </Note>
      )}
      <Choices {...props} range={data} key={data ? 'known' : 'unknown'} />
    </>
  )
}

function Choices({ filter, range, onApply }: FilterFormProps & { range: FeedRange | undefined }) {
  const t = useText()
  const reasonId = useId()
  const limits = limitsOf(range)
  const applied = JSON.stringify(toSearch(filter))
  const [appliedDraft, setAppliedDraft] = useState(applied)
  const [draft, setDraft] = useState(() => draftOf(filter))
  // Another filter was applied, for example by removing one next to this form.
  if (appliedDraft !== applied) {
    setAppliedDraft(applied)
    setDraft(draftOf(filter))
  }
  const change = (changed: Partial<FilterDraft>) => setDraft({ ...draft, ...changed })
  const days = daysOf(draft, limits)
  const isValid = isInOrder(days)
  const day = { type: 'date', min: limits.first, max: limits.last } as const

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (isValid) onApply(filterOf(draft, limits))
  }

  return (
    <form className={css.form} noValidate onSubmit={handleSubmit}>
      <fieldset className={css.set}>
        <legend>{t('feed.filter.show')}</legend>
        <TickRow checked={draft.post} onChange={(post) => change({ post })}>
          {t('feed.filter.post')}
        </TickRow>
        <TickRow checked={draft.quote} onChange={(quote) => change({ quote })}>
          {t('feed.filter.quote')}
        </TickRow>
      </fieldset>
      <Field label={t('feed.filter.from')}>
        <TextInput {...day} value={days.from} onChange={({ target }) => change({ from: target.value })} />
      </Field>
      <Field label={t('feed.filter.to')} error={isValid ? undefined : <span id={reasonId}>{t('feed.filter.order')}</span>}>
        <TextInput {...day} value={days.to} onChange={({ target }) => change({ to: target.value })} />
      </Field>
      {range && range.tags.length > 0 && (
        <fieldset className={css.set}>
          <legend>{t('feed.filter.tags')}</legend>
          {range.tags.map((tag) => (
            <TickRow
              key={tag.key}
              checked={draft.tags.includes(tag.key)}
              onChange={(isIn) => change({ tags: isIn ? [...draft.tags, tag.key] : draft.tags.filter((key) => key !== tag.key) })}
            >
              {tagNameOf(tag)}
            </TickRow>
          ))}
        </fieldset>
      )}
      <div className={css.actions}>
        <Button type="submit" kind="primary" block disabled={!isValid} reasonId={reasonId}>
          {t('feed.filter.apply')}
        </Button>
        <Button kind="quiet" onClick={() => onApply({})}>
          {t('feed.filter.clear')}
        </Button>
      </div>
    </form>
  )
}

type TickRowProps = { checked: boolean; onChange: (isChecked: boolean) => void; children: ReactNode }

/** Smaller than the kit's checkbox: here several are close together. */
function TickRow({ checked, onChange, children }: TickRowProps) {
  return (
    <label className={css.tick}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  )
}
