export const RING_EVERY_MS = 3_000
const NOTES_HZ = [659.25, 880] as const
const NOTE_SECONDS = 0.5

/**
 * Two soft notes, repeated; returns a function that stops. Without a user gesture the browser plays nothing, and notes must not
 * be queued: they would all play later at once.
 */
export function startRinging(): () => void {
  if (typeof AudioContext === 'undefined') return () => {}
  const context = new AudioContext()
  const sound = () => {
    if (context.state === 'running') NOTES_HZ.forEach((hertz, place) => play(context, hertz, place * NOTE_SECONDS * 0.6))
    else context.resume().catch(() => {})
  }
  const timer = setInterval(sound, RING_EVERY_MS)
  context.addEventListener('statechange', sound, { once: true })
  sound()
  return () => {
    clearInterval(timer)
    context.removeEventListener('statechange', sound)
    context.close().catch(() => {})
  }
}

function play(context: AudioContext, hertz: number, afterSeconds: number): void {
  const from = context.currentTime + afterSeconds
  const note = context.createOscillator()
  const loudness = context.createGain()
  note.frequency.value = hertz
  loudness.gain.setValueAtTime(0, from)
  loudness.gain.linearRampToValueAtTime(0.18, from + 0.04)
  loudness.gain.exponentialRampToValueAtTime(0.001, from + NOTE_SECONDS)
  note.connect(loudness).connect(context.destination)
  note.start(from)
  note.stop(from + NOTE_SECONDS)
}
