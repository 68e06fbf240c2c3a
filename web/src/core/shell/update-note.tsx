import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isBusyPage } from '#core/busy-pages.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { hasUnsavedChanges, hasUnsent, onUnsavedChange } from '#core/unsaved.ts'
import { followUpdates, putInCharge } from '#core/updates.ts'
import css from './update-note.module.css'

type Stage = 'offered' | 'held' | 'loading' | 'putOff'

/** `load` reads the page anew. It is never done by itself, nor offered to whoever is in the middle of something. */
export function UpdateNote({ load = () => location.reload() }: { load?: () => void }) {
  const t = useText()
  const [newer, setNewer] = useState<ServiceWorker | null>(null)
  const [stage, setStage] = useState<Stage>('offered')
  const isBusy = useLocation({ select: ({ pathname }) => isBusyPage(pathname) })
  const isChanging = useSyncExternalStore(onUnsavedChange, hasUnsavedChanges)
  const isShown = newer !== null && stage !== 'putOff' && !isBusy && !isChanging

  useEffect(() => followUpdates(setNewer), [])

  async function handleLoad() {
    if (newer === null) return
    // It may be lost with the page. Much of it is kept and comes again, so whoever has been told decides.
    if (stage !== 'held' && hasUnsent()) return setStage('held')
    setStage('loading')
    await putInCharge(newer)
    load()
  }

  return (
    <div role="status">
      {isShown && (
        <Note
          tone="info"
          className={css.note}
          action={
            <div className={css.actions}>
              <Button
                kind="primary"
                size="sm"
                busy={stage === 'loading'}
                busyLabel={t('shell.update.loading')}
                onClick={() => void handleLoad()}
              >
                {t(stage === 'held' ? 'shell.update.anyway' : 'shell.update.load')}
              </Button>
              <Button kind="quiet" size="sm" onClick={() => setStage('putOff')}>
                {t('shell.update.later')}
              </Button>
            </div>
          }
        >
          {t(stage === 'held' ? 'shell.update.held' : 'shell.update.ready')}
        </Note>
      )}
    </div>
  )
}
