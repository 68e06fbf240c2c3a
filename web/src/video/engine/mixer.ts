export type Mixer = {
  track: MediaStreamTrack | undefined
  /** All that is to be heard; whoever is not among them any more is let go. */
  setSounds: (sounds: readonly MediaStreamTrack[]) => void
  close: () => void
}

type Source = { node: MediaStreamAudioSourceNode; player: HTMLAudioElement }

/** Everybody's sound in one. */
export function openMixer(): Mixer {
  const context = new AudioContext()
  const mixed = context.createMediaStreamDestination()
  const sources = new Map<MediaStreamTrack, Source>()

  function add(track: MediaStreamTrack): void {
    const stream = new MediaStream([track])
    // Chrome lets sound from afar flow only where it is played, too; here it is played to nobody.
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
