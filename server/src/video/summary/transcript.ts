/** The name is null if the text was transcribed from a segment. */
export type Line = { atSeconds: number; name: string | null; text: string }

const twoDigits = (value: number) => String(value).padStart(2, '0')

export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  const rest = `${twoDigits(minutes)}:${twoDigits(whole % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** On a single line, so that speech cannot imitate the file's structure. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

export function writeTranscript(lines: readonly Line[]): string {
  return lines
    .map(({ atSeconds, name, text }) => `[${clockOf(atSeconds)}] ${name === null ? '' : `${plain(name)}: `}${plain(text)}\n`)
    .join('')
}

const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000

type NewCaption = { name: string; text: string; saidAt: Date }

export const linesOfCaptions = (startedAt: Date, said: readonly NewCaption[]): Line[] =>
  said.map(({ name, text, saidAt }) => ({ atSeconds: secondsBetween(startedAt, saidAt), name, text }))

/** The transcribed text has one row per segment; the number of rows is the progress. */
export const rowsOf = (spoken: string | null): string[] => (spoken === null ? [] : spoken.split('\n'))
export const withRow = (spoken: string | null, text: string): string => [...rowsOf(spoken), plain(text)].join('\n')

export const linesOfSegments = (startedAt: Date, segmentFiles: readonly { startedAt: Date }[], spoken: string | null): Line[] =>
  rowsOf(spoken).flatMap((text, at) => {
    const segmentFile = segmentFiles[at]
    return segmentFile && text !== '' ? [{ atSeconds: secondsBetween(startedAt, segmentFile.startedAt), name: null, text }] : []
  })

/** By script: the language with more letters wins. */
export function languageOf(lines: readonly Line[]): 'en' | 'hi' {
  const all = lines.map(({ text }) => text).join(' ')
  const count = (pattern: RegExp) => all.match(pattern)?.length ?? 0
  return count(/\p{Script=Devanagari}/gu) > count(/\p{Script=Latin}/gu) ? 'hi' : 'en'
}
