import type { Choice } from './words.ts'

/** Ignores case and Latin accents; signs of Indian scripts matter. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .trim()

/** The choices that contain the typed text, in their own order. */
export function findChoices(choices: readonly Choice[], typed: string): readonly Choice[] {
  const query = plain(typed)
  return query === '' ? choices : choices.filter(({ words }) => plain(words).includes(query))
}
