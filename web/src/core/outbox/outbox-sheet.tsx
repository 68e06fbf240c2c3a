import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { dayAndTime } from '../i18n/india-time.ts'
import { useLanguage, useText } from '../i18n/texts.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog, Sheet } from '../ui/overlay/dialog.tsx'
import type { OutboxEntry } from './entry.ts'
import { isUnstored } from './list.ts'
import css from './outbox.module.css'
import { discard, tryAgain } from './outbox.ts'

type OutboxSheetProps = { open: boolean; entries: readonly OutboxEntry[]; onClose: () => void }

export function OutboxSheet({ open, entries, onClose }: OutboxSheetProps) {
  const t = useText()
  return (
    <Sheet open={open} onClose={onClose} title={t('outbox.title')} text={t('outbox.text')} closeLabel={t('outbox.close')}>
      {entries.length === 0 && <p role="status">{t('outbox.empty')}</p>}
      <ul className={css.list}>
        {entries.map((entry) => (
          <Item key={entry.key} entry={entry} onLeave={onClose} />
        ))}
      </ul>
    </Sheet>
  )
}

function Item({ entry, onLeave }: { entry: OutboxEntry; onLeave: () => void }) {
  const t = useText()
  const language = useLanguage()
  const { label, refusal, madeAt } = entry
  return (
    <li className={css.item}>
      <b>{t(label.text, label.values)}</b>
      <span className={css.time}>{dayAndTime(madeAt, language)}</span>
      <p className={refusal && css.why}>{t(refusal ? refusal.text : isUnstored(entry) ? 'outbox.unstored' : 'outbox.here')}</p>
      {refusal ? <RefusedActions entry={entry} onLeave={onLeave} /> : <DiscardButton entry={entry} />}
    </li>
  )
}

/** Actions for an entry the server has refused. */
function RefusedActions({ entry, onLeave }: { entry: OutboxEntry; onLeave: () => void }) {
  const t = useText()
  const { label, place } = entry
  const what = t(label.text, label.values)
  return (
    <div className={css.actions}>
      {place && (
        <ButtonLink
          kind="soft"
          size="sm"
          render={<Link {...place} aria-label={t('outbox.lookAt', { what })} onClick={onLeave} />}
        >
          {t('outbox.look')}
        </ButtonLink>
      )}
      <Button kind="line" size="sm" aria-label={t('outbox.tryAgain', { what })} onClick={() => void tryAgain(entry)}>
        {t('action.retry')}
      </Button>
      <Button kind="quiet" size="sm" aria-label={t('outbox.throwAwayOf', { what })} onClick={() => void discard(entry)}>
        {t('outbox.throwAway')}
      </Button>
    </div>
  )
}

/** Asks for confirmation: the entry could still be sent. */
function DiscardButton({ entry }: { entry: OutboxEntry }) {
  const t = useText()
  const [isConfirming, setConfirming] = useState(false)
  const keepButton = useRef<HTMLButtonElement>(null)
  const what = t(entry.label.text, entry.label.values)
  return (
    <div className={css.actions}>
      <Button kind="quiet" size="sm" aria-label={t('outbox.throwAwayOf', { what })} onClick={() => setConfirming(true)}>
        {t('outbox.throwAway')}
      </Button>
      <Dialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('outbox.throwAwayAsk')}
        text={t('outbox.throwAwayText', { what })}
        initialFocus={keepButton}
        actions={
          <>
            <Button kind="line" onClick={() => void discard(entry)}>
              {t('outbox.throwAway')}
            </Button>
            <Button ref={keepButton} kind="primary" onClick={() => setConfirming(false)}>
              {t('outbox.keepIt')}
            </Button>
          </>
        }
      />
    </div>
  )
}
