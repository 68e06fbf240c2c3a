import type { MeetingHistoryItem } from '@saathi/contract/video/entities'
import { useQuery } from '@tanstack/react-query'
import { errorTextKey } from '#core/error-text.ts'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { text, smile } from '#core/ui/further-icons.ts'
import { type IconShape, file } from '#core/ui/icons.ts'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import css from './list.module.css'
import '../live.ts'
import { historyQuery, useRateSummary } from '../queries.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useProfile } from '#core/profile.ts'
import historyRatingCss from './rating.module.css'
import { Face, levels } from './rating-faces.tsx'

/** The recorded calls of a channel; the heading belongs to the parent. */
export function HistoryList({ channel }: { channel: number }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(historyQuery(channel))
  if (data && data.length === 0) return <p className={css.empty}>{t('video.history.empty')}</p>
  if (data)
    return (
      <ul className={css.list}>
        {data.map((item) => (
          <Meeting key={item.meetingRecordingId} item={item} />
        ))}
      </ul>
    )
  if (!error) return <LoadingBeads label={t('video.history.loading')} />
  return (
    <Failed
      small
      level={4}
      title={t('video.history.failed')}
      text={t(errorTextKey(error))}
      retryLabel={t('action.retry')}
      retrying={isFetching}
      retryingLabel={t('action.retrying')}
      onRetry={() => void refetch()}
    />
  )
}

function Meeting({ item }: { item: MeetingHistoryItem }) {
  const t = useText()
  const when = dayAndTime(item.meetingDatetime, useLanguage())
  const { summaryTextFileUrl: summary, transcriptionTextFileUrl: transcript } = item
  return (
    <li className={css.meeting}>
      <div className={css.head}>
        <time dateTime={item.meetingDatetime}>{when}</time>
        {summary && <HistoryRating item={item} when={when} />}
      </div>
      {!summary && !transcript && <p className={css.empty}>{t('video.history.noWords')}</p>}
      {summary && (
        <FileLink url={summary} icon={text} label={t('video.history.summaryOf', { when })}>
          {t('video.history.summary')}
        </FileLink>
      )}
      {transcript && (
        <FileLink url={transcript} icon={file} label={t('video.history.transcriptOf', { when })}>
          {t('video.history.transcript')}
        </FileLink>
      )}
    </li>
  )
}

type FileLinkProps = { url: string; icon: IconShape; label: string; children: string }

const FileLink = ({ url, icon, label, children }: FileLinkProps) => (
  <a className={css.file} href={url} target="_blank" rel="noopener noreferrer" aria-label={label}>
    <Icon of={icon} size={18} />
    {children}
  </a>
)

type HistoryRatingProps = { item: MeetingHistoryItem; when: string }

/** Shows the current rating as a face; clicking it opens all five. */
function HistoryRating({ item: { meetingRecordingId, rating }, when }: HistoryRatingProps) {
  const t = useText()
  const { id } = useProfile()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { mutate, isPending, isError, variables } = useRateSummary(id)
  const shown = isPending ? (variables?.mark ?? rating) : rating

  function close() {
    setOpen(false)
    button.current?.focus()
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    close()
  }
  function handleRate(mark: number) {
    close()
    mutate({ meetingRecordingId, mark })
  }

  return (
    <div className={historyRatingCss.rating}>
      <button
        ref={button}
        type="button"
        className={historyRatingCss.face}
        aria-expanded={isOpen}
        aria-label={shown === null ? t('video.history.rate', { when }) : t('video.history.rated', { when, level: shown })}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={handleKeyDown}
      >
        {shown === null ? <Icon of={smile} size={22} /> : <Face rating={shown} />}
      </button>
      {isOpen && (
        <div className={historyRatingCss.faces} role="group" aria-label={t('video.rating.accuracy')}>
          {levels.map((level) => (
            <button
              key={level}
              type="button"
              className={historyRatingCss.face}
              aria-label={t(`video.rating.level.${level}`)}
              aria-pressed={level === rating}
              onClick={() => handleRate(level)}
              onKeyDown={handleKeyDown}
            >
              <Face rating={level} />
            </button>
          ))}
        </div>
      )}
      <span className={historyRatingCss.trouble} role="status">
        {isError && t('video.history.rateFailed')}
      </span>
    </div>
  )
}
