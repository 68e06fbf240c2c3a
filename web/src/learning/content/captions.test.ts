import { expect, test } from 'vitest'
import { captionsOf } from './captions.ts'

test('[AUT-08] lines of a transcript that begin with a time become captions until the next one', () => {
  const said = 'Welcome.\n\n0:05 Breathe **in**.\n\n0:09 And out, 1 < 2 & slowly.\n\n1:02:03 The end.'
  expect(captionsOf(said)).toBe(
    [
      'WEBVTT',
      '00:00:05.000 --> 00:00:09.000\nBreathe in.',
      '00:00:09.000 --> 00:00:17.000\nAnd out, 1 &lt; 2 &amp; slowly.',
      '01:02:03.000 --> 01:02:09.000\nThe end.',
      '',
    ].join('\n\n'),
  )
})

test('a transcript without times has no captions', () => {
  expect(captionsOf('At 10:30 we meet.\n\n10:99 is no time.\n\n5:00')).toBeNull()
})
