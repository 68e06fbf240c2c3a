import { cutStems } from './words.ts'

/** Hindi with Latin letters has no code of its own in the product. */
type AnswerLanguage = { code: string; isHinglish: boolean }

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\u0900-\u097f]/u, 'hi'],
  [/[\u0980-\u09ff]/u, 'bn'],
  [/[\u0b80-\u0bff]/u, 'ta'],
  [/[\u0c00-\u0c7f]/u, 'te'],
  [/[\u0c80-\u0cff]/u, 'kn'],
]

const listOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).flatMap(cutStems))

const hinglish = listOf(
  `hai hain hoon hu hun ho h kya kab kaun kon koun kaise kese kahan kaha kyu kyun kyo mera meri mere mujhe muje mujhko maine ka ki ke ko
    nahi nahin nai aur bhi toh karna karu karun kare karo kar raha rahi rahe sakta sakti sakte chahiye batao bata aaj kal agli agla baat
    koi kuch hua hui gaya gayi aaya wala wali se tum aap hum apna apni yaar bhai ji namaste shukriya dhanyavaad milega mila kitne kitna
    phir milte chalo sath me mein pe par ek ye yeh wo woh banana hota hoti`,
)
const english = listOf(
  `i am is are was the a an my me you your we our it this that what when who where why how which do does did can could will would should
    have has not no and or of for with from about to in on at be been any there im dont cant whats thanks thank please show tell`,
)
/** In Devanagari: words that only Marathi has. */
const marathi = listOf('आहे आहेत माझा माझी माझे मला कधी कोण कसे कशी काय आणि नाही मी आम्ही तुम्ही झाले करायचे पाहिजे कुठे')

const count = (words: readonly string[], list: ReadonlySet<string>): number => words.filter((word) => list.has(word)).length

/** The language of the answer: that of the question, or the person's own if it cannot be detected. */
export function languageOfQuestion(text: string, ownLanguage: string): AnswerLanguage {
  const found = scripts.find(([script]) => script.test(text))
  if (found) {
    const [, code] = found
    const isMarathi = code === 'hi' && ownLanguage === 'mr' && count(cutStems(text), marathi) > 0
    return { code: isMarathi ? 'mr' : code, isHinglish: false }
  }
  const words = cutStems(text)
  const inHinglish = count(words, hinglish)
  const inEnglish = count(words, english)
  if (inHinglish > 0 && inHinglish >= inEnglish) return { code: 'hi', isHinglish: true }
  return { code: inEnglish > 0 ? 'en' : ownLanguage, isHinglish: false }
}
