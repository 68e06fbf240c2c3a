export type ScreenShare = {
  now: () => MediaStreamTrack | null
  set: (on: boolean) => Promise<void>
  close: () => void
}

/** The browser has a button of its own to end it, which nobody asks us about. */
export function openScreenShare(onChange: () => void): ScreenShare {
  let track: MediaStreamTrack | null = null
  let isAsking = false
  let isClosed = false

  function end(): void {
    if (!track) return
    track.stop()
    track = null
    onChange()
  }

  async function begin(): Promise<void> {
    if (track || isAsking || !navigator.mediaDevices?.getDisplayMedia) return
    isAsking = true
    try {
      const shown = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { max: 8 } }, audio: false })
      const [chosen] = shown.getVideoTracks()
      if (!chosen) return
      if (isClosed) return chosen.stop()
      // Letters are to be read: rather fewer pictures than blurred ones.
      chosen.contentHint = 'detail'
      chosen.addEventListener('ended', () => {
        if (track === chosen) end()
      })
      track = chosen
      onChange()
    } catch {
      // Whoever was asked what to show has chosen nothing.
    } finally {
      isAsking = false
    }
  }

  return {
    now: () => track,
    set: async (on) => (on ? begin() : end()),
    close: () => {
      isClosed = true
      track?.stop()
      track = null
    },
  }
}
