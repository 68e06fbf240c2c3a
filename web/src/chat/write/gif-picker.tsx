import type { SentAttachment } from '@saathi/contract/chat/socket'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataLight } from '#core/data-light.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { search } from '#core/ui/icons.ts'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import css from './pickers.module.css'
import { gifsQuery } from '../queries.ts'
import { useDebounced } from './use-debounced.ts'

const SEARCH_AFTER_MS = 400

/** Ten at a time, with a button for more. */
export function GifPicker({ onChoose }: { onChoose: (gif: SentAttachment) => void }) {
  const t = useText()
  const isLight = useDataLight()
  const [isRevealed, setRevealed] = useState(false)
  const [text, setText] = useState('')
  const query = useInfiniteQuery(gifsQuery(useDebounced(text.trim(), SEARCH_AFTER_MS)))
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = query
  const gifs = data?.pages.flatMap((page) => page.gifs) ?? []
  const isShown = isRevealed || !isLight
  return (
    <>
      <Field label={t('chat.gif.search')} labelHidden>
        <TextInput
          icon={search}
          value={text}
          placeholder={t('chat.gif.search')}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      {error && !data && (
        <Failed
          small
          level={4}
          title={t('chat.gif.failed')}
          text={t(errorTextKey(error))}
          retryLabel={t('action.retry')}
          retryingLabel={t('action.retrying')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <LoadingBeads label={t('chat.loading')} labelHidden />}
      {data && gifs.length === 0 && <p className={css.lost}>{t('chat.gif.none')}</p>}
      {isLight && gifs.length > 0 && (
        <Button kind="soft" size="sm" block onClick={() => setRevealed(!isRevealed)}>
          {t(isRevealed ? 'light.gifs.hide' : 'light.gifs.show')}
        </Button>
      )}
      <div className={css.gifs}>
        {gifs.map(({ id, url, previewUrl, width, height, title }) => (
          <button key={id} type="button" aria-label={title} onClick={() => onChoose({ url, name: title, type: 'image/gif' })}>
            {isShown ? (
              <img src={previewUrl} alt="" width={width} height={height} loading="lazy" />
            ) : (
              <span className={css.gifName}>{title || t('chat.gif')}</span>
            )}
          </button>
        ))}
      </div>
      {hasNextPage && (
        <Button kind="quiet" size="sm" block busy={isFetching} busyLabel={t('chat.loading')} onClick={() => void fetchNextPage()}>
          {t('chat.more')}
        </Button>
      )}
    </>
  )
}
