/** `[03:12] Meera: …`, one line per caption, timed from the first caption. */
export function captionText(captions: readonly { at: string; name: string; text: string }[]): string {
  const first = Date.parse(captions[0]?.at ?? '')
  const lines = captions.map(({ at, name, text }) => {
    const seconds = Math.max(0, Math.floor((Date.parse(at) - first) / 1_000))
    const time = [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
    return `[${time}] ${name}: ${text}`
  })
  return lines.length > 0 ? `${lines.join('\n')}\n` : ''
}
