import { describe, expect, test } from 'vitest'
import { BUSY_MS, processorMs } from '../../../test/processor-time.ts'
import { findPassages, type Passage } from './passages.ts'

const passages: Passage[] = [
  {
    title: 'How do I create an account?',
    text: 'Tap create an account and enter your e-mail.',
    keywords: 'खाता कैसे बनाऊँ?',
    path: '/moreinfo/faq',
  },
  { title: 'The code does not come. What now?', text: 'Look in spam. Then check the address.', path: '/moreinfo/faq' },
  { title: 'Who sees my messages?', text: 'Those who walk with you, and nobody else.', path: '/moreinfo/faq' },
  { title: 'पासवर्ड भूल गया', text: 'साइन-इन पन्ने पर "पासवर्ड भूल गए" दबाइए।', path: '/moreinfo/faq' },
  { title: 'First interview', text: 'What is asked, and what may be asked back.', path: '/session/sessionintroduction/4' },
  { title: 'First salary', text: 'Rent, saving and what is left.', path: '/session/sessionintroduction/5' },
]
const titles = (question: string) => findPassages(passages, question, 3).map(({ passage }) => passage.title)

describe('the assistant finds', () => {
  test.each([
    ['my code has not arrived, it does not come', 'The code does not come. What now?'],
    ['How can I prepare for interviews?', 'First interview'],
    ['who can see the messages I write', 'Who sees my messages?'],
    ['खाता बनाना है', 'How do I create an account?'],
    ['मैं पासवर्ड भूल गई हूँ', 'पासवर्ड भूल गया'],
    ['SALARY', 'First salary'],
  ])('for %j the passage %j', (question, title) => {
    expect(titles(question)[0]).toBe(title)
  })

  test.each(['', '?!', 'zebra', 'क', 'xyzzy plugh'])('nothing for %j', (question) => {
    expect(titles(question)).toEqual([])
  })

  test('nothing for words that occur in nearly every passage', () => {
    const alike = Array.from({ length: 20 }, (_, at): Passage => ({
      title: `Topic ${at}`,
      text: 'about the work',
      path: '/moreinfo/faq',
    }))
    expect(findPassages(alike, 'about the work', 3)).toEqual([])
  })
})

test('C65: a question designed to be slow is answered quickly', () => {
  const many = Array.from({ length: 500 }, (_, at): Passage => ({
    title: `Topic ${at}`,
    text: 'word '.repeat(50),
    path: '/moreinfo/faq',
  }))
  const question = Array.from({ length: 800 }, (_, at) => `wordy${at}`).join(' ')
  expect(processorMs(() => findPassages(many, question, 3))).toBeLessThan(BUSY_MS)
})
