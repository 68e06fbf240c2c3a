import { type ReadableText, type Token, wordList } from './tokens.ts'

const providers = wordList(`gmail gmal gmial yahoo hotmail outlook rediffmail rediff icloud proton protonmail ymail zoho
  जीमेल जिमेल याहू জিমেইল জিমেল ஜிமெயில் ஜீமெயில் జీమెయిల్ జిమెయిల్ ಜಿಮೇಲ್ ಜೀಮೇಲ್ ಜಿಮೈಲ್`)
const atWords = wordList('at एट ऐट ॲट अॅट अ‍ॅट एट্ অ্যাট এট অ্যাট் அட் ஆட் அட்டு ఎట్ అట్ యాట్ ಅಟ್ ಆಟ್ ಎಟ್')
const dotWords = wordList('dot डॉट डाट ডট டாட் డాట్ ಡಾಟ್ ಡಾಟ್')
const endings = wordList('com in co org net edu ac कॉम काम इन কম காம் కామ్ ಕಾಮ್')
const mailWords = wordList(`mail email gmail id ईमेल मेल आईडी ইমেইল ইমেল মেল মেইল மின்னஞ்சல் ஈமெயில் மெயில் ఈమెయిల్ మెయిల్ ಇಮೇಲ್ ಮೇಲ್`)
/** With one of these words before "at gmail", it is an ordinary sentence. */
const looking = wordList('look looking login log sign stare')

const LOCAL = /[\p{L}\p{M}\p{N}._%+-]/u
const DOMAIN = /^[a-z0-9-]{2,63}(?:\.[a-z0-9-]{2,63}){0,3}/u
const DOMAIN_MAX = 256

/** An address with an @ sign, with or without spaces around it. Visits each @ once. */
function hasWrittenAddress(text: string): boolean {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const local = text
      .slice(Math.max(0, at - 2), at)
      .trimEnd()
      .at(-1)
    if (local === undefined || !LOCAL.test(local)) continue
    const [domain = ''] = DOMAIN.exec(text.slice(at + 1, at + DOMAIN_MAX).trimStart()) ?? []
    if (domain.includes('.') || providers.has(domain)) return true
  }
  return false
}

/** "asha at gmail dot com", in seven languages. */
function hasSpelledAddress(tokens: readonly Token[]): boolean {
  const isMail = tokens.some((token) => mailWords.has(token.text))
  return tokens.some((token, at) => {
    if (!atWords.has(token.text) || at === 0 || looking.has(tokens[at - 1]?.text ?? '')) return false
    const isAtTheRate = tokens[at + 1]?.text === 'the' && tokens[at + 2]?.text === 'rate'
    const isAtRate = isAtTheRate || isRate(tokens, at)
    const from = at + (isAtTheRate ? 3 : isAtRate ? 3 : 1)
    const next = tokens[from]?.text ?? ''
    const isSplit = (next === 'g' || next === readableG) && mailWords.has(tokens[from + 1]?.text ?? '')
    const isProvider = providers.has(next) || isSplit
    const dotAt = from + (isSplit ? 2 : 1)
    const ends = isDotted(tokens, dotAt)
    return isProvider ? ends || from + 1 >= tokens.length || isMail || isAtRate : ends && (isMail || isAtRate)
  })
}
const [readableG = ''] = wordList('जी')

const rates = wordList('रेट রেট ரேட் రేట్ ರೇಟ್')
const isRate = (tokens: readonly Token[], at: number): boolean => rates.has(tokens[at + 2]?.text ?? '')

/** "dot com" or ".com". */
function isDotted(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (!token) return false
  if (dotWords.has(token.text)) return endings.has(tokens[at + 1]?.text ?? '')
  return token.signs.includes('.') && endings.has(token.text)
}

export const hasEmail = ({ text, tokens }: ReadableText): boolean =>
  text.includes('mailto:') || hasWrittenAddress(text) || hasSpelledAddress(tokens)

/** Links that open a conversation or a profile elsewhere; ordinary pages are not included. */
const messengerLinks = [
  'wa.me/',
  't.me/',
  'telegram.me/',
  'telegram.dog/',
  'chat.whatsapp.com',
  'api.whatsapp.com',
  'whatsapp.com/channel',
  'instagram.com/',
  'ig.me/',
  'snapchat.com/add',
  'discord.gg/',
  'discord.com/invite',
  'm.me/',
  'fb.me/',
  'facebook.com/',
  'signal.me/',
  'signal.group/',
  'join.skype.com/',
  'line.me/',
  'linktr.ee/',
  'whatsapp://',
  'tg://',
  'sms:+',
]
const SPELLED_DOT = /\(dot\)|\[dot\]| dot /gu
const SPELLED_SLASH = / slash /gu
const NAME_LETTER = /[a-z0-9-]/u

export function hasMessengerLink({ text }: ReadableText): boolean {
  const compact = text.replace(SPELLED_DOT, '.').replace(SPELLED_SLASH, '/').replace(/\s+/gu, '')
  const spaced = text.replace(SPELLED_DOT, '.').replace(SPELLED_SLASH, '/')
  return messengerLinks.some((link) => isLinked(spaced, link) || (link.length > 5 && isLinked(compact, link)))
}

/** Not at the end of a longer name: "format.me/" is another site. */
function isLinked(text: string, link: string): boolean {
  for (let at = text.indexOf(link); at !== -1; at = text.indexOf(link, at + 1)) {
    const before = text[at - 1]
    if (before === undefined || !NAME_LETTER.test(before)) return true
  }
  return false
}
