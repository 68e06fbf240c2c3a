import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { link } from '#core/ui/icons.ts'
import css from './composer.module.css'
import { firstUrl } from './first-url.ts'
import { linkPreviewQuery } from './queries.ts'
import { useDebounced } from './use-debounced.ts'

export const AFTER_TYPING_MS = 2_000
export const BEFORE_FETCHING_MS = 700

/** Preview of the first link before it is sent. The server caches it for the message. */
export function TypedLinkPreview({ text }: { text: string }) {
  const t = useText()
  const typed = firstUrl(useDebounced(text, AFTER_TYPING_MS))
  const url = useDebounced(typed, BEFORE_FETCHING_MS)
  const { data } = useQuery({ ...linkPreviewQuery(url ?? ''), enabled: url !== null })
  if (!url || !data?.title || firstUrl(text) !== url) return null
  return (
    <div className={css.ahead} role="group" aria-label={t('chat.link.preview')}>
      <Icon of={link} />
      <span dir="auto">
        <b>{data.title}</b>
        {data.description && <small>{data.description}</small>}
      </span>
    </div>
  )
}
