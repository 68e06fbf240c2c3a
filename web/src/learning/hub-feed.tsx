import { loadFeedSection } from '#feed/public.ts'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import css from './hub-page.module.css'

/** The feed is at the end of the page; its code and posts are loaded when the reader scrolls near it. */
export function HubFeed() {
  const place = useRef<HTMLDivElement>(null)
  const [Section, setSection] = useState<ComponentType>()

  useEffect(() => {
    if (Section || !place.current) return
    // If loading fails, the section stays hidden; the feed also has its own page.
    const show = () =>
      void loadFeedSection().then(
        (section) => setSection(() => section),
        () => {},
      )
    if (typeof IntersectionObserver === 'undefined') return show()
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && show(), {
      rootMargin: '200px 0px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [Section])

  return (
    <div ref={place} className={css.feed}>
      {Section && <Section />}
    </div>
  )
}
