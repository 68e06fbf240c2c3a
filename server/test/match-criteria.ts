import type { PlanCriterion } from '#content/match-plan.ts'
import type { SeekerAnswers } from '#matching/offer.ts'

const both = (en: string, hi: string) => ({ en, hi })

const criterion = (key: string, name: PlanCriterion['name'], changes: Partial<PlanCriterion>): PlanCriterion => ({
  key,
  strength: 'medium',
  icon: 'person',
  name,
  helpText: both(`Why we ask for: ${name.en}.`, `हम यह क्यों पूछते हैं: ${name.hi}।`),
  alike: both(`You share ${name.en}: {shared}.`, `आप दोनों में एक-सा: {shared}।`),
  differs: both('You said {mine}, the other one {theirs}.', 'आपने कहा {mine}, दूसरे ने {theirs}।'),
  options: {},
  ...changes,
})

/** The criteria of test pools; `city` is free text, so its answers have no option texts. */
export const testCriteria: readonly PlanCriterion[] = [
  criterion('languages', both('Languages', 'भाषाएँ'), {
    strength: 'must',
    icon: 'language',
    options: {
      hindi: both('Hindi', 'हिन्दी'),
      english: both('English', 'अंग्रेज़ी'),
      marathi: both('Marathi', 'मराठी'),
      tamil: both('Tamil', 'तमिल'),
    },
  }),
  criterion('goals', both('Goals', 'लक्ष्य'), {
    strength: 'high',
    icon: 'goal',
    options: {
      'first-job': both('A first job', 'पहली नौकरी'),
      'speak-up': both('Speaking up', 'खुलकर बोलना'),
      money: both('Handling money', 'पैसे सँभालना'),
    },
  }),
  criterion('free-times', both('Free times', 'ख़ाली समय'), {
    strength: 'medium',
    icon: 'time',
    options: {
      morning: both('Mornings', 'सुबह'),
      afternoon: both('Afternoons', 'दोपहर'),
      evening: both('Evenings', 'शाम'),
    },
  }),
  criterion('city', both('City', 'शहर'), { strength: 'low', icon: 'place' }),
]

/** Answers with which everybody fits everybody. */
export const plainAnswers: SeekerAnswers = {
  languages: ['hindi', 'english'],
  goals: ['first-job'],
  'free-times': ['evening'],
  city: ['pune'],
}
