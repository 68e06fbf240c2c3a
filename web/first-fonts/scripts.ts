/** A script of India, with what the first file of its font must show. */
export type Script = {
  name: 'devanagari' | 'bangla' | 'kannada' | 'tamil' | 'telugu'
  /** The font as its package has it. */
  source: string
  languages: readonly string[]
  /** The names of these languages, which are in the list of languages. */
  names: string
  consonants: readonly string[]
  /** Signs that change a consonant, each as text after it. */
  vowelSigns: readonly string[]
  /** Signs at the end of a syllable. */
  endings: readonly string[]
  /** Whether the first file has each consonant with each sign, or only what our texts need: Telugu has a glyph for each pair. */
  hasEverySign: boolean
  /** Every other letter, sign and digit of the first file. */
  others: string
}

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, place) => String.fromCodePoint(from + place))
const source = (name: string, subset: string) =>
  `@fontsource-variable/anek-${name}/files/anek-${name}-${subset}-wght-normal.woff2`

export const scripts: readonly Script[] = [
  {
    name: 'devanagari',
    source: source('devanagari', 'devanagari'),
    languages: ['hi', 'mr'],
    names: 'हिन्दी मराठी',
    consonants: range(0x0915, 0x0939),
    vowelSigns: [...range(0x093e, 0x094c), '\u094d'],
    endings: ['\u0901', '\u0902', '\u0903'],
    hasEverySign: true,
    others: [...range(0x0901, 0x0914), 'ऽ', 'ॐ', ...range(0x0958, 0x0961), ...range(0x0964, 0x0972)].join(''),
  },
  {
    name: 'bangla',
    source: source('bangla', 'bengali'),
    languages: ['bn'],
    names: 'বাংলা',
    consonants: [...range(0x0995, 0x09a8), ...range(0x09aa, 0x09b0), 'ল', ...range(0x09b6, 0x09b9)],
    vowelSigns: [...range(0x09be, 0x09c4), '\u09c7', '\u09c8', '\u09cb', '\u09cc', '\u09cd'],
    endings: ['\u0981', '\u0982', '\u0983'],
    hasEverySign: true,
    others: [
      ...range(0x0985, 0x098c),
      'এঐওঔৎঽ',
      '\u0964\u0965',
      '\u09d7',
      ...range(0x09dc, 0x09df),
      ...range(0x09e6, 0x09f3),
    ].join(''),
  },
  {
    name: 'kannada',
    source: source('kannada', 'kannada'),
    languages: ['kn'],
    names: 'ಕನ್ನಡ',
    consonants: [...range(0x0c95, 0x0ca8), ...range(0x0caa, 0x0cb3), ...range(0x0cb5, 0x0cb9)],
    vowelSigns: [...range(0x0cbe, 0x0cc4), ...range(0x0cc6, 0x0cc8), ...range(0x0cca, 0x0ccd)],
    endings: ['\u0c82', '\u0c83'],
    hasEverySign: true,
    others: [...range(0x0c85, 0x0c8c), 'ಎಏಐಒಓಔಽ', '\u0cd5\u0cd6', ...range(0x0ce6, 0x0cef)].join(''),
  },
  {
    name: 'tamil',
    source: source('tamil', 'tamil'),
    languages: ['ta'],
    names: 'தமிழ்',
    consonants: Array.from('கஙசஜஞடணதநனபமயரறலளழவஶஷஸஹ'),
    vowelSigns: [...range(0x0bbe, 0x0bc2), ...range(0x0bc6, 0x0bc8), ...range(0x0bca, 0x0bcd)],
    endings: ['\u0b82'],
    hasEverySign: true,
    others: [...range(0x0b83, 0x0b8a), 'எஏஐஒஓஔ', '\u0bd7', ...range(0x0be6, 0x0bfa)].join(''),
  },
  {
    name: 'telugu',
    source: source('telugu', 'telugu'),
    languages: ['te'],
    names: 'తెలుగు',
    consonants: [...range(0x0c15, 0x0c28), ...range(0x0c2a, 0x0c33), ...range(0x0c35, 0x0c39)],
    vowelSigns: [...range(0x0c3e, 0x0c44), ...range(0x0c46, 0x0c48), ...range(0x0c4a, 0x0c4d)],
    endings: ['\u0c01', '\u0c02', '\u0c03'],
    hasEverySign: false,
    others: [...range(0x0c05, 0x0c0c), 'ఎఏఐఒఓఔ', '\u0c55\u0c56', ...range(0x0c66, 0x0c6f)].join(''),
  },
]
