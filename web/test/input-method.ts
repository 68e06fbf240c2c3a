import type { CDPSession } from '@vitest/browser-playwright'
import { cdp } from 'vitest/browser'

/** One word per script with conjuncts or signs around its consonants. */
export const wordsOfScripts = [
  ['Devanagari', 'नमस्ते'],
  ['Bengali', 'স্বপ্ন'],
  ['Tamil', 'கொண்டு'],
  ['Telugu', 'స్నేహం'],
  ['Kannada', 'ವಿದ್ಯೆ'],
] as const

/** Types a word into the focused field as an input method does: it grows, and an Enter, which is not for the page, takes it. */
export async function composeWord(word: string): Promise<void> {
  const session: CDPSession = cdp()
  const letters = Array.from(word)
  for (const count of letters.keys()) {
    const text = letters.slice(0, count + 1).join('')
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  }
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await session.send('Input.insertText', { text: word })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
}
