export type ScreenShare = {
  now: () => MediaStreamTrack | null
  set: (on: boolean) => Promise<void>
  close: () => void
}

/** The browser has its own button to stop sharing, so listen for `ended`. */
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
      // Text must stay readable: prefer resolution over frame rate.
      chosen.contentHint = 'detail'
      chosen.addEventListener('ended', () => {
        if (track === chosen) end()
      })
      track = chosen
      onChange()
    } catch {
      // The person cancelled the browser's picker.
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
