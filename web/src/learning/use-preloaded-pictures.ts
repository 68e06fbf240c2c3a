import type { Step } from '@saathi/contract/learning/detail'
import { useEffect } from 'react'
import { afterPaint } from './after-paint.ts'

/** The next step's pictures come while this one is read. */
export function usePreloadedPictures(next: Step | undefined): void {
  const addresses = (next?.content ?? []).flatMap(({ localeImage, image }) => localeImage || image || [])
  const all = addresses.join(' ')
  useEffect(() => afterPaint(() => load(all.split(' ').filter(Boolean))), [all])
}

function load(addresses: readonly string[]): void {
  for (const address of addresses) {
    const picture = new Image()
    picture.fetchPriority = 'low'
    picture.src = address
  }
}
