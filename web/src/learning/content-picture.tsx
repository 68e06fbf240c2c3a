import type { ContentItem } from '@saathi/contract/content/items'
import { useState } from 'react'
import { useDeferred } from '#core/data-light.ts'
import { dataSize } from '#core/i18n/data-size.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { DeferredPicture } from '#core/ui/held-picture.tsx'
import { plainTextOf } from '#core/ui/rich-text-blocks.ts'
import css from './content-picture.module.css'

export function PictureContent({ item }: { item: ContentItem }) {
  const address = item.localeImage || item.image
  return address ? <Picture item={item} address={address} /> : null
}

/** One and the same function, so that it is called when the picture appears and not again. */
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** Its place is kept from the first drawing on, so that nothing jumps when it arrives. */
function Picture({ item, address }: { item: ContentItem; address: string }) {
  const t = useText()
  const language = useLanguage()
  const [isHeld, show] = useDeferred(address)
  const [isAsked, setAsked] = useState(false)
  const { imageWidth, imageHeight, imageBytes } = item
  const isSized = imageWidth !== null && imageHeight !== null && imageWidth > 0 && imageHeight > 0
  const words = plainTextOf(item.localeText || item.text || '')

  function handleShow() {
    setAsked(true)
    show()
  }

  if (isHeld)
    return (
      <DeferredPicture
        words={t('light.picture')}
        name={words}
        cost={imageBytes ? dataSize(imageBytes, language) : null}
        className={css.held}
        style={{ aspectRatio: isSized ? `${imageWidth} / ${imageHeight}` : '16 / 9' }}
        onShow={handleShow}
      />
    )
  return (
    <img
      className={css.picture}
      src={address}
      alt={words}
      decoding="async"
      // The button that was pressed is gone; whoever pressed it goes on from the picture.
      {...(isAsked && { ref: takeFocus, tabIndex: -1 })}
      {...(isSized ? { width: imageWidth, height: imageHeight } : { style: { aspectRatio: '16 / 9' } })}
    />
  )
}
