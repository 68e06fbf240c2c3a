import type { ContentItem } from '@saathi/contract/content/items'
import { plainTextOf } from '#core/ui/rich-text-blocks.ts'
import css from './content-picture.module.css'

/** Its place is kept from the first drawing on, so that nothing jumps when it arrives. */
export function PictureContent({ item }: { item: ContentItem }) {
  const address = item.localeImage || item.image
  if (!address) return null
  const { imageWidth, imageHeight } = item
  const isSized = imageWidth !== null && imageHeight !== null && imageWidth > 0 && imageHeight > 0
  return (
    <img
      className={css.picture}
      src={address}
      alt={plainTextOf(item.localeText || item.text || '')}
      decoding="async"
      {...(isSized ? { width: imageWidth, height: imageHeight } : { style: { aspectRatio: '16 / 9' } })}
    />
  )
}
