import { cutSentences, type Token } from './tokens.ts'

/**
 * Words of feelings, fear and harm, in English, in Hindi and in Hindi with Latin letters. They are no sign of danger by themselves,
 * but nobody who writes them wants to read about passwords.
 */
const words = `sad lonely depressed depression hopeless worthless pointless useless heartbroken scared afraid frightened terrified
  uncomfortable unsafe anxious anxiety panic crying cry cried sobbing miserable suicidal suicide die dying dead kill killing bullied
  bullying bully bullies bulling teased teasing ragging harassed harassing harass harassment blackmail blackmailing threatened threatening
  threatens abused abuse abusing molested raped rape beaten beats slapped nudes selfharm overdose ashamed humiliated trapped suffering
  udas udaas akela akeli akelapan dukhi pareshan pareshaan dar darr darrta darta darti dari rona rone rota roti roya royi rulaya jeena
  jina zindagi jindagi marna maarna marta maarta marte maarte mara maara pitai pitta pitte peete peeta dhamki dhamkata mazak majak chidhate chidate
  chidhata chidata tang sataya satate ghutan toota tuta toot tut haar khudkushi aatmahatya bejaan bekaar bekar thakgayi sahan bardasht
  उदास अकेला अकेली अकेलापन दुखी दुख परेशान परेशानी डर डरा डरी डरता डरती रोना रोने रोती रोता रोया रोई जीना जीने ज़िंदगी जिंदगी मरना मरने मर मारते मारता मारती मारा पीटते
  पीटता पिटाई धमकी धमकाता मज़ाक मजाक चिढ़ाते चिढ़ाता सताते सताता तंग घुटन टूट टूटा टूटी हार आत्महत्या बेकार सहा सहना बर्दाश्त बेबस शर्मिंदा डिप्रेशन`

/** Words that mean distress only together, in this order, with at most this many words between them. */
const GAP = 3
const phrases = `hate life|hate myself|hurt me|hurts me|hurting me|hurting myself|hurt myself|cut myself|hit me|hits me|beat me|touch me|touched me|
  touches me|follows me|nobody cares|nobody loves|nobody likes|nobody understands|no friends|so alone|feel alone|all alone|feel empty|feel low|feel numb|
  feel bad|give up|gave up|tired of|end it|end everything|cant anymore|cant go on|cant cope|cant take|cant breathe|dont want live|run away|leave home|
  my pics|send pics|private photo|dirty photo|want disappear|miss me|broke up|passed away|fight home|drink hits|
  thak gayi|thak gaya|mann nahi|koi nahi|koi mera|samajhta nahi|samajhti nahi|samajhte nahi|sab khatam|sab khatm|bhaag jau|bhag jau|ghar chhod|
  photo leak|gandi photo|gandi baat|akela feel|man karta|mann karta|neend nahi|acha nahi lag|accha nahi lag|
  थक गया|थक गई|कोई मेरा|कोई नहीं|सब ख़त्म|सब खत्म|भाग जाऊँ|घर छोड़|गंदी फ़ोटो|गंदी बात|मन करता|मन नहीं|समझता नहीं|नींद नहीं|अच्छा नहीं लग`

const formOf = (token: Token): string => token.find((form) => form.startsWith('~')) ?? token[0] ?? ''
const sentenceOf = (text: string): string[] => cutSentences(text).flat().map(formOf)

const single: ReadonlySet<string> = new Set(sentenceOf(words))
const together = phrases.split('|').map(sentenceOf)

function isIn([first, ...rest]: readonly string[], sentence: readonly string[]): boolean {
  return sentence.some((word, at) => {
    if (word !== first) return false
    let from = at + 1
    return rest.every((next) => {
      const found = sentence.slice(from, from + GAP + 1).indexOf(next)
      from += found + 1
      return found >= 0
    })
  })
}

/**
 * Whether somebody writes about pain or fear. Wider than `detectDanger`, and often mistaken: the caller must promise nothing and
 * notify nobody, but offer people to talk to.
 */
export function soundsDistressed(text: string): boolean {
  const sentence = sentenceOf(text)
  return sentence.some((word) => single.has(word)) || together.some((phrase) => isIn(phrase, sentence))
}
