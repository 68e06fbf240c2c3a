import * as z from 'zod/mini'

export const VOICE_MAX_SECONDS = 300
/** A recording at the bit rate of speech needs less. */
export const VOICE_BYTES_PER_MINUTE = 250_000

/** Number of bars in the waveform. */
export const WAVE_BARS = 48
/** Loudest level of a bar; a silent one has level 0. */
export const WAVE_MAX = 31
export const Waveform = z.array(z.int().check(z.minimum(0), z.maximum(WAVE_MAX))).check(z.maxLength(WAVE_BARS))

/** The server measures the duration; the waveform comes from the recorder. */
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
