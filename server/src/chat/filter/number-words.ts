import { wordList } from './tokens.ts'

/** How people spell digits to hide them: in seven languages, in Latin letters, and English words in Indian scripts. */
const digits = [
  `zero ziro jiro shunya shoonya sunya shunnya shunyo shunno oh nil sunna sonne poojyam poojiyam poojjiyam pujyam
   शून्य शुन्य जीरो ज़ीरो শূন্য জিরো শুন্য பூஜ்ஜியம் பூஜ்யம் பூஜியம் சுழியம் ஜீரோ సున్నా సున్న జీరో ಸೊನ್ನೆ ಶೂನ್ಯ ಜೀರೋ`,
  `one ek aek onnu ondru ondu okati okkati एक वन এক ওয়ান ஒன்று ஒண்ணு ஒன்னு ஒன் ఒకటి వన్ ಒಂದು ಒನ್`,
  `two do dui don dho rendu irandu eradu दो दोन टू দুই টু இரண்டு ரெண்டு டூ రెండు టూ ಎರಡು ಟು`,
  `three teen tin theen moondru moonu munu moodu mudu mooru muru तीन थ्री তিন থ্রি மூன்று மூணு மூனு த்ரீ మూడు త్రీ ಮೂರು ತ್ರಿ`,
  `four char chaar naalu nalu naangu nangu naalugu nalugu naalku nalku चार फोर চার ফোর நான்கு நாலு ஃபோர் నాలుగు ఫోర్ ನಾಲ್ಕು ಫೋರ್`,
  `five paanch panch paach pach anju ainthu aindhu aidu ayidu पाँच पांच पाच फाइव পাঁচ পাচ ফাইভ ஐந்து அஞ்சு ஃபைவ் ఐదు అయిదు ఫైవ్ ಐದು ಫೈವ್`,
  `six che chhe chhah chah chhai chay choy chhoy cheh saha sahaa aaru aru छह छः छै छे सहा सिक्स ছয় ছয সিক্স ஆறு சிக்ஸ் ఆరు సిక్స్ ಆರು ಸಿಕ್ಸ್`,
  `seven saat sat shat ezhu elu yezhu edu yedu सात सेवन সাত সেভেন ஏழு செவன் ఏడు సెవెన్ ಏಳು ಸೆವೆನ್`,
  `eight aath ath aat ettu yettu enimidi enimidhi entu yentu आठ एट এইট আট எட்டு எயிட் ఎనిమిది ఎయిట్ ಎಂಟು ಎಯ್ಟ್`,
  `nine nau nou noi noy onbathu onbadhu ombathu onpathu tommidi thommidi tommidhi ombattu nav नौ नऊ नाइन নয় নয নাইন ஒன்பது ஒம்பது நைன்
   తొమ్మిది నైన్ ಒಂಬತ್ತು ನೈನ್`,
]
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** The digits that a word stands for. */
export const numberWords: ReadonlyMap<string, string> = new Map([
  ...digits.flatMap((words, digit) => [...wordList(words)].map((word) => [word, String(digit)] as const)),
  ...teens.map((word, at) => [word, String(10 + at)] as const),
])
/** A digit word may follow: "ninety eight". */
export const tensWords: ReadonlyMap<string, string> = new Map(tens.map((word, at) => [word, String(2 + at)]))

export const doublingWords: ReadonlyMap<string, number> = new Map([
  ...[...wordList('double dabal dubble डबल ডবল ডাবল டபுள் டபிள் డబుల్ ಡಬಲ್')].map((word) => [word, 2] as const),
  ...[...wordList('triple tripal trippal ट्रिपल ট্রিপল டிரிபிள் ట్రిపుల్ ಟ್ರಿಪಲ್')].map((word) => [word, 3] as const),
])

/** Letters that look like digits; they count only directly next to a digit. */
export const lookalikes: ReadonlyMap<string, string> = new Map([
  ['o', '0'],
  ['i', '1'],
  ['l', '1'],
  ['s', '5'],
  ['b', '8'],
  ['z', '2'],
])
