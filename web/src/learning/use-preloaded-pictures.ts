import type { Step } from '@saathi/contract/learning/detail'
import { useEffect } from 'react'
import { useDataLight } from '#core/data-light.ts'
import { afterPaint } from './after-paint.ts'

/** Preloads the next step's pictures, unless data saving is on. */
export function usePreloadedPictures(next: Step | undefined): void {
  const isLight = useDataLight()
  const addresses = (isLight ? [] : (next?.content ?? [])).flatMap(({ localeImage, image }) => localeImage || image || [])
  const all = addresses.join(' ')
  useEffect(() => afterPaint(() => loadPictures(all.split(' ').filter(Boolean))), [all])
}

function loadPictures(addresses: readonly string[]): void {
  for (const address of addresses) {
    const picture = new Image()
    picture.fetchPriority = 'low'
    picture.src = address
  }
}
