import { type Concept, isFiller, meaningsOf } from './concepts.ts'
import { cutStems } from './words.ts'

/** Questions about the person who asks. */
export type Intent = 'next-call' | 'people' | 'due' | 'progress' | 'unlock' | 'survey' | 'other-partner' | 'report' | 'team'

/** A question matches if it contains a concept of each group in `all`, and no concept in `none`. */
type Rule = {
  intent: Intent
  all: readonly (readonly Concept[])[]
  none?: readonly Concept[]
  /** For short questions only: at most this many words about a subject. */
  most?: number
}

const rules: readonly Rule[] = [
  { intent: 'report', all: [['report', 'block']], none: ['otp', 'file'] },
  {
    intent: 'team',
    all: [
      ['human', 'team'],
      ['contact', 'call', 'talk', 'how'],
    ],
    none: ['session', 'message'],
  },
  { intent: 'team', all: [['person'], ['talk']], none: ['rude', 'mentor', 'how', 'otp', 'message', 'first'] },
  {
    intent: 'survey',
    all: [['survey'], ['due', 'left', 'have', 'where', 'which', 'fill', 'next']],
    none: ['wrong', 'change', 'how', 'why', 'answer', 'see'],
  },
  {
    intent: 'next-call',
    all: [['call'], ['when', 'next', 'soon', 'have']],
    none: ['how', 'record', 'cannot', 'first', 'otp', 'change', 'money', 'unlock', 'session', 'data', 'human', 'team'],
  },
  {
    intent: 'other-partner',
    all: [
      ['mentor', 'mentee'],
      ['change', 'stop', 'otherOne'],
      ['my', 'change', 'otherOne'],
    ],
    none: ['language', 'password', 'phone', 'photo', 'survey', 'answer', 'name', 'session', 'call', 'message', 'money'],
  },
  {
    intent: 'unlock',
    all: [
      ['mentorship', 'mentor'],
      ['unlock', 'need', 'when', 'howmany'],
    ],
    none: ['change', 'choose', 'see', 'name', 'photo', 'phone'],
  },
  {
    intent: 'people',
    all: [['mentor', 'mentee', 'pair'], ['who', 'name', 'get', 'have', 'pair'], ['my']],
    none: ['how', 'change', 'see', 'choose', 'phone', 'photo', 'money', 'when', 'why', 'need', 'answer', 'quiz', 'otp', 'soon'],
  },
  { intent: 'people', all: [['mentor', 'mentee', 'pair'], ['my']], most: 1 },
  { intent: 'progress', all: [['howmany'], ['finish', 'left', 'progress']], none: ['how', 'time', 'money', 'data'] },
  { intent: 'progress', all: [['progress']], none: ['why', 'account', 'password', 'survey'] },
  {
    intent: 'due',
    all: [['finish'], ['todo', 'have', 'need', 'soon', 'when']],
    none: ['howmany', 'wrong', 'quiz', 'why', 'first', 'last', 'step', 'cannot', 'mentor', 'survey', 'account'],
  },
  { intent: 'due', all: [['todo'], ['now', 'next', 'soon']], none: ['cannot', 'call', 'quiz', 'password', 'otp'], most: 3 },
  { intent: 'due', all: [['due']], none: ['otp', 'message', 'why', 'money', 'survey'] },
]

type Reading = { stems: readonly string[]; concepts: ReadonlySet<Concept>; content: readonly string[]; unknown: number }

/** Splits a question into stems, concepts and content words. */
export function readQuestion(text: string): Reading {
  const stems = cutStems(text)
  const content = stems.filter((stem) => !isFiller(stem))
  return {
    stems,
    concepts: new Set(stems.flatMap(meaningsOf)),
    content,
    unknown: content.filter((stem) => meaningsOf(stem).length === 0).length,
  }
}

/** If a larger share of the words is unknown, the question is about something else. */
const UNKNOWN_SHARE = 0.4

/** Null for anything that is not about the person. */
export function findIntent({ concepts, content, unknown }: Reading): Intent | null {
  if (content.length === 0 || unknown / content.length > UNKNOWN_SHARE) return null
  const fits = ({ all, none = [], most = content.length }: Rule) =>
    content.length <= most &&
    all.every((group) => group.some((concept) => concepts.has(concept))) &&
    !none.some((concept) => concepts.has(concept))
  return rules.find(fits)?.intent ?? null
}
