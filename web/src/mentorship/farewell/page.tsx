import { FAREWELL_WORDS_MAX } from '@saathi/contract/mentorship/farewell'
import type { FarewellWords, MyFarewell } from '@saathi/contract/mentorship/farewell-calls'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import noResults from '#art/no-results.svg'
import { ApiError } from '#core/api-error.ts'
import { errorTextKey } from '#core/error-text.ts'
import { longDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { back, calendar, check, download, video } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { useNow } from '#core/use-now.ts'
import { readId } from '../home/address.ts'
import { HomeFailed, HomeTitle } from '../home/failed.tsx'
import '../live.ts'
import css from './farewell.module.css'
import { farewellQuery, useDownloadPaper, useWriteFarewell } from './queries.ts'

/** The reason and the date of the end, the last words of both sides, and what members can keep. */
export function FarewellPage() {
  const t = useText()
  const params: { mentorshipId?: string } = useParams({ strict: false })
  const id = readId(params.mentorshipId)
  const query = useQuery({ ...farewellQuery(id ?? 0), enabled: id !== undefined })
  if (id === undefined || (query.error instanceof ApiError && query.error.status === 404)) return <Missing />
  return (
    <div className={css.page}>
      <HomeTitle of={t('farewell.title')} />
      <Link className={css.back} to="/mentorship" search={{ mentorship: id }}>
        <Icon of={back} />
        {t('farewell.back')}
      </Link>
      {query.data ? (
        <Farewell farewell={query.data} />
      ) : query.error ? (
        <HomeFailed level={1} title={t('farewell.failed')} query={query} />
      ) : (
        <SkeletonGroup label={t('farewell.loading')} className={css.page}>
          <h1 className="sr">{t('farewell.title')}</h1>
          <Skeleton height="180px" />
          <Skeleton height="240px" />
        </SkeletonGroup>
      )}
    </div>
  )
}

function Farewell({ farewell }: { farewell: MyFarewell }) {
  const t = useText()
  const language = useLanguage()
  const { partners, closedAt } = farewell
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(partners.map(({ name }) => name))
  return (
    <>
      <Opening farewell={farewell} names={names} />
      {closedAt !== null && <Papers farewell={farewell} />}
      {closedAt === null ? (
        <WordsForm farewell={farewell} names={names} />
      ) : (
        <Card className={css.card} aria-labelledby="farewell-words">
          <h2 id="farewell-words">{t('farewell.words.title')}</h2>
          {farewell.words ? (
            <Words words={farewell.words} takeawayLabel={t('farewell.words.takeaway')} />
          ) : (
            <p className={css.sub}>{t('farewell.words.none')}</p>
          )}
        </Card>
      )}
      {partners.map(({ userId, name, words }) => (
        <Card key={userId} className={css.card} aria-labelledby={`farewell-from-${userId}`}>
          <h2 id={`farewell-from-${userId}`}>{t('farewell.theirs.title', { name })}</h2>
          {words ? (
            <Words words={words} takeawayLabel={t('farewell.theirs.takeaway')} />
          ) : (
            <p className={css.sub}>{t(closedAt === null ? 'farewell.theirs.none' : 'farewell.theirs.noneEnded', { name })}</p>
          )}
        </Card>
      ))}
      <Together farewell={farewell} />
    </>
  )
}

function Opening({ farewell, names }: { farewell: MyFarewell; names: string }) {
  const t = useText()
  const language = useLanguage()
  const now = useNow()
  const { reason, closesAt, closedAt, restsUntil, isMatchedAgain } = farewell
  return (
    <Card className={css.opening} aria-labelledby="farewell-opening">
      <h1 id="farewell-opening">{closedAt ? t('farewell.ended.title', { names }) : t('farewell.card.title')}</h1>
      <p className={css.reason}>{t(`farewell.reason.${reason}`)}</p>
      {closedAt ? (
        <p>{t('farewell.ended.text', { date: longDay(closedAt, language) })}</p>
      ) : (
        <p>
          <b>{t('farewell.open', { date: longDay(closesAt, language) })}</b> {t('farewell.openAfter')}
        </p>
      )}
      {new Date(restsUntil) > now && (
        <p className={css.sub}>
          {t('farewell.rest', { date: longDay(restsUntil, language) })}{' '}
          {t(isMatchedAgain ? 'farewell.again' : 'farewell.notAgain')}
        </p>
      )}
    </Card>
  )
}

const isRefused = (error: Error): error is ApiError => error instanceof ApiError && error.status >= 400 && error.status < 500

function WordsForm({ farewell, names }: { farewell: MyFarewell; names: string }) {
  const t = useText()
  const [takeaway, setTakeaway] = useState(farewell.words?.takeaway ?? '')
  const [thanks, setThanks] = useState(farewell.words?.thanks ?? '')
  const writing = useWriteFarewell(farewell.mentorship, () => showToast({ text: t('farewell.words.saved') }))
  const isEmpty = takeaway.trim() === '' && thanks.trim() === ''
  const isSame = takeaway.trim() === farewell.words?.takeaway && thanks.trim() === farewell.words.thanks
  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!isEmpty && !writing.isPending) writing.mutate({ takeaway: takeaway.trim(), thanks: thanks.trim() })
  }
  const { error } = writing
  return (
    <Card className={css.card} aria-labelledby="farewell-words">
      <h2 id="farewell-words">{t('farewell.words.title')}</h2>
      <p className={css.sub}>{t('farewell.words.help', { names })}</p>
      <form className={css.form} onSubmit={handleSubmit}>
        <Field label={t('farewell.words.takeaway')}>
          <TextArea
            value={takeaway}
            rows={2}
            maxLength={FAREWELL_WORDS_MAX}
            onChange={({ target }) => setTakeaway(target.value)}
          />
        </Field>
        <Field label={t('farewell.words.thanks', { names })}>
          <TextArea value={thanks} rows={4} maxLength={FAREWELL_WORDS_MAX} onChange={({ target }) => setThanks(target.value)} />
        </Field>
        {error && (
          <Note tone="bad" live="alert">
            {isRefused(error) ? error.message : t(errorTextKey(error))}
          </Note>
        )}
        {isSame && !isEmpty ? (
          <p className={css.saved} role="status">
            <Icon of={check} size={18} /> {t('farewell.words.saved')}
          </p>
        ) : (
          <div>
            <Button type="submit" kind="primary" disabled={isEmpty} busy={writing.isPending} busyLabel={t('course.busy')}>
              {t('farewell.words.save')}
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}

function Words({ words: { takeaway, thanks }, takeawayLabel }: { words: FarewellWords; takeawayLabel: string }) {
  return (
    <>
      {thanks && (
        <blockquote className={css.quote} dir="auto">
          {thanks}
        </blockquote>
      )}
      {takeaway && (
        <p className={css.takeaway} dir="auto">
          <small>{takeawayLabel}</small>
          {takeaway}
        </p>
      )}
    </>
  )
}

function Papers({ farewell }: { farewell: MyFarewell }) {
  const t = useText()
  const downloading = useDownloadPaper(farewell.mentorship)
  const { isPending, isError, variables, mutate } = downloading
  return (
    <Card className={css.card} aria-labelledby="farewell-papers">
      <h2 id="farewell-papers">{t('farewell.papers')}</h2>
      <p className={css.sub}>{t('farewell.papers.text')}</p>
      <div className={css.row}>
        {(['letter', 'certificate'] as const).map((paper) => (
          <Button
            key={paper}
            kind={paper === 'letter' ? 'primary' : 'line'}
            busy={isPending && variables === paper}
            busyLabel={t('course.busy')}
            onClick={() => mutate(paper)}
          >
            <Icon of={download} />
            {t(`farewell.papers.${paper}`)}
          </Button>
        ))}
      </div>
      {isError && (
        <Note tone="bad" live="alert">
          {t('farewell.papers.failed')}
        </Note>
      )}
    </Card>
  )
}

function Together({ farewell }: { farewell: MyFarewell }) {
  const t = useText()
  const language = useLanguage()
  const { startedAt, closedAt, closesAt, sessions, meetingCount } = farewell
  const from = longDay(startedAt, language)
  return (
    <Card className={css.card} aria-labelledby="farewell-together">
      <h2 id="farewell-together">{t('farewell.together')}</h2>
      <ul className={css.facts}>
        <li>
          <Icon of={calendar} />
          {t('farewell.together.since', { from, to: longDay(closedAt ?? closesAt, language) })}
        </li>
        {meetingCount > 0 && (
          <li>
            <Icon of={video} />
            {t('farewell.meetings', { count: meetingCount })}
          </li>
        )}
        {sessions.length > 0 && (
          <li>
            <Icon of={check} />
            {t('farewell.sessions', { count: sessions.length })}
          </li>
        )}
      </ul>
      {sessions.length > 0 && (
        <ul className={css.sessions}>
          {sessions.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Missing() {
  const t = useText()
  return (
    <div className={css.page}>
      <HomeTitle />
      <Card as="div">
        <Empty
          level={1}
          drawing={noResults}
          title={t('farewell.missing')}
          text={t('farewell.missingText')}
          action={
            <ButtonLink kind="primary" render={<Link to="/mentorship" />}>
              {t('farewell.back')}
            </ButtonLink>
          }
        />
      </Card>
    </div>
  )
}
