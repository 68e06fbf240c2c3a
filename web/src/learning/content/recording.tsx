import type { ContentItem } from '@saathi/contract/content/items'
import { splitVideoWords } from '@saathi/contract/content/video-words'
import { useCallback, useId, useState } from 'react'
import { dataSize } from '#core/i18n/data-size.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { plainTextOf } from '#core/ui/rich-text/blocks.ts'
import { captionsOf } from './captions.ts'
import { Facade, Transcript } from './video.tsx'
import css from './video.module.css'

/** A sound recording or video of the programme. It loads nothing before a tap, and says how much it will load. */
export function RecordingContent({ item }: { item: ContentItem }) {
  const t = useText()
  const language = useLanguage()
  const [status, setStatus] = useState<'waiting' | 'playing' | 'failed'>('waiting')
  const sizeId = useId()
  const address = item.localeUrl || item.url
  if (!address) return null
  const isVideo = item.contentType === 'VIDEO'
  const { title: words, transcript } = splitVideoWords(item.localeText || item.text || '')
  const title = plainTextOf(words) || t(isVideo ? 'learning.step.video' : 'learning.step.audio')
  const size = item.imageBytes === null ? null : dataSize(item.imageBytes, language)
  return (
    <figure className={css.video}>
      <div className={classNames(css.frame, !isVideo && css.sound)}>
        {status === 'playing' ? (
          <Player
            address={address}
            isVideo={isVideo}
            title={title}
            captions={captionsOf(transcript)}
            onFailure={() => setStatus('failed')}
          />
        ) : (
          <Facade
            title={title}
            label={t(isVideo ? 'learning.step.playVideo' : 'learning.step.playAudio', { title })}
            costId={size === null ? undefined : sizeId}
            onPlay={() => setStatus('playing')}
          />
        )}
      </div>
      <figcaption className={css.caption}>
        {status === 'failed' && <p role="alert">{t('learning.step.notPlayed')}</p>}
        {size !== null && (
          <p id={sizeId} className={css.cost}>
            {t('learning.step.loads', { size })}
          </p>
        )}
        <Transcript text={transcript} />
      </figcaption>
    </figure>
  )
}

type PlayerProps = { address: string; isVideo: boolean; title: string; captions: string | null; onFailure: () => void }

/** A stable function, so that React calls the ref only once: the pressed button is gone, and the focus moves to the player. */
const takeFocus = (element: HTMLMediaElement | null) => element?.focus({ preventScroll: true })

function Player({ address, isVideo, title, captions, onFailure }: PlayerProps) {
  const t = useText()
  const language = useLanguage()
  const shared = { src: address, controls: true, autoPlay: true, 'aria-label': title, onError: onFailure, ref: takeFocus }
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- sound shows no captions; what is said is written below
  if (!isVideo) return <audio {...shared} className={css.controls} />
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- transcripts without times have none; what is said is written below
    <video {...shared} className={css.player} playsInline>
      {captions !== null && <Captions text={captions} label={t('learning.step.captions')} language={language} />}
    </video>
  )
}

/** The address of the captions lives as long as the element. */
function Captions({ text, label, language }: { text: string; label: string; language: string }) {
  const setSource = useCallback(
    (element: HTMLTrackElement) => {
      const url = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }))
      element.src = url
      return () => URL.revokeObjectURL(url)
    },
    [text],
  )
  return <track kind="captions" ref={setSource} srcLang={language} label={label} default />
}
