import { cutStems } from './words.ts'

/**
 * The words of each concept, in English, in Hindi and in Hindi with Latin letters. A word may belong to several concepts. For
 * spelling and endings see words.ts.
 */
const wordsByConcept = {
  my: 'i my me mine mera meri mere mujhe mujhko main hum hamari hamara hamare मेरा मेरी मेरे मुझे मुझको मैं मैंने हम हमारी हमारा maine',
  when: 'when whens kab time timing baje date day din kis tarikh tareekh schedule schedules कब बजे दिन समय किस तारीख़ तारीख टाइम',
  next: 'next upcoming coming agli agla agle अगली अगला अगले आने',
  soon: 'today todays tonight tomorrow week weekend saturday sunday monday tuesday wednesday thursday friday aaj kal hafte hafta आज कल हफ़्ते हफ्ते सप्ताह शनिवार रविवार सोमवार मंगलवार बुधवार गुरुवार शुक्रवार',
  call: 'call calls meeting meetings meet meetup appointment talk talking baat baatcheet mulakat कॉल मीटिंग बात बातचीत मुलाक़ात मुलाकात',
  mentor: 'mentor mentors mentr menter guide guru sir maam madam didi bhaiya मेंटर मेन्टर गाइड मार्गदर्शक सर मैडम',
  mentee: 'mentee mentees menti group members मेंटी मेन्टी समूह',
  mentorship: 'mentorship mentorships मेंटरशिप मेन्टरशिप',
  who: 'who whos whom kaun kon koun kisne kisse kiske kisko कौन किसके किससे किसके किसको',
  name: 'name names naam nam नाम',
  pair: 'paired pair pairing partner matched match jodi jodidar जोड़ी मैच पार्टनर',
  get: 'get got gets getting find found assigned mila mile mili milega milegi milna paane pane pana मिला मिली मिलेगा मिलेगी मिलेंगे मिलना पाने पाना',
  have: 'have has any there koi kuch कोई कुछ',
  session: 'session sessions lesson lessons module course class chapter satra सत्र सेशन सैशन पाठ',
  due: 'due deadline deadlines pending remaining baki baaki incomplete submit बाकी बाक़ी अधूरा अधूरी डेडलाइन पेंडिंग',
  last: 'last final aakhri akhri antim आख़िरी आखिरी अंतिम',
  finish: 'finish finished complete completed completing done poora pura puri pure khatam पूरा पूरी पूरे ख़त्म खत्म कंप्लीट',
  todo: 'todo task tasks karna karni chahiye do करना करनी चाहिए',
  now: 'now ab abhi अब अभी',
  progress: 'progress pragati status far kahan kaha tak score pahuncha pahuchi pahucha पहुँचा पहुँची पहुंचा प्रगति कहाँ तक',
  howmany: 'many much kitne kitna kitni कितने कितना कितनी',
  left: 'left remain remaining bache bacha bachi बचे बचा बची',
  unlock: 'unlock unlocked unlocks locked lock open opens khulega khulegi khulta khule tala खुलेगा खुलेगी खुलता खुलेंगे ताला लॉक अनलॉक',
  need: 'need needs required require requirement zaroori jaruri chahiye ज़रूरी जरूरी चाहिए',
  survey: 'survey surveys serve sarve सर्वे सर्वेक्षण',
  fill: 'fill filled filling answer bharna bharu bhara भरना भरूँ भरा भरनी',
  where: 'where wheres kahan kaha kidhar कहाँ कहां किधर',
  which: 'which konsa konsi kaunsa kaunsi कौनसा कौनसी',
  report: 'report reporting complain complaint shikayat shikayet रिपोर्ट शिकायत',
  block: 'block blocking blok ब्लॉक',
  rude: 'rude abusive badly misbehave misbehaves galat ganda gande gandi gaali गंदा गंदी गंदे ग़लत गाली बुरा बर्ताव',
  person: 'person someone somebody people kisi ladka ladki member user किसी व्यक्ति सदस्य लड़का लड़की',
  human: 'human insan insaan agent operator इंसान मनुष्य',
  team: 'team support staff helpline helpdesk admin टीम सपोर्ट स्टाफ़',
  contact: 'contact reach talk speak ask chat write baat sampark poochna puchna बात संपर्क सम्पर्क पूछना पहुँचूँ',
  how: 'how kaise kese kaisa kaisi कैसे कैसा कैसी तरह',
  why: 'why kyu kyun kyo kyon क्यों क्यूँ',
  message: 'message messages msg msgs massage sandesh मैसेज संदेश',
  change: 'change changing edit update switch replace badalna badlu badle badlein badlun बदलना बदलूँ बदलें बदल बदले',
  otherOne: 'another other different dusra dusri doosra दूसरा दूसरी दूसरे',
  wrong: 'wrong mistake incorrect galat galti ग़लत गलत गलती',
  answer: 'answer answers jawab javab reply जवाब उत्तर',
  see: 'see sees seen look view know visible dekhta dekhte dekh dikhta dikhe pata देख देखता दिखता दिखे पता',
  record: 'record records recorded recording रिकॉर्ड रिकॉर्डिंग',
  cannot: 'cannot cant unable nahi nahin paunga paungi पाऊँगी पाऊँगा नहीं',
  first: 'first pehli pehla pehle पहली पहला पहले',
  choose: 'choose chosen chooses select selected chuna chunte chune selection चुना चुने चुनते चुनूँ',
  video: 'video वीडियो',
  account: 'account id khata khaata खाता खाते अकाउंट',
  create:
    'create make making made banana banega banane banau banate banaye banta register signup बनाना बनी बना बनेगा बनाऊँ बनाएँ बनता बनाते रजिस्टर',
  join: 'join joining joined judna jud शामिल जुड़ जुड़ना जुड़ूँ',
  otp: 'otp code codes ओटीपी कोड',
  arrive: 'come comes coming arrive arrived received aaya aati aata aaye आया आ आता आती आए',
  password: 'password passwords pasword passcode पासवर्ड',
  forgot: 'forgot forget forgotten bhul bhool bhula yaad भूल भूला याद',
  good: 'good strong acha achha accha majboot अच्छा अच्छी मज़बूत मजबूत',
  age: 'age aged old years saal umr umar साल उम्र आयु',
  money: 'money rupees paisa paise paisa पैसा पैसे पैसों',
  price:
    'free cost costs pay paid payment fee fees charge charges muft lagenge lagega lagte lagta फ़ीस फीस मुफ़्त मुफ्त लगते लगता लगेंगे देने',
  data: 'data datapack mb डेटा',
  time: 'long length minutes minute hours lamba lambi der लंबा लंबी समय मिनट देर',
  stop: 'stop quit pause band rukna leave रुकना रुक बंद बीच',
  middle: 'middle beech bich between bich बीच',
  arrow: 'arrow button तीर बटन',
  forward: 'forward aage ahead आगे',
  notworking: 'grey gray working dab dabta stuck दबता दबा काम',
  step: 'step steps stage charan चरण',
  quiz: 'quiz quizzes test क्विज़ क्विज टेस्ट',
  again: 'again retake redo dobara dubara phir repeat दोबारा दुबारा फिर',
  network: 'network internet net wifi connection signal नेटवर्क इंटरनेट',
  gone: 'gone lost lose disappeared deleted went gaya gayi chala गया गई मिट',
  keep: 'bookmark bookmarked bookmarks save saved बुकमार्क सहेज',
  later: 'later baad बाद',
  photo: 'photo photos pic pics picture image selfie tasveer तस्वीर फ़ोटो फोटो',
  file: 'pdf file document upload uploading uploaded पीडीएफ़ पीडीएफ फ़ाइल अपलोड',
  refused: 'refused rejected accepted refuse failed',
  phone: 'phone mobile number नंबर फ़ोन फोन मोबाइल',
  internship: 'internship internships intern इंटर्नशिप',
  language: 'language bhasha hindi english tamil telugu bengali marathi kannada भाषा हिंदी हिन्दी अंग्रेज़ी अंग्रेजी',
  profile: 'profile bio प्रोफ़ाइल प्रोफाइल',
  delete: 'delete remove erase deactivate hatana hatau हटाना हटाऊँ हटा डिलीट',
  mail: 'mail mails email emails ईमेल मेल',
  dark: 'dark bright brightness theme night डार्क चमक चमकती रात',
  interview: 'interview interviews साक्षात्कार इंटरव्यू',
  prepare: 'prepare preparation preparing taiyari tayari तैयारी',
  cv: 'cv resume biodata सीवी रिज़्यूमे बायोडाटा',
  salary: 'salary income tankhwah wage pay तनख़्वाह तनख्वाह वेतन सैलरी',
  saving: 'save saving savings budget bachat बचत',
  signin: 'signin login logged signout logout साइन लॉगिन',
  talk: 'talk say speak discuss baat बात बोलूँ',
  private: 'private privacy secret निजी',
  offline: 'offline load loading ऑफ़लाइन ऑफलाइन',
  certificate: 'certificate certificates सर्टिफ़िकेट सर्टिफिकेट प्रमाणपत्र',
} as const

