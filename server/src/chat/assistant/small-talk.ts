import { cutStems } from './words.ts'

export type SmallTalk = 'greeting' | 'thanks' | 'bye' | 'identity'

/** Checked in this order: a message with both thanks and a greeting counts as thanks. */
const phrases: Readonly<Record<SmallTalk, string>> = {
  thanks: `thanks|thank you|thank u|thx|thnx|thnks|ty|tysm|thankyou|much appreciated|that helped|got it|great|awesome|nice|perfect|
    shukriya|dhanyavaad|dhanyavad|dhanyawad|sukriya|bahut accha|thik hai thanks|
    நன்றி|ధన్యవాదాలు|ಧನ್ಯವಾದ|ಧನ್ಯವಾದಗಳು|ধন্যবাদ|आभारी आहे|
    धन्यवाद|शुक्रिया|थैंक यू|थैंक्यू|थैंक्स|बहुत अच्छा|बहुत बढ़िया`,
  bye: `bye|bye bye|good night|goodnight|gn|see you|see ya|see you later|talk to you later|ttyl|alvida|phir milte hai|phir milenge|kal milte hai|
    shubh ratri|chalo bye|chalta hu|chalti hu|अलविदा|फिर मिलेंगे|फिर मिलते हैं|शुभ रात्रि|बाय`,
  identity: `are you a robot|are you a bot|are you human|are you real|are you an ai|are you ai|who are you|what are you|whats your name|
    what is your name|your name|what can you do|what do you do|what can i ask|what can i ask you|how can you help|who made you|help|
    tum kaun ho|aap kaun ho|aap kaun hai|tum kya ho|tumhara naam kya hai|aapka naam kya hai|kya tum robot ho|kya aap insaan ho|
    tum kya kar sakte ho|aap kya kar sakte ho|
    तुम कौन हो|आप कौन हैं|आप कौन हो|तुम्हारा नाम क्या है|आपका नाम क्या है|क्या तुम रोबोट हो|आप क्या कर सकते हैं|तुम क्या कर सकते हो`,
  greeting: `hi|hii|hiii|hello|helo|hey|heya|yo|hola|good morning|good afternoon|good evening|gm|how are you|how r u|how are u|whats up|sup|
    wassup|namaste|namaskar|namaskaram|vanakkam|kaise ho|kaise hai aap|kaisi ho|aap kaise ho|kya haal hai|kya hal hai|ram ram|salaam|
    வணக்கம்|నమస్కారం|ನಮಸ್ಕಾರ|নমস্কার|
    नमस्ते|नमस्कार|हेलो|हैलो|हाय|कैसे हो|कैसे हैं आप|आप कैसे हैं|सुप्रभात|क्या हाल है`,
}

/** Forms of address and filler words that may accompany a phrase. */
const around = new Set(
  `saathi saathee sathi bot assistant ji sir madam maam bhai bro dear friend yaar dost didi bhaiya there so very much a lot ok okay oh
    and for your the help bahut bohot bahoot please aapka aapko tumhara
    साथी जी भाई दोस्त दीदी भैया बहुत ठीक है आपका ओके`
    .split(/\s+/)
    .flatMap(cutStems),
)

const MOST_WORDS = 8
const kinds: readonly SmallTalk[] = ['thanks', 'bye', 'identity', 'greeting']
const known = kinds.map((kind) => {
  const each = phrases[kind].split('|').map((phrase) => cutStems(phrase).join(' '))
  return { kind, phrases: each.toSorted((one, other) => other.length - one.length) }
})

/** Null if a message says anything else. */
export function findSmallTalk(text: string): SmallTalk | null {
  const words = cutStems(text)
  if (words.length === 0 || words.length > MOST_WORDS) return null
  let rest = ` ${words.join(' ')} `
  let found: SmallTalk | null = null
  for (const { kind, phrases: each } of known)
    for (const phrase of each) {
      if (!rest.includes(` ${phrase} `)) continue
      rest = rest.replaceAll(` ${phrase} `, '  ')
      found ??= kind
    }
  const isMore = rest.split(' ').some((word) => word !== '' && !around.has(word))
  return isMore ? null : found
}
