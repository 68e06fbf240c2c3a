import { BookmarkButton } from '#learning/public.ts'
import { mentorshipBookmarks } from './queries.ts'

type CardBookmarkProps = { session: number; title: string; isBookmarked: boolean }

export const CardBookmark = (card: CardBookmarkProps) => <BookmarkButton {...card} place={mentorshipBookmarks} />
