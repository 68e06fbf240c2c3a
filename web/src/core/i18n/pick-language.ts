import type { Language } from '@saathi/contract/content/entities'

type Known = {
  /** What the signed-in person has chosen. */
  profile: string | undefined
  /** What was chosen in this browser. */
  stored: string | null
  /** What the browser asks for, best first. */
  preferred: readonly string[]
  /** Undefined while they are on their way, null when they could not be had. */
  languages: readonly Language[] | undefined | null
}

const base = (code: string) => code.split('-')[0]?.toLowerCase()

/** Null means: wait for the list of languages. */
export function pickLanguage({ profile, stored, preferred, languages }: Known): string | null {
  const chosen = profile ?? stored
  if (chosen) return chosen
  // English always exists, so most people need not wait for the list.
  if (base(preferred[0] ?? '') === 'en' || languages === null) return 'en'
  if (!languages) return null
  const active = languages.filter(({ isActive }) => isActive)
  for (const wish of preferred) {
    const found = active.find(({ languageCode }) => base(languageCode) === base(wish))
    if (found) return found.languageCode
  }
  return active.find(({ isDefault }) => isDefault)?.languageCode ?? 'en'
}
