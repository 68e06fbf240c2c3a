import { isDataLight } from '../data-light.ts'

/**
 * The letters of most languages are named in a style of their own: whoever reads none of them does not pay for it.
 * Where data is to be saved, the phone's own letters stand.
 */
export async function fetchScriptFonts(): Promise<void> {
  if (!isDataLight()) await import('./script-fonts.css')
}
