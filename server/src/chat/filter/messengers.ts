import { type ReadableText, type Token, wordList } from './tokens.ts'

const platforms =
  wordList(`whatsapp whatsap watsapp watsap whatapp wattsapp wassap wsp wp insta instagram ig snap snapchat telegram tele
  facebook fb discord imo botim skype wechat viber`)
/** Beginnings only, because Indian languages add endings to the name. */
const platformBeginnings = [
  ...wordList(`व्हाट्सएप व्हाट्सऐप वॉट्सऐप वाट्सएप वाट्सऐप व्हॉट्सअॅप व्हॉट्सॲप व्हॉट्सअप व्हॉट्सअ‍ॅप इंस्टा इन्स्टा स्नैप स्नॅप टेलीग्राम टेलिग्राम फेसबुक डिस्कॉर्ड
    হোয়াটসঅ্যাপ হোয়াটসঅ্যাপ হোয়াটস্যাপ ইনস্টা ইন্সটা স্ন্যাপ টেলিগ্রাম ফেসবুক
    வாட்ஸ்அப் வாட்ஸப் வாட்ஸாப் வாட்ஸ்ஆப் இன்ஸ்டா ஸ்னாப் டெலிகிராம் பேஸ்புக் ஃபேஸ்புக் முகநூல்
    వాట్సాప్ వాట్సప్ వాట్స్ ఇన్‌స్టా ఇన్స్టా స్నాప్ టెలిగ్రామ్ ఫేస్‌బుక్ ఫేస్బుక్
    ವಾಟ್ಸಾಪ್ ವಾಟ್ಸಪ್ ವಾಟ್ಸ್ ಇನ್‌ಸ್ಟಾ ಇನ್ಸ್ಟಾ ಸ್ನ್ಯಾಪ್ ಟೆಲಿಗ್ರಾಮ್ ಫೇಸ್‌ಬುಕ್ ಫೇಸ್ಬುಕ್`),
].map((word) => word.replace(/[\u0bcd\u0c4d\u0ccd]$/u, ''))
const PLATFORM_MIN = 3

const isPlatform = (word: string): boolean =>
  platforms.has(word) || (word.length >= PLATFORM_MIN && platformBeginnings.some((beginning) => word.startsWith(beginning)))

const mine = wordList(`my mine mera meri maza mazi majha majhi amar en ennoda naa na nanna मेरा मेरी माझा माझी আমার என் என்னோட నా ನನ್ನ`)
const yours =
  wordList(`your ur yr urs apna apni tera teri tumhara tumhari tumara aapka aapki apka apki tuza tuzi tujha tujhi tumcha tumchi
  tomar apnar un unga ungal unoda nee mee ninna nimma अपना अपनी तेरा तेरी तुम्हारा तुम्हारी आपका आपकी तुझा तुझी तुमचा तुमची
  তোমার আপনার তোর உன் உங்க உங்கள் உன்னோட உங்களோட నీ మీ ನಿನ್ನ ನಿಮ್ಮ`)
const me = wordList(`me us mujhe muje mujhko mala amake amay ennai enna nannu nanna lets let we shall
  मुझे मुझको मला আমাকে আমায় என்னை నన్ను ನನ್ನನ್ನು`)
