import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import noResults from '#art/no-results.svg'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Field } from '#core/ui/field.tsx'
import { search } from '#core/ui/icons.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { TextInput } from '#core/ui/text-input.tsx'
import { FailedContent } from './failed-content.tsx'
import css from './faq-page.module.css'
import { FaqQuestion } from './faq-question.tsx'
import { findTopics, topicsOf } from './faq-topics.ts'
import { MoreInfoLayout } from './more-info-layout.tsx'
import { NoContent } from './no-content.tsx'
import { faqQuery } from './queries.ts'
import { useOpenQuestions } from './use-open-questions.ts'

export function FaqPage() {
  const t = useText()
  return (
    <MoreInfoLayout title={t('shell.faqs')}>
      <div className={css.page}>
        <h1>{t('faq.title')}</h1>
        <Content />
      </div>
    </MoreInfoLayout>
  )
}

function Content() {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(faqQuery(useLanguage()))
  const topics = useMemo(() => data && topicsOf(data), [data])
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { isOpen, toggle } = useOpenQuestions(topics !== undefined)

  function handleShowAll() {
    setQuery('')
    // The pressed button disappears, and the focus would be lost.
    field.current?.focus()
  }

  if (!topics) {
    return error ? <FailedContent error={error} isFetching={isFetching} onRetry={() => void refetch()} /> : <Waiting />
  }
  if (topics.length === 0) return <NoContent />
  const found = findTopics(topics, query)
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0)
  return (
    <>
      <Field label={t('faq.search')} className={css.search}>
        <TextInput ref={field} type="search" icon={search} value={query} onChange={({ target }) => setQuery(target.value)} />
      </Field>
      <p className="sr" role="status">
        {query.trim() && t('faq.found', { count })}
      </p>
      {found.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={id} className={css.topic}>
          <h2 id={id}>{title}</h2>
          <Card as="div" bare>
            {questions.map((question) => (
              <FaqQuestion
                key={question.id}
                question={question}
                isOpen={isOpen(question.id)}
                onToggle={() => toggle(question.id)}
              />
            ))}
          </Card>
        </section>
      ))}
      {count === 0 && (
        <Empty
          drawing={noResults}
          title={t('faq.nothing')}
          text={t('faq.nothingText')}
          action={<Button onClick={handleShowAll}>{t('faq.all')}</Button>}
        />
      )}
    </>
  )
}

function Waiting() {
  const t = useText()
  return (
    <SkeletonGroup label={t('content.loading')} className={css.waiting}>
      <Skeleton shape="block" height={48} />
      <Skeleton width="9em" height={22} />
      {['first', 'second', 'third', 'fourth'].map((place) => (
        <Skeleton key={place} shape="block" height={60} />
      ))}
    </SkeletonGroup>
  )
}
