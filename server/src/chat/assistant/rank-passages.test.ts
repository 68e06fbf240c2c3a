import { describe, expect, test } from 'vitest'
import { BUSY_MS, processorMs } from '../../../test/processor-time.ts'
import { type Passage, rankPassages } from './rank-passages.ts'

const passage = (title: string, text: string, hindi = '', path: Passage['path'] = '/moreinfo/faq'): Passage => ({
  title,
  text,
  titles: [hindi],
  texts: [],
  path,
})
const passages = [
  passage('How do I create an account?', 'Tap create an account and enter your e-mail.', 'खाता कैसे बनाऊँ?'),
  passage('The code does not come. What now?', 'Look in spam. Then check the address.'),
  passage('Who sees my messages?', 'Those who walk with you, and nobody else.'),
  passage('पासवर्ड भूल गया', 'साइन-इन पन्ने पर "पासवर्ड भूल गए" दबाइए।'),
  passage('First interview', 'What is asked, and what may be asked back.', '', '/session/sessionintroduction/4'),
  passage('First salary', 'Rent, saving and what is left.', 'किराया और बचत', '/session/sessionintroduction/5'),
]
const titles = (question: string) => rankPassages(passages, question, 3).map((ranked) => ranked.passage.title)

describe('the assistant ranks', () => {
  test.each([
    ['my code has not arrived, it does not come', 'The code does not come. What now?'],
    ['How can I prepare for interviews?', 'First interview'],
    ['who can see the messages I write', 'Who sees my messages?'],
    ['खाता बनाना है', 'How do I create an account?'],
    ['khata banana hai', 'How do I create an account?'],
    ['मैं पासवर्ड भूल गई हूँ', 'पासवर्ड भूल गया'],
    ['password bhul gayi', 'पासवर्ड भूल गया'],
    ['किराये की बात', 'First salary'],
    ['SALARY', 'First salary'],
  ])('for %j the passage %j first', (question, title) => {
    expect(titles(question)[0]).toBe(title)
  })

  test.each(['', '?!', 'zebra', 'क', 'xyzzy plugh'])('nothing for %j', (question) => {
    expect(titles(question)).toEqual([])
  })
})

test('C65: a question designed to be slow is answered quickly', () => {
  const many = Array.from({ length: 500 }, (_, at) => passage(`Topic ${at}`, 'word '.repeat(50)))
  const question = Array.from({ length: 800 }, (_, at) => `wordy${at}`).join(' ')
  rankPassages(many, question, 3)
  expect(processorMs(() => rankPassages(many, question, 3))).toBeLessThan(BUSY_MS)
})
