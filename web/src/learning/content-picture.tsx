import type { ContentItem } from '@saathi/contract/content/items'
import { useState } from 'react'
import { useDeferred } from '#core/data-light.ts'
import { dataSize } from '#core/i18n/data-size.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { DeferredPicture } from '#core/ui/deferred-picture.tsx'
import { plainTextOf } from '#core/ui/rich-text-blocks.ts'
import css from './content-picture.module.css'

export function PictureContent({ item }: { item: ContentItem }) {
  const address = item.localeImage || item.image
  return address ? <Picture item={item} address={address} /> : null
}

/** A stable function, so that React calls the ref only once. */
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** Reserves its space from the first render, so that nothing jumps when it loads. */
function Picture({ item, address }: { item: ContentItem; address: string }) {
  const t = useText()
  const language = useLanguage()
  const [isDeferred, show] = useDeferred(address)
  const [isRequested, setRequested] = useState(false)
  const { imageWidth, imageHeight, imageBytes } = item
  const isSized = imageWidth !== null && imageHeight !== null && imageWidth > 0 && imageHeight > 0
  const words = plainTextOf(item.localeText || item.text || '')

  function handleShow() {
    setRequested(true)
    show()
  }

  if (isDeferred)
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
      // The pressed button is gone; move the focus to the picture.
      {...(isRequested && { ref: takeFocus, tabIndex: -1 })}
      {...(isSized ? { width: imageWidth, height: imageHeight } : { style: { aspectRatio: '16 / 9' } })}
    />
  )
}
