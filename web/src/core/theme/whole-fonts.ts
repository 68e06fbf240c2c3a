import { syllables } from '@first-fonts/syllables.json'
import { createStore } from '../store.ts'
import { hasRareLetter, isConjunct, syllablesIn } from './syllables.ts'

const telugu = /[\u0c00-\u0c7f]/
const families: readonly [family: string, letters: RegExp][] = [
  ['Anek Devanagari Whole', /[\u0900-\u097f]/],
  ['Anek Bangla Whole', /[\u0980-\u09ff]/],
  ['Anek Telugu Whole', telugu],
  ['Anek Kannada Whole', /[\u0c80-\u0cff]/],
]
const shown = new Set<string>()
const known = createStore<ReadonlySet<string> | null>(null)

/**
 * The first file of a script's font has what our own texts need. When the page shows another syllable, the whole font is loaded
 * and takes its place.
 */
export function watchSyllables(): void {
  if (known.get()) return
  known.set(new Set(syllables.split(' ')))
  read(document.body.textContent)
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') read(target.textContent)
      for (const node of addedNodes) read(node.textContent)
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) read(target.value)
  })
}

/** Of Telugu the first file has only some syllables; of the others it has all but some conjuncts. */
const isInFirst = (syllable: string): boolean =>
  !hasRareLetter(syllable) && ((!isConjunct(syllable) && !telugu.test(syllable)) || known.get()?.has(syllable) === true)

function read(text: string | null): void {
  for (const syllable of syllablesIn(text ?? '')) if (!isInFirst(syllable)) void showWhole(syllable)
}

async function showWhole(syllable: string): Promise<void> {
  const family = families.find(([, letters]) => letters.test(syllable.charAt(0)))?.[0]
  if (family === undefined || shown.has(family)) return
  shown.add(family)
  try {
    const faces = await document.fonts.load(`1em "${family}"`, syllable)
    if (faces.length === 0) throw new Error('The styles of this font are not on the page.')
    const list = [...shown].map((each) => `'${each}', `).join('')
    document.documentElement.style.setProperty('--whole-fonts', list)
  } catch {
    // Without a connection the first file stays. The next syllable tries again.
    shown.delete(family)
  }
}
