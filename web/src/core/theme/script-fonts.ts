import { isDataLight } from '../data-light.ts'

/**
 * Fonts for most scripts are in a separate stylesheet, so that readers who do not need them do not load it. With less data,
 * system fonts are used.
 */
export async function fetchScriptFonts(): Promise<void> {
  if (isDataLight()) return
  await import('./script-fonts.css')
  const { watchSyllables } = await import('./whole-fonts.ts')
  watchSyllables()
}
