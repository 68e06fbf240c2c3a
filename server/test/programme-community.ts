import { aboutFile, buildAccounts, drawing } from './programme-folder.ts'

const both = (en: string, hi: string) => ({ en, hi })

export const surveyFile = {
  key: 'about-you',
  name: both('About you', 'आपके बारे में'),
  shortDescription: both('So that we know you.', 'ताकि हम आपको जानें।'),
  minutes: 6,
  icon: 'survey-icon.svg',
  background: 'survey-back.svg',
  audience: 'mentees',
  projects: ['pairs'],
  closesInDays: 30,
  stages: [
    {
      key: 'goals',
      name: both('Goals', 'लक्ष्य'),
      description: both('Where you want to go.', 'कहाँ जाना है।'),
      pages: [
        {
          title: both('First', 'पहला'),
          description: both('Two questions.', 'दो सवाल।'),
          questions: [
            {
              key: 'goal',
              questionType: 'SingleChoiceRadio',
              mandatory: true,
              title: both('What do you want to learn?', 'क्या सीखना है?'),
              criterion: 'goals',
              answerOptions: [
                { key: 'save', label: both('To save', 'बचत'), tag: 'money' },
                { key: 'speak', label: both('To speak', 'बोलना') },
              ],
            },
            {
              key: 'calm',
              questionType: 'AgreeabilityFiveOptions',
              mandatory: true,
              title: both('I stay calm.', 'मैं शांत रहता हूँ।'),
              readiness: 'confidence',
            },
          ],
        },
      ],
    },
    {
      key: 'closing',
      name: both('Closing', 'समापन'),
      description: both('One more.', 'एक और।'),
      pages: [
        {
          title: both('Last', 'आख़िरी'),
          questions: [{ key: 'more', questionType: 'TextBox', mandatory: false, title: both('Anything else?', 'और कुछ?') }],
        },
      ],
    },
  ],
}

export const laterSurvey = {
  ...surveyFile,
  key: 'half-way',
  icon: undefined,
  background: undefined,
  audience: undefined,
  projects: undefined,
  closesInDays: undefined,
  after: { survey: 'about-you', days: 14 },
}

export const posts = [
  {
    key: 'first-jar',
    event: 'post',
    daysAgo: 3,
    at: '09:15',
    tags: ['money'],
    title: both('The first jar', 'पहला डिब्बा'),
    description: both('Ten rupees a day.', 'रोज़ दस रुपये।'),
    thumbnail: 'feed-jar.svg',
    link: '/learninghub',
    curatedNote: both('We like it.', 'हमें पसंद है।'),
  },
  {
    key: 'a-proverb',
    event: 'quote',
    daysAgo: 1,
    at: '20:05',
    text: both('Drop by drop.', 'बूँद-बूँद से।'),
    author: both('A proverb', 'कहावत'),
  },
]

export const faqFile = {
  topics: [
    {
      title: both('Your account', 'आपका खाता'),
      items: [{ question: both('May I leave?', 'क्या मैं जा सकती हूँ?'), answer: both('Yes, **any day**.', 'हाँ, **किसी भी दिन**।') }],
    },
  ],
}

export const cardsFile = {
  internship: [
    { image: 'card-desk.svg', text: both('A desk of your own', 'आपकी मेज़'), link: 'https://saathi.example/desk' },
    { image: 'card-desk.svg', text: both('A team', 'एक टीम') },
  ],
  mentorship: [{ image: 'card-desk.svg', text: both('Someone who listens', 'कोई जो सुने') }],
}

export const communityAbout = {
  ...aboutFile,
  legal: { 'privacy-policy': 1, 'terms-of-service': 2, 'code-of-conduct': 1 },
  readiness: { confidence: both('Confidence', 'भरोसा'), teamwork: both('Teamwork', 'मिलकर काम') },
}

/** Valid community files of a programme. */
export const communityFiles = () => ({
  'programme.json': communityAbout,
  'surveys/01-about-you.json': surveyFile,
  'surveys/02-half-way.json': laterSurvey,
  'feed.json': { posts },
  'cards.json': cardsFile,
  'community/faq.json': faqFile,
  'community/privacy-policy.md': '# Privacy policy\n\nWe keep **little**.\n\nReally.\n',
  'community/privacy-policy.hi.md': '# निजता नीति\n\nहम **कम** रखते हैं।\n',
  'community/terms-of-service.md': '# Terms of service\n\nBe kind.\n',
  'community/terms-of-service.hi.md': '# सेवा की शर्तें\n\nभला रहिए।\n',
  'community/code-of-conduct.md': '# Code of conduct\n\nListen first.\n',
  'community/code-of-conduct.hi.md': '# आचार संहिता\n\nपहले सुनिए।\n',
  'media/survey-icon.svg': drawing('#112233'),
  'media/survey-back.svg': drawing('#223344'),
  'media/feed-jar.svg': drawing('#334455'),
  'media/card-desk.svg': drawing('#445566'),
  'accounts.json': buildAccounts({
    surveys: [{ survey: 'about-you', stagesDone: 1, daysAgo: 2, at: '18:30', answers: { goal: 'save', calm: 4 } }],
    likes: ['first-jar'],
  }),
})
