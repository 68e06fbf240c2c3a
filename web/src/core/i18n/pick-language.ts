import type { Language } from '@saathi/contract/content/calls'

type LanguageSources = {
  /** Chosen in the profile of the signed-in person. */
  profile: string | undefined
  /** Chosen in this browser. */
  stored: string | null
  /** The browser's languages, best first. */
  preferred: readonly string[]
  /** Undefined while loading, null if loading failed. */
  languages: readonly Language[] | undefined | null
}

const base = (code: string) => code.split('-')[0]?.toLowerCase()

/** Null means: wait for the list of languages. */
export function pickLanguage({ profile, stored, preferred, languages }: LanguageSources): string | null {
  const chosen = profile ?? stored
  if (chosen) return chosen
  // English always exists, so most people need not wait for the list.
  if (base(preferred[0] ?? '') === 'en' || languages === null) return 'en'
  if (!languages) return null
  const active = languages.filter(({ isActive }) => isActive)
  for (const tag of preferred) {
    const found = active.find(({ languageCode }) => base(languageCode) === base(tag))
    if (found) return found.languageCode
  }
  return active.find(({ isDefault }) => isDefault)?.languageCode ?? 'en'
}
