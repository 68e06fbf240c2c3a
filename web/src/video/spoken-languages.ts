/** Languages of India that speech services support. */
const codes = ['en-IN', 'hi-IN', 'bn-IN', 'gu-IN', 'kn-IN', 'ml-IN', 'mr-IN', 'pa-IN', 'ta-IN', 'te-IN', 'ur-IN']

/** Each in its own language. Always includes the one in use. */
export function spokenLanguages(inUse: string): { code: string; name: string }[] {
  const all = codes.includes(inUse) ? codes : [inUse, ...codes]
  return all.map((code) => {
    const [language = code] = code.split('-')
    return { code, name: new Intl.DisplayNames([code], { type: 'language' }).of(language) ?? code }
  })
}
