import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import type { Panels } from '../panels/panels.tsx'
import type { View } from './use-view.ts'

/** Loaded when the first panel is opened. If that fails, the call goes on without it, and the next press tries again. */
export function usePanels(view: View, showNote: (text: string) => void): { Panels: typeof Panels | null } {
  const t = useText()
  const [loaded, setLoaded] = useState<typeof Panels | null>(null)
  const giveUp = useEffectEvent(() => {
    view.closePanel()
    showNote(t('shell.menuFailed'))
  })
  const isWanted = view.isPanelOpen && loaded === null
  useEffect(() => {
    if (!isWanted) return undefined
    let isHere = true
    import('../panels/panels.tsx').then(
      (part) => isHere && setLoaded(() => part.Panels),
      () => isHere && giveUp(),
    )
    return () => {
      isHere = false
    }
  }, [isWanted])
  return { Panels: loaded }
}
