import { plainTextOf } from '#core/ui/rich-text/blocks.ts'

const LAST_SECONDS = 6
const MAX_SECONDS = 8

// Bounded: one line of a transcript of at most 8,000 characters.
const timed = /^(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)\s+(\S.*)$/

const clock = (seconds: number) => {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.000`
}
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The lines of a transcript that begin with a time, such as `0:05 Breathe in.`, as WebVTT; null without any. */
export function captionsOf(transcript: string): string | null {
  const lines = transcript.split('\n').flatMap((line) => {
    const [, hours = '0', minutes = '', seconds = '', words = ''] = timed.exec(line.trim()) ?? []
    return words === '' ? [] : [{ at: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), words: plainTextOf(words) }]
  })
  const cues = lines.toSorted((one, other) => one.at - other.at)
  if (cues.length === 0) return null
  const shown = cues.map(({ at, words }, place) => {
    const next = cues[place + 1]?.at ?? at + LAST_SECONDS
    const end = Math.max(at + 1, Math.min(next, at + MAX_SECONDS))
    return `${clock(at)} --> ${clock(end)}\n${escaped(words)}`
  })
  return ['WEBVTT', ...shown, ''].join('\n\n')
}
