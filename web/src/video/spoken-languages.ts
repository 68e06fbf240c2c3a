/** Those of India that speech services know. */
const codes = ['en-IN', 'hi-IN', 'bn-IN', 'gu-IN', 'kn-IN', 'ml-IN', 'mr-IN', 'pa-IN', 'ta-IN', 'te-IN', 'ur-IN']

/** Each by its own name: whoever looks for a language reads it. The one in use is among them in any case. */
export function spokenLanguages(inUse: string): { code: string; name: string }[] {
  const all = codes.includes(inUse) ? codes : [inUse, ...codes]
  return all.map((code) => {
    const [language = code] = code.split('-')
    return { code, name: new Intl.DisplayNames([code], { type: 'language' }).of(language) ?? code }
  })
}
