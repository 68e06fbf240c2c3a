import type { Choice } from './words.ts'

/** Capitals and the accents of Latin letters do not matter; the signs of Indian scripts do. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .trim()

/** Those that hold what was typed, in their own order. */
export function findChoices(choices: readonly Choice[], typed: string): readonly Choice[] {
  const wanted = plain(typed)
  return wanted === '' ? choices : choices.filter(({ words }) => plain(words).includes(wanted))
}
