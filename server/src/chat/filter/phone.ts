import { findRuns, type NumberRun } from './number-runs.ts'
import { type ReadableText, type Token, wordList } from './tokens.ts'

/** A number shortly after one of these words is not a phone number. */
const otherNumbers = wordList(`roll registration reg regn enrolment enrollment application order pnr account aadhaar aadhar adhar
  transaction txn utr reference ref ticket invoice isbn seat admission tracking serial form otp pin hall certificate
  रोल पंजीकरण आवेदन आधार खाता সিট রোল ரோல் రోల్ ರೋಲ್`)
const contactCues = wordList(`call phone mobile whatsapp contact number no num cell ring text msg message save sms reach fon kol
  फोन कॉल नंबर मोबाइल मोबाईल व्हाट्सएप ফোন কল নম্বর নাম্বার போன் நம்பர் எண் கூப்பிடு அழை ఫోన్ నంబర్ నెంబర్ కాల్ ಫೋನ್ ನಂಬರ್ ಕಾಲ್ ಕರೆ`)
const callCues = wordList(`call phone mobile whatsapp contact cell ring text sms फोन कॉल मोबाइल मोबाईल ফোন কল போன் ఫోన్ కాల్ ಫೋನ್ ಕಾಲ್`)
const measured =
  wordList(`cost costs price prices fee fees salary rs inr rupees rupaye rupee marks mark score scored scores percent percentage runs balls page pages chapter
  question questions exercise points kg km metres meters steps year years wickets overs out ward house
  रुपये रुपए रन अंक प्रतिशत पेज पन्ना সাল টাকা গুণ गुण பக்கம் மதிப்பெண் ரூபாய் మార్కులు రూపాయలు పేజీ ಅಂಕ ಪುಟ ರೂಪಾಯಿ aaye mile`)

const MOBILE = /^[6-9]\d{9}$/u
const LANDLINE = /^0[1-8]\d{9}$/u
const PREFIX = /^(?:00?91|91|0)(?=[6-9]\d{9}$)/u

const isMobile = (digits: string): boolean => digits.length <= 14 && MOBILE.test(digits.replace(PREFIX, ''))
const CALL_ABROAD = 8
const ID_WITHIN = 4

/** Whether the message contains a phone number. Lists of marks, prices, dates and scores do not count. */
export function hasPhone({ text, tokens }: ReadableText): boolean {
  const runs = findRuns(tokens)
  if (runs.length === 0) return false
  const words = tokens.filter(({ isNumber }) => !isNumber).map((token) => token.text)
  const hasCue = words.some((word) => contactCues.has(word))
  const isCalled = words.some((word) => callCues.has(word)) || /\btel:/u.test(text)
  return runs.some((run) => {
    if (isOfSomethingElse(tokens, run) && !isCalled) return false
    if (isPrice(tokens, run)) return false
    if (isFromAbroad(tokens, run)) return true
    const digits = run.groups.join('')
    if (LANDLINE.test(digits) && run.groups.length <= 4 && !run.signs.includes(',')) return true
    if (isMobile(digits)) return isClear(run) || (hasCue && !isMeasured(words)) || isAlone(run, tokens)
    return hasWindow(run)
  })
}

/** Groups of digits that only phone numbers have. */
function isClear({ groups, hasWords, signs }: NumberRun): boolean {
  if (hasWords || groups.length === 1) return true
  if (signs.includes(',') || signs.includes(':')) return false
  return (
    groups.length <= 3 || groups.every(({ length }) => length === 1) || groups.every(({ length }) => length === 1 || length >= 3)
  )
}

/** The message consists of five pairs of digits only. */
const isAlone = ({ from, to, signs }: NumberRun, tokens: readonly Token[]): boolean =>
  from <= 1 && to >= tokens.length - 2 && !signs.includes(',') && !signs.includes(':')

const isMeasured = (words: readonly string[]): boolean => words.some((word) => measured.has(word))

const isOfSomethingElse = (tokens: readonly Token[], { from }: NumberRun): boolean =>
  tokens.slice(Math.max(0, from - ID_WITHIN), from).some((token) => otherNumbers.has(token.text))

function isPrice(tokens: readonly Token[], { from }: NumberRun): boolean {
  const before = tokens[from - 1]?.text
  return (tokens[from]?.signs ?? '').includes('₹') || before === 'rs' || before === 'inr'
}

const isFromAbroad = (tokens: readonly Token[], { from, groups, signs }: NumberRun): boolean => {
  const { length } = groups.join('')
  return (tokens[from]?.signs ?? '').endsWith('+') && length >= CALL_ABROAD + 2 && length <= 15 && !signs.includes(',')
}

/** A phone number among other numbers, as in "98765 43210 2". */
function hasWindow({ groups, signs }: NumberRun): boolean {
  if (groups.some(isMobile)) return true
  if (signs.includes(',')) return false
  return groups.some((_, from) =>
    [2, 3].some((count) => {
      const some = groups.slice(from, from + count)
      return some.length === count && some.every(({ length }) => length >= 3) && isMobile(some.join(''))
    }),
  )
}

const PART_WORDS = 6
const PART_MIN = 2
const PART_MAX = 9

/** The digits that may be part of a number split over several messages; null if there are none. */
export function numberPart({ text, tokens }: ReadableText): string | null {
  const runs = findRuns(tokens)
  const [run] = runs
  if (!run || runs.some(({ groups }, at) => at > 0 && groups.join('').length > 1)) return null
  const digits = run.groups.join('')
  if (digits.length < PART_MIN || digits.length > PART_MAX) return null
  const others = tokens.filter((token, at) => !token.isNumber && (at < run.from || at > run.to)).map((token) => token.text)
  if (others.length > PART_WORDS || isMeasured(others) || others.some((word) => otherNumbers.has(word))) return null
  if (/[₹%:]/u.test(text) || /[,:/]/u.test(run.signs) || isPrice(tokens, run)) return null
  return digits
}

/** `parts`: digits of consecutive messages of one person, newest last. */
export const isNumberInParts = (parts: readonly string[]): boolean =>
  [2, 3].some((count) => parts.length >= count && isMobile(parts.slice(-count).join('')))
