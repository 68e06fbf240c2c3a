/** Longer than any browser sends; anything beyond this is ignored. */
const MAX_LENGTH = 200

/** Parses `hi-IN,hi;q=0.9,en;q=0.8` to hi-IN, hi, en: highest weight first, ties in header order. */
export function preferredLanguages(acceptLanguage: string): string[] {
  return acceptLanguage
    .slice(0, MAX_LENGTH)
    .split(',')
    .flatMap((range) => {
      const [code = '', weight = 'q=1'] = range.split(';').map((part) => part.trim())
      const q = Number(/^q=([01](?:\.\d{1,3})?)$/.exec(weight)?.[1] ?? 0)
      return /^[a-z]{2,3}(-[A-Za-z]{2})?$/.test(code) && q > 0 ? [{ code, q }] : []
    })
    .toSorted((one, other) => other.q - one.q)
    .map(({ code }) => code)
}
