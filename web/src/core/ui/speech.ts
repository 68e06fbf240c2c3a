/** Scripts that only one of our languages uses. Hindi and Marathi share theirs. */
const scripts: readonly [pattern: RegExp, languages: readonly string[]][] = [
  [/\p{Script=Devanagari}/u, ['hi', 'mr']],
  [/\p{Script=Bengali}/u, ['bn']],
  [/\p{Script=Kannada}/u, ['kn']],
  [/\p{Script=Tamil}/u, ['ta']],
  [/\p{Script=Telugu}/u, ['te']],
]

/** Detects the language by script, because untranslated texts are shown in English regardless of the reader's language. */
export function languageOfText(text: string, readersLanguage: string): string {
  const found = scripts.find(([pattern]) => pattern.test(text))?.[1]
  const language = found?.find((each) => each === readersLanguage) ?? found?.[0] ?? 'en'
  return `${language}-IN`
}

const base = (language: string) => language.toLowerCase().split(/[-_]/)[0]

/** Indian voices first: they say names and places as people here do. */
export function voiceFor(language: string): SpeechSynthesisVoice | undefined {
  const voices = speechSynthesis.getVoices().filter(({ lang }) => base(lang) === base(language))
  return voices.find(({ lang }) => lang.replace('_', '-') === language) ?? voices[0]
}

const VOICES_WITHIN_MS = 1500

/** Browsers load their voices when they are first asked for. */
export async function whenVoicesLoaded(): Promise<void> {
  if (speechSynthesis.getVoices().length > 0) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, VOICES_WITHIN_MS)
    const handleVoices = () => {
      clearTimeout(timer)
      resolve()
    }
    speechSynthesis.addEventListener('voiceschanged', handleVoices, { once: true })
  })
}

export const stopSpeaking = (): void => {
  if ('speechSynthesis' in window) speechSynthesis.cancel()
}

const blocks = 'p, li, h1, h2, h3, h4, legend, label, dt, dd, td, th, blockquote, figcaption'
const silent = 'button, [aria-hidden="true"], [data-silent], .sr, nav, output, [role="status"]'

/** The visible text by paragraph. One utterance each: some browsers stop in the middle of a long one. */
export function paragraphsIn(source: HTMLElement | null): string[] {
  if (!source) return []
  const texts = new Map<Element, string>()
  const walker = document.createTreeWalker(source, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || parent.closest(silent)) continue
    const block = parent.closest(blocks) ?? parent
    texts.set(block, `${texts.get(block) ?? ''}${node.textContent ?? ''}`)
  }
  return [...texts.values()].map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '')
}