const ids = wordList(`id ids handle username userid आईडी आइडी आयडी আইডি ஐடி ఐడి ಐಡಿ`)
/** Verbs for contacting another person. */
const reaching =
  wordList(`follow add dm text msg message messages ping chat talk call contact connect join search find reach request rqst
  msgs link bolo baat bat aao aaja ajao aa karo kar karna karte kare dena milo dhund bhej bhejo pannu pannunga anuppu vaa va pesalam
  chey cheyyi cheyi chesuko pettu matladudam pampu raa maadu madu baa kalisu mathadona mathadu ye bolu shodh koro korio eso pathao pathav
  करो कर करना करते आओ आ आना मैसेज बात जोड़ जोड़ो ऐड फॉलो रिक्वेस्ट ढूंढ ढूँढ भेज भेजो बोलू बोल ये शोध अॅड ॲड पाठव फोलो
  করো কোরো বলব বলি কথা মেসেজ অ্যাড অ্যাড ফলো রিকোয়েস্ট রিকোয়েস্ট এসো এস খুঁজে পাঠাও
  மெசேஜ் பேச பேசலாம் பண்ணு பண்ணுங்க வா வாங்க அனுப்பு ஆட் ஃபாலோ தேடு ரிக்வெஸ்ட்
  మెసేజ్ చెయ్యి చేయి మాట్లాడుదాం మాట్లాడదాం యాడ్ ఫాలో రా పంపు కలుద్దాం వెతుకు రిక్వెస్ట్ అవ్వు
  ಮೆಸೇಜ್ ಮಾಡು ಮಾಡಿ ಮಾತಾಡೋಣ ಆಡ್ ಫಾಲೋ ಬಾ ಬನ್ನಿ ಕಳಿಸು ಹುಡುಕು ರಿಕ್ವೆಸ್ಟ್`)
/** Prepositions such as "on", between the name of a messenger and the verb. */
const places = wordList(`pe par pr per me mein mai la le lo nalli alli e te var vr पर पे में वर ಅಲ್ಲಿ లో`)
const giving =
  wordList(`give send share tell what whats have get need want do de dedo dena dijiye bhej bhejo bata batao batana milega mil
  milegi kya kyahai dao din dya pathao pathav kudu kudunga anuppu sollu enna ivvu ivvandi pampu cheppu enti kodu kodi kalisu helu yenu enu sang
  दो दे देना भेज भेजो भेजना बताओ बता बताना क्या मिल सांग काय पाठव द्या দাও দিন পাঠাও কত কী কি বলো
  கொடு குடு கொடுங்க அனுப்பு அனுப்புங்க சொல்லு என்ன ఇవ్వు ఇవ్వండి పంపు చెప్పు ఏంటి ఎంత ಕೊಡು ಕೊಡಿ ಕಳಿಸು ಹೇಳು ಏನು`)
const numbers = [
  'number',
  'nmbr',
  'nbr',
  'numbar',
  'nambar',
  'nomber',
  ...wordList('नंबर नम्बर নম্বর নাম্বার நம்பர் நம்பரை నంబర్ నెంబర్ ನಂಬರ್'),
].map((word) => word.replace(/[\u0bcd\u0c4d\u0ccd]$/u, ''))
const mails = wordList(`email mail emailid mailid gmail ईमेल मेल ইমেইল ইমেল মেইল மின்னஞ்சல் ஈமெயில் மெயில் ఈమెయిల్ మెయిల్ ಇಮೇಲ್ ಮೇಲ್`)
const saving = wordList(`save note likh likho likhlo lo ले लिख लिखो सेव सेव्ह लिहून লিখে সেভ சேவ் సేవ్ రాసుకో ಸೇವ್ ಬರೆದುಕೋ`)
const otherNumbers =
  wordList(`roll room seat registration order page question bus train house jersey shirt lucky favourite favorite token
  रोल कमरा रूम রোল ரோல் రోల్ ರೋಲ್ total`)
/** Words that show that the messenger itself is the subject. */
const aboutIt = wordList(`mat band time waste reel reels delete deleted uninstall video videos scam scams post posts मत बंद रील`)

const NEAR = 5
const around = (words: readonly string[], at: number, reach = NEAR): string[] => [
  ...words.slice(Math.max(0, at - reach), at),
  ...words.slice(at + 1, at + 1 + reach),
]
const has = (words: readonly string[], set: ReadonlySet<string>): boolean => words.some((word) => set.has(word))

const SHORT = 4

/** An invitation to another messenger or a profile there, shared or asked for. */
export function hasInvitation({ text, tokens }: ReadableText): boolean {
  const words = tokens.map((token) => token.text)
  return words.some((word, at) => isPlatform(word) && isInvitedTo(tokens, words, at)) || hasHandle(text)
}

