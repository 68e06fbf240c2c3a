import { BookmarkButton } from '#learning/public.ts'
import { walkBookmarks } from './queries.ts'

type CardBookmarkProps = { session: number; title: string; isBookmarked: boolean }

export const CardBookmark = (card: CardBookmarkProps) => <BookmarkButton {...card} place={walkBookmarks} />
