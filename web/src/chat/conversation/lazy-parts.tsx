import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import type { PicturePreview } from '../attachments/picture-preview.tsx'
import type { RatingWhenDue } from './rating-dialog.tsx'
import type { SearchHere } from './search-here.tsx'

type PictureProps = ComponentProps<typeof PicturePreview>
type RatingProps = ComponentProps<typeof RatingWhenDue>
type SearchProps = ComponentProps<typeof SearchHere>

// If their script fails to load, the conversation still works without them.
const noPicture: ComponentType<PictureProps> = () => null
const noRating: ComponentType<RatingProps> = () => null
const noSearch: ComponentType<SearchProps> = () => null
const Picture = lazy(async () => ({
  default: await import('../attachments/picture-preview.tsx').then(
    (part) => part.PicturePreview,
    () => noPicture,
  ),
}))
const Rating = lazy(async () => ({
  default: await import('./rating-dialog.tsx').then(
    (part) => part.RatingWhenDue,
    () => noRating,
  ),
}))

export const LazyPicture = (props: PictureProps) => (
  <Suspense>
    <Picture {...props} />
  </Suspense>
)

export const LazyRating = (props: RatingProps) => (
  <Suspense>
    <Rating {...props} />
  </Suspense>
)

const Search = lazy(async () => ({
  default: await import('./search-here.tsx').then(
    (part) => part.SearchHere,
    () => noSearch,
  ),
}))

export const LazySearch = (props: SearchProps) => (
  <Suspense>
    <Search {...props} />
  </Suspense>
)
