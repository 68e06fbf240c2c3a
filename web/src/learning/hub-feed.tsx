import { loadFeedSection } from '#feed/public.ts'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import css from './hub-page.module.css'

/** The feed is the last thing on the page, and its code and posts come only when someone gets near it. */
export function HubFeed() {
  const place = useRef<HTMLDivElement>(null)
  const [Section, setSection] = useState<ComponentType>()

  useEffect(() => {
    if (Section || !place.current) return
    // Without it the page is poorer by a section that is a page of its own as well.
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
