import { useState, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#core/storage.ts'
import type { PanelName } from './tools.ts'

const mirrorKey = 'saathi.call.mirror'
const shortcutsKey = 'saathi.call.keys'

function subscribeToFullScreen(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** The whole page goes full screen: overlays are outside the call element and would be hidden otherwise. */
async function toggleFullScreen(): Promise<void> {
  await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
}

/** View state of this screen only. */
export function useView() {
  const [isTiles, setTiles] = useState(false)
  const [hasFilmstrip, setFilmstrip] = useState(true)
  const [isMirrored, setMirrored] = useState(() => readStored(mirrorKey) !== 'no')
  const [areShortcutsOn, setShortcutsOn] = useState(() => readStored(shortcutsKey) !== 'no')
  // Keeps its value while the panel closes.
  const [panel, setPanel] = useState<PanelName>('more')
  const [isPanelOpen, setPanelOpen] = useState(false)
  const [isChatOpen, setChatOpen] = useState(false)
  const isFullScreen = useSyncExternalStore(subscribeToFullScreen, () => document.fullscreenElement !== null)
  return {
    isTiles,
    setTiles,
    hasFilmstrip,
    setFilmstrip,
    isMirrored,
    setMirrored: (isOn: boolean) => {
      writeStored(mirrorKey, isOn ? 'yes' : 'no')
      setMirrored(isOn)
    },
    areShortcutsOn,
    setShortcutsOn: (isOn: boolean) => {
      writeStored(shortcutsKey, isOn ? 'yes' : 'no')
      setShortcutsOn(isOn)
    },
    panel,
    isPanelOpen,
    openPanel: (next: PanelName) => {
      setPanel(next)
      setPanelOpen(true)
    },
    closePanel: () => setPanelOpen(false),
    isChatOpen,
    setChatOpen,
    isFullScreen,
    // If the browser refuses, nothing changes.
    toggleFullScreen: () => void toggleFullScreen().catch(() => undefined),
  }
}

export type View = ReturnType<typeof useView>
