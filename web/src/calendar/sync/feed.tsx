import { useRef, useState } from 'react'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button, ButtonLink } from '#core/ui/button.tsx'
import { Dialog } from '#core/ui/overlay/dialog.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Note } from '#core/ui/note.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { useCloseFeed, useOpenFeed } from './queries.ts'
import css from './strip.module.css'

type SyncFeedProps = { open: boolean; feedUrl: string | null; onClose: () => void }

/** A feed URL for any calendar app. Everyone who has it can read the events, so it can be deleted. */
export function SyncFeed({ open, feedUrl, onClose }: SyncFeedProps) {
  const t = useText()
  const opening = useOpenFeed()
  const closing = useCloseFeed()
  const error = opening.error ?? closing.error

  function handleClose() {
    opening.reset()
    closing.reset()
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={handleClose}
      size="md"
      sheet
      title={t('calendar.feed')}
      text={t('calendar.feed.text')}
      closeLabel={t('calendar.feed.close')}
    >
      <div className={css.feed}>
        {feedUrl === null ? (
          <Button
            kind="primary"
            busy={opening.isPending}
            busyLabel={t('calendar.feed.making')}
            onClick={() => opening.mutate(undefined, { onSuccess: () => closing.reset() })}
          >
            {t('calendar.feed.make')}
          </Button>
        ) : (
          <Address
            feedUrl={feedUrl}
            isEnding={closing.isPending}
            onEnd={() => closing.mutate(undefined, { onSuccess: () => opening.reset() })}
          />
        )}
        <p role="status">{closing.isSuccess && feedUrl === null && t('calendar.feed.ended')}</p>
        {error && (
          <Note tone="bad" live="alert">
            {t(errorTextKey(error))}
          </Note>
        )}
      </div>
    </Dialog>
  )
}

/** Opens the phone's calendar app; only for web URLs. */
const webcalOf = (feedUrl: string): string | undefined =>
  /^https?:\/\//.test(feedUrl) ? feedUrl.replace(/^https?:/, 'webcal:') : undefined

function Address({ feedUrl, isEnding, onEnd }: { feedUrl: string; isEnding: boolean; onEnd: () => void }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<'copied' | 'select' | null>(null)
  const [asksEnd, setAsksEnd] = useState(false)

  async function handleCopy() {
    input.current?.select()
    try {
      await navigator.clipboard.writeText(feedUrl)
      setCopied('copied')
    } catch {
      // Without clipboard access: the text is selected, and the person copies it.
      setCopied('select')
    }
  }

  return (
    <>
      <Field label={t('calendar.feed.address')}>
        <TextInput ref={input} dir="ltr" readOnly value={feedUrl} onFocus={(event) => event.target.select()} />
      </Field>
      <p role="status">{copied && t(`calendar.feed.${copied}`)}</p>
      <div className={css.buttons}>
        <Button kind="primary" onClick={() => void handleCopy()}>
          {t('calendar.feed.copy')}
        </Button>
        <ButtonLink kind="line" href={webcalOf(feedUrl)}>
          {t('calendar.feed.webcal')}
        </ButtonLink>
        <Button kind="quiet" busy={isEnding} busyLabel={t('calendar.feed.ending')} onClick={() => setAsksEnd(true)}>
          {t('calendar.feed.end')}
        </Button>
      </div>
      <Dialog
        open={asksEnd}
        onClose={() => setAsksEnd(false)}
        title={t('calendar.feed.ask')}
        text={t('calendar.feed.ask.text')}
        actions={
          <>
            <Button kind="line" onClick={() => setAsksEnd(false)}>
              {t('calendar.feed.keep')}
            </Button>
            <Button
              kind="danger"
              onClick={() => {
                setAsksEnd(false)
                onEnd()
              }}
            >
              {t('calendar.feed.end')}
            </Button>
          </>
        }
      />
    </>
  )
}
