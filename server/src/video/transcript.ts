/** What was said from a moment on; the name is not known where it was written down from the film. */
export type Line = { atSeconds: number; name: string | null; text: string }

const twoDigits = (value: number) => String(value).padStart(2, '0')

export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  const rest = `${twoDigits(minutes)}:${twoDigits(whole % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** A line of somebody's own: what was said looks like nothing else that stands in the file. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

export function writeTranscript(lines: readonly Line[]): string {
  return lines
    .map(({ atSeconds, name, text }) => `[${clockOf(atSeconds)}] ${name === null ? '' : `${plain(name)}: `}${plain(text)}\n`)
    .join('')
}

const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000

type Said = { name: string; text: string; saidAt: Date }

export const linesOfCaptions = (startedAt: Date, said: readonly Said[]): Line[] =>
  said.map(({ name, text, saidAt }) => ({ atSeconds: secondsBetween(startedAt, saidAt), name, text }))

/** What an endpoint has heard in the films: a row for each of them, so that it is known how far one has come. */
export const rowsOf = (spoken: string | null): string[] => (spoken === null ? [] : spoken.split('\n'))
export const withRow = (spoken: string | null, text: string): string => [...rowsOf(spoken), plain(text)].join('\n')

export const linesOfFilms = (startedAt: Date, films: readonly { startedAt: Date }[], spoken: string | null): Line[] =>
  rowsOf(spoken).flatMap((text, at) => {
    const film = films[at]
    return film && text !== '' ? [{ atSeconds: secondsBetween(startedAt, film.startedAt), name: null, text }] : []
  })

/** By its letters: what people say in both is written in the one they say more in. */
export function languageOf(lines: readonly Line[]): 'en' | 'hi' {
  const all = lines.map(({ text }) => text).join(' ')
  const count = (pattern: RegExp) => all.match(pattern)?.length ?? 0
  return count(/\p{Script=Devanagari}/gu) > count(/\p{Script=Latin}/gu) ? 'hi' : 'en'
}
