import * as z from 'zod/mini'

export const VOICE_MAX_SECONDS = 300
/** A recording at the bit rate of speech needs less. */
export const VOICE_BYTES_PER_MINUTE = 250_000

/** Bars of the drawing, from silent to loud. */
export const WAVE_BARS = 48
export const WAVE_MAX = 31
export const Waveform = z.array(z.int().check(z.minimum(0), z.maximum(WAVE_MAX))).check(z.maxLength(WAVE_BARS))

/** The server measures how long it is; the drawing comes from the recorder. */
export const VoiceNote = z.object({
  duration_ms: z.int(),
  waveform: Waveform,
  /** Added some time after the note, if the deployment has a transcription endpoint. */
  transcript: z.optional(z.string()),
})
export type VoiceNote = z.infer<typeof VoiceNote>

/** '1:05' */
export function voiceTime(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
