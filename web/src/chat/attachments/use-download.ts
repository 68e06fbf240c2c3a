import { type MouseEvent, useEffect, useRef } from 'react'

/** Links expire. */
export type LinkTime = {
  hasExpired: () => boolean
  /** Requests new links, which come with the message. */
  onExpired: () => void
}

/** Link props for an address that may have expired: a click then continues when the new address arrives. */
export function useDownload(href: string, { hasExpired, onExpired }: LinkTime) {
  const ref = useRef<HTMLAnchorElement>(null)
  const ended = useRef<string>(null)

  useEffect(() => {
    if (ended.current === null || ended.current === href) return
    ended.current = null
    ref.current?.click()
  }, [href])

  function onClick(event: MouseEvent) {
    if (!hasExpired()) return
    event.preventDefault()
    ended.current = href
    onExpired()
  }

  return { ref, href, onClick }
}
