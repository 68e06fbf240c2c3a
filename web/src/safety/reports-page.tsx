import type { MyReport } from '@saathi/contract/safety/entities'
import { REPORT_TEXT_MAX } from '@saathi/contract/safety/entities'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import allDone from '#art/all-done.svg'
import { errorTextKey } from '#core/error-text.ts'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { BlockedPeople } from './blocked-people.tsx'
import './live.ts'
import { myReportsQuery, useAddToReport, useReopenReport } from './queries.ts'
import css from './reports.module.css'

/** Every report gets an answer, which only its reporter reads. */
export function MyReportsPage() {
  const t = useText()
  return (
    <div className={css.page}>
      <title>{`${t('safety.mine.title')} · ${t('app.name')}`}</title>
      <header>
        <h1>{t('safety.mine.title')}</h1>
        <p className={css.sub}>{t('safety.mine.sub')}</p>
      </header>
      <Reports />
      <BlockedPeople />
    </div>
  )
}

function Reports() {
  const t = useText()
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(myReportsQuery)
  if (!data && error)
    return (
      <Failed
        small
        level={2}
        title={t('safety.mine.failed')}
        text={t(errorTextKey(error))}
        retryLabel={t('action.retry')}
        retrying={isFetching}
        retryingLabel={t('action.retrying')}
        onRetry={() => void refetch()}
      />
    )
  if (!data)
    return (
      <SkeletonGroup label={t('safety.mine.loading')} className={css.list}>
        <Skeleton height="120px" />
      </SkeletonGroup>
    )
  const reports = data.pages.flatMap((page) => page.reports)
  if (reports.length === 0)
    return (
      <Card as="div">
        <Empty level={2} drawing={allDone} title={t('safety.mine.none')} text={t('safety.mine.noneText')} />
      </Card>
    )
  return (
    <>
      <ul className={css.list}>
        {reports.map((report) => (
          <li key={report.id}>
            <ReportCard report={report} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button kind="line" busy={isFetchingNextPage} busyLabel={t('safety.mine.loading')} onClick={() => void fetchNextPage()}>
          {t('safety.mine.more')}
        </Button>
      )}
    </>
  )
}

const tones = { received: 'info', need_to_ask: 'warn', acted: 'ok', not_found: 'plain' } as const

function ReportCard({ report }: { report: MyReport }) {
  const t = useText()
  const language = useLanguage()
  const { id, state, reason, kind, about, sentAt, answerBy, messages, readBy, mayReopen } = report
  return (
    <Card className={css.card} aria-labelledby={`report-${id}`}>
      <div className={css.head}>
        <Chip tone={tones[state]}>{t(`safety.state.${state}`)}</Chip>
        <time className={css.sub} dateTime={sentAt}>
          {dayAndTime(sentAt, language)}
        </time>
      </div>
      <h2 id={`report-${id}`}>{t(`safety.reason.${reason}`)}</h2>
      <p className={css.sub}>{[t(`safety.kind.${kind}`), about].filter((each) => each !== null).join(' · ')}</p>
      {state === 'received' && <p>{t('safety.mine.answerBy', { time: dayAndTime(answerBy, language) })}</p>}
      {messages.length > 0 && (
        <ol className={css.messages}>
          {messages.map((message) => (
            <li key={message.id} className={message.isFromTeam ? css.team : css.own}>
              <p>{message.text === '' ? t('safety.mine.reopened') : message.text}</p>
              <p className={css.sub}>
                {message.isFromTeam ? (message.by ?? t('safety.mine.team')) : t('safety.mine.you')}
                {' · '}
                <time dateTime={message.at}>{dayAndTime(message.at, language)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
      {readBy.length > 0 && <p className={css.sub}>{t('safety.mine.readBy', { names: readBy.join(', ') })}</p>}
      <Words id={id} mayReopen={mayReopen} />
    </Card>
  )
}

/** A form to add something to the report, or to ask once for a second review. */
function Words({ id, mayReopen }: { id: number; mayReopen: boolean }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const add = useAddToReport()
  const reopen = useReopenReport()
  const words = text.trim()
  const done = () => {
    setText('')
    setOpen(false)
  }
  const error = add.error ?? reopen.error
  if (!isOpen)
    return (
      <div className={css.buttons}>
        <Button kind="soft" size="sm" onClick={() => setOpen(true)}>
          {t('safety.mine.add')}
        </Button>
        {mayReopen && (
          <Button
            kind="line"
            size="sm"
            busy={reopen.isPending}
            busyLabel={t('safety.more.sending')}
            onClick={() => reopen.mutate({ id, text: '' })}
          >
            {t('safety.mine.reopen')}
          </Button>
        )}
        {error && <p role="alert">{t(errorTextKey(error))}</p>}
      </div>
    )
  return (
    <div className={css.words}>
      <label htmlFor={`words-${id}`}>{t('safety.more.label')}</label>
      <textarea
        id={`words-${id}`}
        rows={3}
        maxLength={REPORT_TEXT_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={css.buttons}>
        <Button
          kind="primary"
          size="sm"
          disabled={words === ''}
          busy={add.isPending}
          busyLabel={t('safety.more.sending')}
          onClick={() => add.mutate({ id, text: words }, { onSuccess: done })}
        >
          {t('safety.more.send')}
        </Button>
        <Button kind="quiet" size="sm" onClick={done}>
          {t('safety.block.not')}
        </Button>
      </div>
      {error && <p role="alert">{t(errorTextKey(error))}</p>}
    </div>
  )
}
