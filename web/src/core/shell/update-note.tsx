import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isBusyPage } from '#core/shell/busy-pages.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { hasUnsavedChanges, hasUnsent, onUnsavedChange } from '#core/unsaved.ts'
import { watchUpdates, activateWorker } from '#core/shell/updates.ts'
import css from './update-note.module.css'

type Stage = 'offered' | 'warned' | 'loading' | 'dismissed'

/** `load` reloads the page. This never happens automatically and is not offered on a busy page. */
export function UpdateNote({ load = () => location.reload() }: { load?: () => void }) {
  const t = useText()
  const [newWorker, setNewWorker] = useState<ServiceWorker | null>(null)
  const [stage, setStage] = useState<Stage>('offered')
  const isBusy = useLocation({ select: ({ pathname }) => isBusyPage(pathname) })
  const hasChanges = useSyncExternalStore(onUnsavedChange, hasUnsavedChanges)
  const isShown = newWorker !== null && stage !== 'dismissed' && !isBusy && !hasChanges

  useEffect(() => watchUpdates(setNewWorker), [])

  async function handleLoad() {
    if (newWorker === null) return
    // Unsent text may be lost with the page. Most of it is stored, so after one warning the person decides.
    if (stage !== 'warned' && hasUnsent()) return setStage('warned')
    setStage('loading')
    await activateWorker(newWorker)
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
                {t(stage === 'warned' ? 'shell.update.anyway' : 'shell.update.load')}
              </Button>
              <Button kind="quiet" size="sm" onClick={() => setStage('dismissed')}>
                {t('shell.update.later')}
              </Button>
            </div>
          }
        >
          {t(stage === 'warned' ? 'shell.update.held' : 'shell.update.ready')}
        </Note>
      )}
    </div>
  )
}
