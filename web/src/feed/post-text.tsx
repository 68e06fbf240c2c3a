import type { FeedContent } from '@saathi/contract/feed/entities'
import { cutGraphemes } from '@saathi/contract/core/cut'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import type { PostDialog } from './post-dialog.tsx'
import css from './post-text.module.css'
import { descriptionOf, titleOf } from './words.ts'

const MAX_LETTERS = 160

const loadDialog = async () => (await import('./post-dialog.tsx')).PostDialog

/** The full text opens in a dialog, loaded on the first press; if loading fails, it expands in place. */
export function PostText({ content }: { content: FeedContent }) {
  const t = useText()
  const [Dialog, setDialog] = useState<ComponentType<ComponentProps<typeof PostDialog>>>()
  const [isOpen, setOpen] = useState(false)
  const [isSpread, setSpread] = useState(false)
  const title = titleOf(content)
  const whole = descriptionOf(content)
  const shown = isSpread ? whole : cutGraphemes(whole, MAX_LETTERS)
  if (whole === '') return null

  function show(component: typeof PostDialog) {
    setDialog(() => component)
    setOpen(true)
  }
  const handleOpen = () => void loadDialog().then(show, () => setSpread(true))

  return (
    <>
      <p className={css.text}>
        {shown}
        {shown !== whole && (
          <>
            {' '}
            <button
              type="button"
              className={css.more}
              aria-haspopup="dialog"
              aria-label={t('feed.readMoreOf', { title })}
              onClick={handleOpen}
            >
              {t('feed.readMore')}
            </button>
          </>
        )}
      </p>
      {Dialog && <Dialog isOpen={isOpen} title={title} text={whole} onClose={() => setOpen(false)} />}
    </>
  )
}
