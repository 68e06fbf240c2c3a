import { type MouseEvent, useEffect, useRef } from 'react'

/** Links are made for a while only. */
export type LinkTime = {
  haveEnded: () => boolean
  /** Asks for new ones, which come with the message. */
  onExpired: () => void
}

/** What a link needs whose address may have ended: pressed then, it goes on by itself when the new one is there. */
export function useDownload(href: string, { haveEnded, onExpired }: LinkTime) {
  const ref = useRef<HTMLAnchorElement>(null)
  const ended = useRef<string>(null)

  useEffect(() => {
    if (ended.current === null || ended.current === href) return
    ended.current = null
    ref.current?.click()
  }, [href])

  function onClick(event: MouseEvent) {
    if (!haveEnded()) return
    event.preventDefault()
    ended.current = href
    onExpired()
  }

  return { ref, href, onClick }
}