function isInvitedTo(tokens: readonly Token[], words: readonly string[], at: number): boolean {
  const near = around(words, at)
  if (has(near, aboutIt)) return false
  const [before = '', next = ''] = [words[at - 1], words[at + 1]]
  const isOwned = mine.has(before) || yours.has(before) || mine.has(words[at - 2] ?? '') || yours.has(words[at - 2] ?? '')
  if (has(near, ids) && (has(near, mine) || has(near, yours) || has(near, giving) || words.length <= SHORT)) return true
  if (has(near, reaching) && (has(near, me) || has(near, mine))) return true
  if (isOwned && (next === 'is' || next === 'hai' || has(near, giving) || isHandle(tokens, at + 1))) return true
  if (/[:=@-]/u.test(tokens[at + 1]?.signs ?? '') && isHandle(tokens, at + 1)) return true
  if (
    ['have', 'use', 'on'].includes(before) &&
    words.slice(Math.max(0, at - 3), at).some((word) => word === 'you' || word === 'u')
  )
    return true
  if (before === 'to' && ['move', 'shift', 'switch', 'come'].some((verb) => words.slice(Math.max(0, at - 3), at).includes(verb)))
    return true
  if (next === 'me' && ['', 'at', 'on', 'now', 'please', 'plz', 'later', 'when', 'instead'].includes(words[at + 2] ?? ''))
    return true
  return isImperative(words, at)
}

const DONE_WITHIN = 4

/** "whatsapp pe aao", and with an ending in place of "pe". */
function isImperative(words: readonly string[], at: number): boolean {
  const isEnglish = /^[a-z]/u.test(words[at] ?? '')
  const next = words[at + 1] ?? ''
  const isPlaced = places.has(next)
  const after = words.slice(at + 1, at + 1 + DONE_WITHIN)
  if (!isEnglish) return has(after, reaching)
  return isPlaced
    ? has(after.slice(1), reaching)
    : reaching.has(next) && !['link', 'call', 'message', 'messages', 'chat', 'msg'].includes(next)
}

/** A user name as on other platforms: with a digit, a dot or an underscore. */
const isHandle = (tokens: readonly Token[], at: number): boolean => {
  const [name, next] = [tokens[at], tokens[at + 1]]
  return name !== undefined && /^[a-z]/u.test(name.text) && (next?.isJoined === true || /^[._]+$/u.test(next?.signs ?? ''))
}

const HANDLE_MAX = 30
const HANDLE = /^[a-z][a-z0-9]*(?:[._]+[a-z0-9]+|\d+)/u

/** "@asha_07". A name alone is not: people also write "@Ravi sir". */
function hasHandle(text: string): boolean {
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const before = text[at - 1]
    if (before !== undefined && /[\p{L}\p{M}\p{N}]/u.test(before)) continue
    if (HANDLE.test(text.slice(at + 1, at + 1 + HANDLE_MAX))) return true
  }
  return false
}

const isNumberWord = (word: string): boolean => numbers.some((beginning) => word.startsWith(beginning))

/** A request for a number or address, or the announcement of one. */
export function asksForContact({ tokens }: ReadableText): boolean {
  const words = tokens.map((token) => token.text)
  return words.some((word, at) => {
    const [before = '', next = ''] = [words[at - 1], words[at + 1]]
    const isNo = word === 'no' && (yours.has(before) || mine.has(before))
    const near = around(words, at)
    if (isNumberWord(word) || isNo) {
      if (has(words.slice(Math.max(0, at - 3), at + 2), otherNumbers) || next === 'of') return false
      return (has(near, yours) && has(near, giving)) || (has(near, mine) && has(near, saving))
    }
    if (!mails.has(word)) return false
    return has(words.slice(Math.max(0, at - 3), at), yours) && (has(near, giving) || has(near, ids))
  })
}
