import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import noResults from '#art/no-results.svg'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { search, down } from '#core/ui/icons.ts'
import { RichText } from '#core/ui/rich-text/rich-text.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { FailedContent, NoContent } from './failed-content.tsx'
import css from './faq-page.module.css'
import { findTopics, topicsOf, type Question } from './faq-topics.ts'
import { MoreInfoLayout, useHashTarget } from './more-info-layout.tsx'
import { faqQuery } from './queries.ts'

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

type FaqQuestionProps = { question: Question; isOpen: boolean; onToggle: () => void }

function FaqQuestion({ question: { id, question, answer }, isOpen, onToggle }: FaqQuestionProps) {
  const t = useText()
  const answerId = `${id}-answer`
  return (
    <div className={css.item}>
      <h3>
        <button type="button" id={id} className={css.question} aria-expanded={isOpen} aria-controls={answerId} onClick={onToggle}>
          {question}
          <Icon of={down} className={css.arrow} />
        </button>
      </h3>
      <div id={answerId} className={css.answer} hidden={!isOpen}>
        <RichText text={answer} level={3} linkHint={t('content.newTab')} />
      </div>
    </div>
  )
}

/**
 * Any number of questions may be open. The address hash names the one opened last, so that it can be shared and survives a
 * reload.
 */
function useOpenQuestions(isReady: boolean) {
  const { hash } = useLocation()
  const router = useRouter()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([hash]))
  const [seenHash, setSeenHash] = useState(hash)
  const own = useRef<string>(null)
  useHashTarget(isReady, own)

  if (hash !== seenHash) {
    setSeenHash(hash)
    if (hash) setOpen(new Set([...open, hash]))
  }

  function toggle(id: string) {
    const isClosing = open.has(id)
    const next = new Set(open)
    if (isClosing) next.delete(id)
    else next.add(id)
    setOpen(next)
    own.current = id
    if (isClosing && hash !== id) return
    void router.navigate({
      to: '.',
      search: true,
      hash: isClosing ? '' : id,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  }

  return { isOpen: (id: string) => open.has(id), toggle }
}
