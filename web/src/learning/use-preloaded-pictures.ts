import type { Step } from '@saathi/contract/learning/detail'
import { useEffect } from 'react'

/** The next step's pictures come while this one is read. */
export function usePreloadedPictures(next: Step | undefined): void {
  const addresses = (next?.content ?? []).flatMap(({ localeImage, image }) => localeImage || image || [])
  const all = addresses.join(' ')
  useEffect(() => {
    for (const address of all.split(' ').filter(Boolean)) {
      const picture = new Image()
      picture.fetchPriority = 'low'
      picture.src = address
    }
  }, [all])
}
