/** Finds other words than those of the glossary in docs/languages.md. One thing has one word in each language. */

export type TranslatedText = { place: string; language: string; text: string; from: 'product' | 'content' }
/** `word` is the beginning of a word as a regular expression, so that it matches every inflection. */
type OtherWord = { word: string; glossary: string; from: readonly TranslatedText['from'][] }

/** Nothing of the same word follows: the word has meanings that the glossary does not cover in other forms. */
const end = String.raw`(?![\p{L}\p{M}])`

const words = (glossary: string, ...others: string[]): OtherWord[] =>
  others.map((word) => ({ word, glossary, from: ['product', 'content'] }))

/** Words of everyday language. Programme content also uses them for other things: the report at work, the mailbox, a party. */
const everydayWords = (glossary: string, ...others: string[]): OtherWord[] =>
  others.map((word) => ({ word, glossary, from: ['product'] }))

export const otherWords: Readonly<Record<string, OtherWord[]>> = {
  hi: [
    ...words('मैसेज', 'संदेश', 'सन्देश'),
    ...words('ई-मेल', 'ईमेल', 'इमेल'),
    ...words('सत्र', 'सेशन'),
    ...words('कार्यक्रम', 'प्रोग्राम'),
    ...words('सर्वे', 'सर्वेक्षण'),
    ...everydayWords('शिकायत', 'रिपोर्ट'),
    ...everydayWords('मेंटर', 'मार्गदर्शक', 'मेन्टर'),
    ...everydayWords('डिवाइस', 'उपकरण'),
    ...everydayWords('खाता', 'अकाउंट', 'एकाउंट'),
    ...everydayWords('समूह', 'ग्रुप'),
    ...words('बैच', 'कोहोर्ट'),
  ],
  bn: [
    ...words('মেসেজ', 'বার্তা'),
    ...words('ইমেল', 'ই-মেইল', 'ইমেইল'),
    ...everydayWords('ইমেল', 'মেইল', `মেল${end}`, 'মেলের'),
    ...words('সেশন', 'সত্র', 'অধিবেশন'),
    ...words('প্রোগ্রাম', 'কর্মসূচি', 'কার্যক্রম'),
    ...words('সার্ভে', 'সমীক্ষা'),
    ...everydayWords('রিপোর্ট', 'অভিযোগ'),
    ...everydayWords('মেন্টর', 'পরামর্শদাতা'),
    ...everydayWords('টিম', 'দল(?!িল)'),
    ...everydayWords('ইভেন্ট', 'অনুষ্ঠান'),
    ...words('লিঙ্ক', 'লিংক'),
  ],
  kn: [
    ...words('ಮೆಸೇಜ್', 'ಸಂದೇಶ'),
    ...words('ಇ-ಮೇಲ್', 'ಇಮೇಲ', 'ಈಮೇಲ', 'ಮಿಂಚಂಚೆ'),
    ...everydayWords('ಇ-ಮೇಲ್', `(?<!-)ಮೇಲ್${end}`),
    ...words('ಸೆಷನ್', 'ಅಧಿವೇಶನ'),
    ...words('ಪ್ರೋಗ್ರಾಂ', 'ಕಾರ್ಯಕ್ರಮ'),
    ...words('ಸರ್ವೇ', 'ಸಮೀಕ್ಷೆ'),
    ...everydayWords('ದೂರು', 'ವರದಿ'),
    ...everydayWords('ಮೆಂಟರ್', 'ಮಾರ್ಗದರ್ಶ'),
    ...everydayWords('ಕಾಲ್', 'ಕರೆ(?!ದ)'),
    ...words('ಟೀಮ್', 'ತಂಡ', 'ಟೀಂ'),
    ...everydayWords('ಬ್ಲಾಕ್', 'ನಿರ್ಬಂಧಿ'),
    ...everydayWords('ಡಿವೈಸ್', 'ಸಾಧನ(?!ೆ)'),
    ...everydayWords('ಅಕೌಂಟ್', 'ಖಾತೆ'),
    ...everydayWords('ಗ್ರೂಪ್', 'ಗುಂಪ'),
  ],
  mr: [
    ...words('मेसेज', 'संदेश'),
    ...words('ई-मेल', 'ईमेल', 'इमेल'),
    ...everydayWords('ई-मेल', '(?<!-)मेल'),
    ...words('सेशन', 'सत्र'),
    ...words('प्रोग्राम', 'कार्यक्रम'),
    ...words('सर्व्हे', 'सर्वेक्षण', `सर्वे${end}`),
    ...everydayWords('तक्रार', 'रिपोर्ट'),
    ...everydayWords('मेंटर', 'मार्गदर्शक', 'मेंटॉर'),
    ...everydayWords('डिव्हाइस', 'उपकरण'),
    ...everydayWords('अकाउंट', 'खाते', 'खातं', 'खात्या'),
    ...everydayWords('ग्रुप', 'गट'),
    ...everydayWords('लिंक', 'दुवा', 'दुव्या'),
  ],
  ta: [
    ...everydayWords('மெசேஜ்', 'செய்தி(?!ரு)'),
    ...words('இமெயில்', 'மின்னஞ்சல', 'ஈமெயில'),
    ...everydayWords('இமெயில்', 'மெயில'),
    ...words('செஷன்', 'அமர்வ'),
    ...everydayWords('புரோகிராம்', 'திட்டம(?!ி)', 'திட்டத்', 'திட்டங்'),
    ...everydayWords('புகார்', 'ரிப்போர்ட', 'முறையீ'),
    ...words('சர்வே', 'கருத்தாய்வ', 'கணக்கெடுப்ப'),
    ...everydayWords('மென்டர்', 'வழிகாட்ட'),
    ...everydayWords('கால்', 'அழைப்ப', 'அழைக்க', 'அழைத்', 'அழைய'),
    ...everydayWords('டீம்', 'குழு(?!ந்)'),
    ...everydayWords('பிளாக்', 'தடுக்க', 'தடுத்'),
    ...everydayWords('டிவைஸ்', 'சாதன(?!ை)'),
    ...everydayWords('அக்கவுண்ட்', 'கணக்க'),
    ...everydayWords('ஈவென்ட்', 'நிகழ்வ', 'நிகழ்ச்சி'),
    ...words('சாட்', 'அரட்டை'),
    ...everydayWords('ஃபைல்', 'கோப்ப'),
    ...words('பாஸ்வேர்டு', 'கடவுச்சொல'),
    ...words('புரொஃபைல்', 'சுயவிவர'),
    ...words('காலண்டர்', 'நாட்காட்டி'),
  ],
  te: [
    ...words('మెసేజ్', 'సందేశ'),
    ...words('ఈమెయిల్', 'ఇమెయిల', 'ఇ-మెయిల', 'ఈ-మెయిల'),
    ...everydayWords('ఈమెయిల్', '(?<!-)మెయిల'),
    ...words('ప్రోగ్రామ్', 'కార్యక్రమ', 'ప్రోగ్రాం'),
    ...words('సర్వే', 'సర్వేక్షణ'),
    ...everydayWords('ఫిర్యాదు', 'రిపోర్ట', 'నివేదిక'),
    ...everydayWords('మెంటర్', 'మెంటార్', 'మార్గదర్శ'),
    ...words('టీమ్', 'బృంద'),
    ...everydayWords('డివైజ్', 'పరికర', 'డివైస్'),
    ...everydayWords('అకౌంట్', 'ఖాతా'),
    ...words('గ్రూప్', 'గ్రూపు', 'సమూహ'),
    ...everydayWords('జోడీ', 'జంట'),
  ],
}

export type Exception = { language: string; word: string; places: string[]; because: string }

/** Each pattern begins where a word begins. */
const patternOf = (word: string) => new RegExp(String.raw`(?<![\p{L}\p{M}\u200c])(?:${word})`, 'u')
const patterns = new Map(Object.values(otherWords).flatMap((list) => list.map(({ word }) => [word, patternOf(word)] as const)))

/** An address or a placeholder is not a word. */
const withoutMarks = (text: string) => text.replaceAll(/\{\w+\}|https?:\/\/\S+/g, ' ')

const otherWordsIn = ({ language, text, from }: TranslatedText): OtherWord[] => {
  const plain = withoutMarks(text)
  return (otherWords[language] ?? []).filter((other) => other.from.includes(from) && patterns.get(other.word)?.test(plain))
}

export function glossaryFaults(text: TranslatedText, exceptions: readonly Exception[]): string[] {
  const mayUse = (word: string) =>
    exceptions.some((each) => each.language === text.language && each.word === word && each.places.includes(text.place))
  return otherWordsIn(text)
    .filter(({ word }) => !mayUse(word))
    .map(({ word, glossary }) => `${text.place} (${text.language}): has “${word}”, but the glossary has “${glossary}”`)
}
