import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { bookmark, bookmarkFilled } from '#core/ui/icons.ts'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import css from './bookmark-button.module.css'
import { type BookmarkArea, useBookmarkToggle } from './bookmark-queries.ts'
import { hubBookmarks } from '../queries.ts'

type BookmarkButtonProps = {
  session: number
  title: string
  isBookmarked: boolean
  /** The area whose lists show it. */
  place?: BookmarkArea
}

export function BookmarkButton({ session, title, isBookmarked, place = hubBookmarks }: BookmarkButtonProps) {
  const t = useText()
  const toggle = useBookmarkToggle(place, { session, title }, () =>
    showToast({ text: t('learning.bookmarkRefused', { title }), tone: 'bad' }),
  )
  return (
    <button
      type="button"
      className={css.button}
      aria-pressed={isBookmarked}
      aria-label={t('learning.bookmark', { title })}
      onClick={() => toggle.mutate()}
    >
      <span className={css.circle}>
        <Icon of={isBookmarked ? bookmarkFilled : bookmark} />
      </span>
    </button>
  )
}
