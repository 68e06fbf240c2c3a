import { plainForm } from './words.ts'

/**
 * Words after which a person of the team should look, in English, in Hindi and in Hindi as it is typed. Rather one too many:
 * a card with telephone numbers does no harm to who did not need it.
 */
const signs: readonly string[] = [
  'suicide',
  'suicidal',
  'kill myself',
  'killing myself',
  'end my life',
  'take my life',
  'want to die',
  'wanna die',
  'better off dead',
  'no reason to live',
  'self harm',
  'hurt myself',
  'harm myself',
  'cut myself',
  'cutting myself',
  'raped',
  'rape me',
  'molest',
  'touches me',
  'touched me',
  'beats me',
  'beating me',
  'hits me',
  'hitting me',
  'abuses me',
  'abused me',
  'blackmail',
  'not safe at home',
  'आत्महत्या',
  'खुदकुशी',
  'मरना चाहता',
  'मरना चाहती',
  'मर जाना चाहत',
  'मर जाऊ',
  'जीना नही चाहत',
  'जान दे दू',
  'खुद को मार',
  'अपनी जान ले',
  'खुद को चोट',
  'खुद को नुकसान',
  'बलात्कार',
  'छेडछाड',
  'गलत तरीके से छू',
  'मुझे मारता',
  'मुझे मारती',
  'मुझे मारते',
  'मुझे पीटत',
  'ब्लैकमेल',
  'aatmahatya',
  'atmahatya',
  'khudkushi',
  'khudkhushi',
  'marna chahta',
  'marna chahti',
  'mar jana chaht',
  'mar jaunga',
  'mar jaungi',
  'jeena nahi chaht',
  'jina nahi chaht',
  'jaan de d',
  'khud ko maar',
  'khud ko nuksan',
  'mujhe maarta',
  'mujhe marta hai',
  'mujhe peet',
  'balatkar',
]

/** Points below and above letters are often left out or typed otherwise. */
const NASAL_OR_DOTTED = /[\u0901\u0902\u093c]/gu

/** Letters and single blanks, so that punctuation and line breaks hide nothing. */
const spoken = (text: string): string =>
  ` ${plainForm(text)
    .normalize('NFD')
    .replace(NASAL_OR_DOTTED, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `

const plainSigns = signs.map((sign) => ` ${spoken(sign).trim()}`)

/** Each is looked for at the beginning of a word. */
export function speaksOfHarm(text: string): boolean {
  const said = spoken(text)
  return plainSigns.some((sign) => said.includes(sign))
}
