import { expect, test } from 'vitest'
import { makeQuestion } from '#questions/question.fake.ts'
import { show } from '../../../test/harness.tsx'
import { QuizAnswerText } from './result.tsx'

test('a number is grouped the Indian way, also in Kannada', async () => {
  localStorage.setItem('saathi.language', 'kn')
  const screen = await show(<QuizAnswerText question={makeQuestion({ questionType: 'Number' })} answer={1_234_567} />)
  await expect.element(screen.getByText('12,34,567')).toBeVisible()
})
