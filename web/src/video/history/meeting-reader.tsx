import type { MeetingHistoryItem } from '@saathi/contract/video/entities'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { download } from '#core/ui/icons.ts'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { historyQuery, textQuery } from '../queries.ts'
import css from './meeting-reader.module.css'

export type ReaderKind = 'summary' | 'transcript' | 'recording'

type MeetingReaderProps = {
  channel: number
  meetingRecordingId: number
  /** The kind that is open; null while closed. */
  kind: ReaderKind | null
  onClose: () => void
}

/** Opens a summary, a transcript or the recording in place. */
export function MeetingReader({ channel, meetingRecordingId, kind, onClose }: MeetingReaderProps) {
  const t = useText()
  const language = useLanguage()
  const { data, error, refetch } = useQuery({ ...historyQuery(channel), enabled: kind !== null })
  const item = data?.find((each) => each.meetingRecordingId === meetingRecordingId)
  const when = item ? dayAndTime(item.meetingDatetime, language) : ''
  const titles = {
    summary: t('video.history.summaryOf', { when }),
    transcript: t('video.history.transcriptOf', { when }),
    recording: t('video.history.watchOf', { when }),
  }
  return (
    <Dialog
      open={kind !== null}
      onClose={onClose}
      title={kind && item ? titles[kind] : t('video.history.opening')}
      closeLabel={t('video.history.close')}
      size="lg"
      fullOnPhone
    >
      {item && kind ? (
        <Opened item={item} kind={kind} />
      ) : error || data ? (
        <CannotOpen onRetry={() => void refetch()} />
      ) : (
        <LoadingBeads label={t('video.history.opening')} />
      )}
    </Dialog>
  )
}

function CannotOpen({ onRetry }: { onRetry: () => void }) {
  const t = useText()
  return (
    <Failed
      small
      level={3}
      title={t('video.history.openFailed')}
      text={t('error.network')}
      retryLabel={t('action.retry')}
      onRetry={onRetry}
    />
  )
}

function Opened({ item, kind }: { item: MeetingHistoryItem; kind: ReaderKind }) {
  if (kind === 'recording') return <Film urls={item.recordingUrls} when={item.meetingDatetime} />
  const url = kind === 'summary' ? item.summaryTextFileUrl : item.transcriptionTextFileUrl
  return url === null ? null : <Words id={item.meetingRecordingId} kind={kind} url={url} />
}

function Words({ id, kind, url }: { id: number; kind: 'summary' | 'transcript'; url: string }) {
  const t = useText()
  const { data, error, refetch } = useQuery(textQuery(id, kind, url))
  if (data === undefined)
    return error ? <CannotOpen onRetry={() => void refetch()} /> : <LoadingBeads label={t('video.history.opening')} />
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be focusable */}
      <div className={css.words} dir="auto" tabIndex={0} role="document">
        {data}
      </div>
      <ButtonLink kind="line" href={url} target="_blank" rel="noopener noreferrer">
        <Icon of={download} size={18} />
        {t('video.history.save')}
      </ButtonLink>
    </>
  )
}

/** Plays the parts of a recording one after the other. */
function Film({ urls, when }: { urls: readonly string[]; when: string }) {
  const t = useText()
  const language = useLanguage()
  const [part, setPart] = useState(0)
  // The links are renewed while the list is open; the film must not start again.
  const [films] = useState(urls)
  const url = films[part]
  if (url === undefined) return null
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what was said is in the transcript */}
      <video
        key={url}
        className={css.film}
        src={url}
        controls
        autoPlay={part > 0}
        playsInline
        aria-label={t('video.history.watchOf', { when: dayAndTime(when, language) })}
        onEnded={() => setPart((now) => Math.min(now + 1, films.length - 1))}
      />
      {films.length > 1 && (
        <div className={css.parts}>
          {films.map((each, at) => (
            <button key={each} type="button" aria-pressed={at === part} onClick={() => setPart(at)}>
              {t('video.history.part', { number: at + 1, count: films.length })}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
