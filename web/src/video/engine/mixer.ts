export type Mixer = {
  track: MediaStreamTrack | undefined
  /** All tracks to mix; tracks that are missing from the list are removed. */
  setSounds: (sounds: readonly MediaStreamTrack[]) => void
  close: () => void
}

type Source = { node: MediaStreamAudioSourceNode; player: HTMLAudioElement }

/** Mixes all audio into one track. */
export function openMixer(): Mixer {
  const context = new AudioContext()
  const mixed = context.createMediaStreamDestination()
  const sources = new Map<MediaStreamTrack, Source>()

  function add(track: MediaStreamTrack): void {
    const stream = new MediaStream([track])
    // Chrome delivers remote audio to the mixer only if an element plays it, so play it muted.
    const player = new Audio()
    player.muted = true
    player.srcObject = stream
    void player.play().catch(() => {})
    const node = context.createMediaStreamSource(stream)
    node.connect(mixed)
    sources.set(track, { node, player })
  }

  function remove(track: MediaStreamTrack): void {
    const source = sources.get(track)
    if (!source) return
    source.node.disconnect()
    source.player.srcObject = null
    sources.delete(track)
  }

  return {
    track: mixed.stream.getAudioTracks()[0],
    setSounds: (sounds) => {
      for (const track of sources.keys()) if (!sounds.includes(track)) remove(track)
      for (const track of sounds) if (!sources.has(track) && track.readyState === 'live') add(track)
      if (context.state === 'suspended') void context.resume()
    },
    close: () => {
      for (const track of sources.keys()) remove(track)
      void context.close()
    },
  }
}
