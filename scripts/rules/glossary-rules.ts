/** Finds other words than those of the glossary in docs/languages.md. One thing has one word in each language. */

export type TranslatedText = { place: string; language: string; text: string }
/** `word` is the beginning of a word as a regular expression, so that it matches every inflection. */
type OtherWord = { word: string; glossary: string }

/** Nothing of the same word follows: the word has meanings that the glossary does not cover in other forms. */
const end = String.raw`(?![\p{L}\p{M}])`

const words = (glossary: string, ...others: string[]): OtherWord[] => others.map((word) => ({ word, glossary }))

export const otherWords: Readonly<Record<string, OtherWord[]>> = {
  hi: [
    ...words('मैसेज', 'संदेश', 'सन्देश'),
    ...words('ई-मेल', 'ईमेल', 'इमेल'),
    ...words('सत्र', 'सेशन'),
    ...words('कार्यक्रम', 'प्रोग्राम'),
    ...words('सर्वे', 'सर्वेक्षण'),
    ...words('शिकायत', 'रिपोर्ट'),
    ...words('मेंटर', 'मार्गदर्शक', 'मेन्टर'),
    ...words('डिवाइस', 'उपकरण'),
    ...words('खाता', 'अकाउंट', 'एकाउंट'),
    ...words('समूह', 'ग्रुप'),
    ...words('बैच', 'कोहोर्ट'),
  ],
  bn: [
    ...words('মেসেজ', 'বার্তা'),
    ...words('ইমেল', 'ই-মেইল', 'ইমেইল', 'মেইল', `মেল${end}`, 'মেলের'),
    ...words('সেশন', 'সত্র', 'অধিবেশন'),
    ...words('প্রোগ্রাম', 'কর্মসূচি', 'কার্যক্রম'),
    ...words('সার্ভে', 'সমীক্ষা'),
    ...words('রিপোর্ট', 'অভিযোগ'),
    ...words('মেন্টর', 'পরামর্শদাতা'),
    ...words('টিম', 'দল(?!িল)'),
    ...words('ইভেন্ট', 'অনুষ্ঠান'),
    ...words('লিঙ্ক', 'লিংক'),
  ],
  kn: [
    ...words('ಮೆಸೇಜ್', 'ಸಂದೇಶ'),
    ...words('ಇ-ಮೇಲ್', 'ಇಮೇಲ', 'ಈಮೇಲ', 'ಮಿಂಚಂಚೆ', `(?<!-)ಮೇಲ್${end}`),
    ...words('ಸೆಷನ್', 'ಅಧಿವೇಶನ'),
    ...words('ಪ್ರೋಗ್ರಾಂ', 'ಕಾರ್ಯಕ್ರಮ'),
    ...words('ಸರ್ವೇ', 'ಸಮೀಕ್ಷೆ'),
    ...words('ದೂರು', 'ವರದಿ'),
    ...words('ಮೆಂಟರ್', 'ಮಾರ್ಗದರ್ಶ'),
    ...words('ಕಾಲ್', 'ಕರೆ(?!ದ)'),
    ...words('ಟೀಮ್', 'ತಂಡ', 'ಟೀಂ'),
    ...words('ಬ್ಲಾಕ್', 'ನಿರ್ಬಂಧಿ'),
    ...words('ಡಿವೈಸ್', 'ಸಾಧನ(?!ೆ)'),
    ...words('ಅಕೌಂಟ್', 'ಖಾತೆ'),
    ...words('ಗ್ರೂಪ್', 'ಗುಂಪ'),
  ],
  mr: [
    ...words('मेसेज', 'संदेश'),
    ...words('ई-मेल', 'ईमेल', 'इमेल', '(?<!-)मेल'),
    ...words('सेशन', 'सत्र'),
    ...words('प्रोग्राम', 'कार्यक्रम'),
    ...words('सर्व्हे', 'सर्वेक्षण', `सर्वे${end}`),
    ...words('तक्रार', 'रिपोर्ट'),
    ...words('मेंटर', 'मार्गदर्शक', 'मेंटॉर'),
    ...words('डिव्हाइस', 'उपकरण'),
    ...words('अकाउंट', 'खाते', 'खातं', 'खात्या'),
    ...words('ग्रुप', 'गट'),
    ...words('लिंक', 'दुवा', 'दुव्या'),
  ],
  ta: [
    ...words('மெசேஜ்', 'செய்தி(?!ரு)'),
    ...words('இமெயில்', 'மின்னஞ்சல', 'மெயில', 'ஈமெயில'),
    ...words('செஷன்', 'அமர்வ'),
    ...words('புரோகிராம்', 'திட்டம(?!ி)', 'திட்டத்', 'திட்டங்'),
    ...words('புகார்', 'ரிப்போர்ட', 'முறையீ'),
    ...words('சர்வே', 'கருத்தாய்வ', 'கணக்கெடுப்ப'),
    ...words('மென்டர்', 'வழிகாட்ட'),
    ...words('கால்', 'அழைப்ப', 'அழைக்க', 'அழைத்', 'அழைய'),
    ...words('டீம்', 'குழு(?!ந்)'),
    ...words('பிளாக்', 'தடுக்க', 'தடுத்'),
    ...words('டிவைஸ்', 'சாதன(?!ை)'),
    ...words('அக்கவுண்ட்', 'கணக்க'),
    ...words('ஈவென்ட்', 'நிகழ்வ', 'நிகழ்ச்சி'),
    ...words('சாட்', 'அரட்டை'),
    ...words('ஃபைல்', 'கோப்ப'),
    ...words('பாஸ்வேர்டு', 'கடவுச்சொல'),
    ...words('புரொஃபைல்', 'சுயவிவர'),
    ...words('காலண்டர்', 'நாட்காட்டி'),
  ],
  te: [
    ...words('మెసేజ్', 'సందేశ'),
    ...words('ఈమెయిల్', 'ఇమెయిల', 'ఇ-మెయిల', 'ఈ-మెయిల', '(?<!-)మెయిల'),
    ...words('ప్రోగ్రామ్', 'కార్యక్రమ', 'ప్రోగ్రాం'),
    ...words('సర్వే', 'సర్వేక్షణ'),
    ...words('ఫిర్యాదు', 'రిపోర్ట', 'నివేదిక'),
    ...words('మెంటర్', 'మెంటార్', 'మార్గదర్శ'),
    ...words('టీమ్', 'బృంద'),
    ...words('డివైజ్', 'పరికర', 'డివైస్'),
    ...words('అకౌంట్', 'ఖాతా'),
    ...words('గ్రూప్', 'గ్రూపు', 'సమూహ'),
    ...words('జోడీ', 'జంట'),
  ],
}

export type Exception = { language: string; word: string; places: string[]; because: string }

/** Each pattern begins where a word begins. */
const patternOf = (word: string) => new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${word})`, 'u')
const patterns = new Map(Object.values(otherWords).flatMap((list) => list.map(({ word }) => [word, patternOf(word)] as const)))

/** An address or a placeholder is not a word. */
const withoutMarks = (text: string) => text.replaceAll(/\{\w+\}|https?:\/\/\S+/g, ' ')

const otherWordsIn = ({ language, text }: TranslatedText): OtherWord[] => {
  const plain = withoutMarks(text)
  return (otherWords[language] ?? []).filter(({ word }) => patterns.get(word)?.test(plain))
}

export function glossaryFaults(text: TranslatedText, exceptions: readonly Exception[]): string[] {
  const mayUse = (word: string) =>
    exceptions.some((each) => each.language === text.language && each.word === word && each.places.includes(text.place))
  return otherWordsIn(text)
    .filter(({ word }) => !mayUse(word))
    .map(({ word, glossary }) => `${text.place} (${text.language}): has “${word}”, but the glossary has “${glossary}”`)
}
