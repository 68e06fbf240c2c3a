import { expect, test } from 'vitest'
import { findTopics, topicsOf } from './faq-topics.ts'

const item = (question: string, answer = 'So.', localeQuestion = '', localeAnswer = '') => ({
  question,
  answer,
  localeQuestion,
  localeAnswer,
})
const topics = topicsOf([
  { topicTitle: 'Calls', localeTopicTitle: '', content: [item('No sound?', 'Press **Unmute**.'), item('No sound?')] },
  { topicTitle: 'Money', localeTopicTitle: 'पैसा', content: [item('Is it free?', 'Yes.', 'क्या यह मुफ़्त है?', 'हाँ।')] },
])
const localized = (question: string) => topicsOf([{ topicTitle: 'T', localeTopicTitle: '', content: [item('Q', 'A', question)] }])
const found = (query: string) => findTopics(topics, query).flatMap(({ questions }) => questions.map(({ id }) => id))

test('each question has a unique address, the same in every language', () => {
  expect(topics.map(({ id, questions }) => [id, ...questions.map((each) => each.id)])).toEqual([
    ['topic-calls', 'no-sound', 'no-sound-2'],
    ['topic-money', 'is-it-free'],
  ])
})

test('texts are in the reader’s language if translated', () => {
  expect(topics[1]).toMatchObject({ title: 'पैसा', questions: [{ question: 'क्या यह मुफ़्त है?', answer: 'हाँ।' }] })
  expect(topics[0]).toMatchObject({ title: 'Calls' })
})

test.each([
  ['', ['no-sound', 'no-sound-2', 'is-it-free']],
  ['  SOUND ', ['no-sound', 'no-sound-2']],
  ['unmute', ['no-sound']],
  ['calls unmute', ['no-sound']],
  ['मुफ़्त', ['is-it-free']],
  ['unmute free', []],
])('"%s" finds %j', (query, ids) => {
  expect(found(query)).toEqual(ids)
})

test.each([
  ['কল কখন শুরু হয়?', 'শুরু'],
  ['அழைப்பு எப்போது தொடங்கும்?', 'தொடங்கும்'],
  ['కాల్ ఎప్పుడు మొదలవుతుంది?', 'ఎప్పుడు'],
  ['ಕಾಲ್ ಯಾವಾಗ ಶುರುವಾಗುತ್ತದೆ?', 'ಯಾವಾಗ'],
  ['ईमेल पढ़ना कैसे है?', 'पढ़ना'],
])('a search in %j finds %j, also in the other composition and with a joiner', (question, word) => {
  for (const query of [word.normalize('NFC'), word.normalize('NFD'), `${word.slice(0, 2)}\u200c${word.slice(2)}`])
    expect(findTopics(localized(question), query)).toHaveLength(1)
  expect(findTopics(localized(question), `${word}क`)).toEqual([])
})