export type Concept = keyof typeof wordsByConcept

const isConcept = (name: string): name is Concept => Object.hasOwn(wordsByConcept, name)

const meanings = new Map<string, Concept[]>()
for (const [name, words] of Object.entries(wordsByConcept))
  for (const stem of new Set(cutStemsOf(words))) if (isConcept(name)) meanings.set(stem, [...(meanings.get(stem) ?? []), name])

/** Splits the list first, because `cutStems` reads only as many words as a question has. */
function cutStemsOf(words: string): string[] {
  return words.split(' ').flatMap(cutStems)
}

/** Concepts that occur in many questions, regardless of the subject. */
const general: ReadonlySet<Concept> = new Set<Concept>([
  'when',
  'who',
  'how',
  'why',
  'where',
  'which',
  'get',
  'have',
  'todo',
  'now',
  'need',
  'see',
  'create',
  'change',
  'choose',
  'good',
])

/** Whether a word tells little about the subject of a question. */
export function isGeneral(stem: string): boolean {
  const known = meaningsOf(stem)
  return known.length > 0 && known.every((concept) => general.has(concept))
}

export const meaningsOf = (stem: string): readonly Concept[] => meanings.get(stem) ?? []

/** Words that say nothing about the subject of a question. */
const fillers: ReadonlySet<string> = new Set(
  cutStemsOf(
    `a about something anything actually all also am an and are as at be been being but by can cant could did do does doing dont for from give going had
    he her here him his i if im in into is it its just kindly me my mine of ok okay on or our out over please pls plz really say she
    show so some should tell than that the their them then there these they this those to too up us ur u want wanna was we were what
    whats which will with sath साथ would yes you your yet
    hai hain h he ho hoon hu hun hota hoti hote hua hui ka ki ke ko kya me mein main mera meri mere mujhe mujhko muje mai se par pe aur
    ya yeh ye woh wo ek toh to bhi hi na ji yaar bhai batao bata bataiye do de raha rahi rahe karu karun kare karein kar kru karo sakta
    sakti sakte apna apni apne tum aap hum unka iska wala wali
    है हैं हूँ हूं हो था थी थे होता होती होते हुआ हुई क्या का की के को में मैं मेरा मेरी मेरे मुझे मुझको से पर और या यह वह ये वे वो ने तो भी ही एक कर करें करूँ
    करो कृपया बताओ बताइए बता दो रहा रही रहे सकता सकती सकते अपना अपनी अपने आप तुम हम हमारी हमारे उनका इसका वाला वाली लिए जी saathi saathee साथी`,
  ),
)

export const isFiller = (stem: string): boolean => fillers.has(stem)
