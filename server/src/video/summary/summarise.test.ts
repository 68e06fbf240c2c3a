import { describe, expect, test } from 'vitest'
import {
  pickSentences,
  summarise,
  clockOf,
  languageOf,
  type Line,
  linesOfSegments,
  withRow,
  writeTranscript,
} from './summarise.ts'

const line = (name: string, text: string, atSeconds = 0): Line => ({ atSeconds, name, text })
const talk: Line[] = [
  line('Asha', 'Hello'),
  line('Asha', 'I have shown the portfolio to my teacher and she liked the poster.'),
  line('Ravi', 'What did she say about the poster?'),
  line('Asha', 'Yes'),
  line('Asha', 'It was raining all morning here.'),
  line('Asha', 'She said the poster should be the first page of the portfolio.'),
  line('Asha', 'She said the poster should be the first page of the portfolio!'),
  line('Ravi', 'The bus was late again, too.'),
  line('Ravi', 'Then you will send me the portfolio with the poster until next week.'),
  line('Asha', 'I promise to send the portfolio on Friday.'),
  line('Asha', 'My sister has a new phone.'),
  line('Ravi', 'Okay bye'),
]

describe('our own summary', () => {
  test('[VID-08] picks frequent subjects and decisions, in the order of the call', () => {
    const picked = pickSentences(talk, 4).map(({ text }) => text)
    expect(picked).toContain('Then you will send me the portfolio with the poster until next week.')
    expect(picked).toContain('I promise to send the portfolio on Friday.')
    expect(picked).not.toContain('It was raining all morning here.')
    expect(picked).toEqual(talk.map(({ text }) => text).filter((text) => picked.includes(text)))
  })

  test('quotes every sentence once and invents nothing', () => {
    const picked = pickSentences(talk, 20).map(({ text }) => text)
    expect(picked.filter((text) => text.startsWith('She said the poster should'))).toHaveLength(1)
    expect(talk.map(({ text }) => text)).toEqual(expect.arrayContaining(picked))
  })

  test('[VID-08] names the speakers and the length', () => {
    const text = summarise({ lines: talk, seconds: 605, language: 'en' })
    expect(text).toContain('Who spoke: Asha, Ravi')
    expect(text).toContain('Length: 10 minutes')
    expect(text).toContain('• Asha: I promise to send the portfolio on Friday.')
  })

  test('is in Hindi for a call in Hindi', () => {
    const lines = [line('आशा', 'मैंने पोस्टर पूरा किया और कल भेजूँगी।'), line('रवि', 'बहुत अच्छा, अगले हफ़्ते हम पोस्टर देखेंगे।')]
    expect(languageOf(lines)).toBe('hi')
    const text = summarise({ lines, seconds: 60, language: 'hi' })
    expect(text).toContain('किसने बात की: आशा, रवि')
    expect(text).toContain('• आशा: मैंने पोस्टर पूरा किया और कल भेजूँगी।')
  })

  test('falls back to short sentences if there are no others', () => {
    expect(pickSentences([line('Asha', 'Hello'), line('Ravi', 'Hello there')], 5)).toHaveLength(2)
  })

  test('handles a call of three hours', () => {
    const long = Array.from({ length: 5000 }, (_, at) => line('Asha', `Lesson${at} needs book${at} for the exam.`))
    expect(pickSentences(long, 5)).toHaveLength(5)
  })
})

describe('a transcript', () => {
  test('[VID-08] has one line per caption with time, name and text', () => {
    const lines = [line('Asha', 'Hello', 4.6), line('Ravi', 'one\n[00:00] Asha: two', 65), line('Asha', 'Bye', 3_725)]
    expect(writeTranscript(lines)).toBe('[00:04] Asha: Hello\n[01:05] Ravi: one [00:00] Asha: two\n[1:02:05] Asha: Bye\n')
  })

  test('never shows a negative time', () => {
    expect(clockOf(-3)).toBe('00:00')
  })

  test('has one row per segment, including silent ones', () => {
    const startedAt = new Date('2026-11-14T14:00:00Z')
    const segmentFiles = [0, 60, 120].map((seconds) => ({ startedAt: new Date(startedAt.getTime() + seconds * 1000) }))
    const spoken = ['Hello\nyou', '', 'Bye'].reduce<string | null>(withRow, null)
    expect(linesOfSegments(startedAt, segmentFiles, spoken)).toEqual([
      { atSeconds: 0, name: null, text: 'Hello you' },
      { atSeconds: 120, name: null, text: 'Bye' },
    ])
  })
})
