import { useEffect, useRef } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import css from './conversation.module.css'
import { useEarlierMessages } from './queries.ts'

/** Scrolling up to it is enough; the button is for keyboards and for retrying. */
export function EarlierButton({ before }: { before: number }) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const { mutate, isPending, error } = useEarlierMessages()

  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) mutate(before)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [before, mutate])

  return (
    <div ref={place} className={css.earlier}>
      {error && (
        <Note tone="bad" live="alert">
          {t(errorTextKey(error))}
        </Note>
      )}
      <Button kind="quiet" size="sm" block busy={isPending} busyLabel={t('help.earlierBusy')} onClick={() => mutate(before)}>
        {t('help.earlier')}
      </Button>
    </div>
  )
}
