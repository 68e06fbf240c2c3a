import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Exception, glossaryFaults, otherWords, type TranslatedText } from './glossary-rules.ts'
import { readContent } from './read-content.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const textsDir = join(root, 'contract/texts')

/** The same letters, but another thing. */
const exceptions: Exception[] = [
  {
    language: 'hi',
    word: 'प्रोग्राम',
    places: ['assistant.care', 'assistant.danger.noTeam', 'assistant.identity', 'assistant.team'],
    because: 'The assistant is a program, not a programme.',
  },
  {
    language: 'hi',
    word: 'प्रोग्राम',
    places: ['community/terms-of-service.hi.md'],
    because: 'Computer programs: the assistant, and scripts that collect data.',
  },
  { language: 'hi', word: 'रिपोर्ट', places: ['staff.errors.text'], because: 'Reports of errors, which nobody writes.' },
  { language: 'hi', word: 'रिपोर्ट', places: ['staff.safety.law.what.police_told'], because: 'The report that the police file.' },
  { language: 'kn', word: 'ಗುಂಪ', places: ['calendar.apple.help'], because: 'Groups of letters, not of people.' },
  { language: 'kn', word: 'ಮಾರ್ಗದರ್ಶ', places: ['matching.screen.potential_match.mentor'], because: 'The verb “to guide”.' },
  { language: 'mr', word: 'गट', places: ['calendar.apple.help'], because: 'Groups of letters, not of people.' },
  {
    language: 'ta',
    word: 'அழைப்ப',
    places: ['profile.looks.what.invited', 'refusal.accounts.just_invited'],
    because: 'An invitation, not a call.',
  },
  {
    language: 'ta',
    word: 'கணக்க',
    places: ['learning.step.completed.waiting', 'outbox.why.answered'],
    because: 'The verb “to count”.',
  },
  {
    language: 'ta',
    word: 'திட்டத்',
    places: ['refusal.worklist.nudge_plan_changed'],
    because: 'The plan of a reminder, not the programme.',
  },
  {
    language: 'ta',
    word: 'திட்டம(?!ி)',
    places: ['refusal.worklist.nudges_more_than_seen'],
    because: 'The plan of a reminder, not the programme.',
  },
  { language: 'ta', word: 'வழிகாட்ட', places: ['matching.screen.potential_match.mentor'], because: 'The verb “to guide”.' },
]

const product: TranslatedText[] = Object.keys(otherWords).flatMap((language) =>
  readdirSync(join(textsDir, language)).flatMap((file) => {
    const dictionary: Record<string, string> = JSON.parse(readFileSync(join(textsDir, language, file), 'utf8'))
    return Object.entries(dictionary).map(([place, text]) => ({ place, language, text, from: 'product' as const }))
  }),
)

const content: TranslatedText[] = readContent(join(root, 'demo')).map(({ place, language, text }) => ({
  place,
  language,
  text,
  from: 'content' as const,
}))

test.each([
  ['the product', product],
  ['the demo programme', content],
])('the texts of %s have the words of the glossary and no others for the same things', (_name, texts) => {
  expect(texts.filter(({ language }) => language === 'ta').length).toBeGreaterThan(300)
  expect(texts.flatMap((text) => glossaryFaults(text, exceptions))).toEqual([])
})

test('every exception is needed', () => {
  const faults = [...product, ...content].flatMap((text) => glossaryFaults(text, []))
  const unneeded = exceptions.flatMap(({ language, word, places }) =>
    places.filter((place) => !faults.some((fault) => fault.startsWith(`${place} (${language}): has “${word}”`))),
  )
  expect(unneeded).toEqual([])
})

test('programme content may have everyday words', () => {
  const text: TranslatedText = { place: 'here', language: 'hi', text: 'प्रोजेक्ट रिपोर्ट लिखिए', from: 'content' }
  expect(glossaryFaults(text, [])).toEqual([])
  expect(glossaryFaults({ ...text, from: 'product' }, [])).toHaveLength(1)
})

test('docs/languages.md has every word that the rule asks for', () => {
  const rows = readFileSync(join(root, 'docs/languages.md'), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const heading = rows.find((cells) => cells[1] === 'English' && cells.includes('te')) ?? []
  const missing = Object.entries(otherWords).flatMap(([language, list]) => {
    const known = new Set(rows.map((cells) => cells[heading.indexOf(language)]))
    return list.filter(({ glossary }) => !known.has(glossary)).map(({ glossary }) => `${language} ${glossary}`)
  })
  expect(missing).toEqual([])
})

test.each([
  ['ta', '2 புதிய செய்திகள்', 'மெசேஜ்'],
  ['ta', 'எங்கள் குழுவுக்கு எழுதுங்கள்', 'டீம்'],
  ['ta', 'இந்த மெயிலுக்குப் பதில்', 'இமெயில்'],
  ['hi', 'संदेशों पर वापस', 'मैसेज'],
  ['bn', 'আমাদের দলের কেউ', 'টিম'],
  ['kn', 'ಈ ಮೇಲ್\u200cಗೆ ಉತ್ತರಿಸಿ', 'ಇ-ಮೇಲ್'],
  ['mr', 'या मेलला उत्तर द्या', 'ई-मेल'],
  ['te', '{name} బృందానికి రాయండి', 'టీమ్'],
])('finds an inflected word in %s: %s', (language, text, glossary) => {
  expect(glossaryFaults({ place: 'here', language, text, from: 'product' }, [])).toEqual([
    expect.stringContaining(`but the glossary has “${glossary}”`),
  ])
})

test.each([
  ['ta', 'செஷனை மறுபடி லோட் செய்திருக்கிறோம்.'],
  ['hi', 'हमारे ई-मेल भी वहीं जाएँगे।'],
  ['bn', 'কথাবার্তা লোড হচ্ছে, বদল সেভ হয়নি'],
  ['kn', 'ಬಟನ್ ನಿಮ್ಮನ್ನು ಅಲ್ಲಿಗೆ ಕರೆದೊಯ್ಯುತ್ತದೆ, ಎಲ್ಲಕ್ಕಿಂತ ಮೇಲಿದೆ.'],
  ['mr', 'आमचे ई-मेल तिथेच येतील.'],
  ['te', 'మీ ఈమెయిల్ మార్చండి'],
])('leaves other words in %s alone: %s', (language, text) => {
  expect(glossaryFaults({ place: 'here', language, text, from: 'product' }, [])).toEqual([])
})

test('an exception is for one word in one place', () => {
  const text: TranslatedText = { place: 'here', language: 'ta', text: 'குழு, செய்தி', from: 'product' }
  const exception = { language: 'ta', word: 'குழு(?!ந்)', places: ['here'], because: 'A test.' }
  expect(glossaryFaults(text, [exception])).toEqual(['here (ta): has “செய்தி(?!ரு)”, but the glossary has “மெசேஜ்”'])
  expect(glossaryFaults({ ...text, place: 'there' }, [exception])).toHaveLength(2)
})
