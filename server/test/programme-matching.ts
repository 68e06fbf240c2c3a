import { surveyFile } from './programme-community.ts'
import { buildAccounts } from './programme-folder.ts'
import { address, mentorshipFiles, people, scheduled } from './programme-mentorship.ts'

const both = (en: string, hi: string) => ({ en, hi })

export const goals = {
  icon: 'goal',
  name: both('Goals', 'लक्ष्य'),
  helpText: both('What you work on.', 'किस पर काम करना है।'),
  alike: both('You both chose {shared}.', 'आप दोनों ने चुना: {shared}।'),
  differs: both('You chose {mine}, they chose {theirs}.', 'आपने चुना: {mine}, उन्होंने: {theirs}।'),
  standsFor: { both: ['save', 'speak'] },
}
export const languages = { ...goals, icon: 'language', name: both('Languages', 'भाषाएँ'), standsFor: undefined }

export const plan = {
  criteria: [
    { key: 'languages', strength: 'must' },
    { key: 'goals', strength: 'high' },
  ],
  places: 2,
}

const [stage] = surveyFile.stages
const [page] = stage?.pages ?? []
const [goal] = page?.questions ?? []
/** Everybody is asked for languages and goals; `hours` is a number, which cannot be compared. */
export const matchingSurvey = (changes: object = {}) => ({
  ...surveyFile,
  icon: undefined,
  background: undefined,
  audience: undefined,
  projects: undefined,
  closesInDays: undefined,
  stages: [
    {
      ...stage,
      pages: [
        {
          ...page,
          questions: [
            {
              key: 'speaks',
              questionType: 'MultiChoiceDropDown',
              mandatory: true,
              title: both('What do you speak?', 'क्या बोलते हैं?'),
              criterion: 'languages',
              answerOptions: ['hindi', 'tamil', 'urdu'].map((key) => ({ key, label: both(`In ${key}`, `${key} में`) })),
              ...changes,
            },
            {
              ...goal,
              answerOptions: [
                { key: 'save', label: both('To save', 'बचत') },
                { key: 'speak', label: both('To speak', 'बोलना') },
                { key: 'both', label: both('Both', 'दोनों') },
              ],
            },
            {
              key: 'hours',
              questionType: 'Number',
              mandatory: false,
              title: both('How many hours?', 'कितने घंटे?'),
              criterion: 'hours',
            },
          ],
        },
      ],
    },
  ],
})

export const plannedAbout = (changes: object = {}, criteria: object = { languages, goals }) => ({
  ...scheduled(),
  projects: scheduled().projects.map((project) => ({ ...project, matching: { ...plan, ...changes } })),
  criteria,
})

const answered = (speaks: readonly string[]) => ({
  experiences: { curriculum: 'use', session: 'use' },
  surveys: [{ survey: 'about-you', stagesDone: 'all', daysAgo: 9, at: '18:00', answers: { speaks, goal: 'both' } }],
})
const spoken: Record<string, string[]> = {
  ravi: ['hindi', 'tamil'],
  nisha: ['tamil'],
  meera: ['hindi', 'urdu'],
  divya: ['hindi'],
}

/** Nisha has chosen Ravi, who has not answered. Meera is forming a group, in which Divya has a place. */
export const searchingPeople = people.map((person) => {
  const name = person.email.replace('@saathi.example', '')
  return { ...person, ...answered(spoken[name] ?? ['urdu']) }
})

export const chosenOffer = { mentor: address('ravi'), mentee: address('nisha'), state: 'chosen', hoursAgo: 20, chosenHoursAgo: 5 }
export const issuedOffer = { mentor: address('ravi'), mentee: address('nisha'), state: 'issued', hoursAgo: 20 }
export const expiredOffer = {
  mentor: address('ravi'),
  mentee: address('asha'),
  state: 'expired',
  hoursAgo: 200,
  endedHoursAgo: 128,
  endedBy: 'mentee',
}
export const matchingFile = (changes: object = {}) => ({
  pairManagers: { pairs: address('anita') },
  seekers: [
    { who: address('ravi'), daysAgo: 8, places: 3 },
    { who: address('nisha'), daysAgo: 7 },
    { who: address('meera'), daysAgo: 6 },
    { who: address('divya'), daysAgo: 5 },
    { who: address('imran'), daysAgo: 4 },
  ],
  offers: [chosenOffer, expiredOffer],
  groups: [{ mentor: address('meera'), mentees: [address('divya')], hoursAgo: 30 }],
  ...changes,
})

/** Valid matching files of a programme. */
export const matchingFiles = () => ({
  ...mentorshipFiles(),
  'programme.json': plannedAbout(),
  'surveys/01-about-you.json': matchingSurvey(),
  'accounts.json': buildAccounts(...searchingPeople),
  'mentorships.json': null,
  'matching.json': matchingFile(),
})
