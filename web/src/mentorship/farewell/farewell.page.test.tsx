import { listCards } from '@saathi/contract/content/community-calls'
import * as calls from '@saathi/contract/mentorship/farewell-calls'
import { page } from 'vitest/browser'
import { describe, expect, test, vi } from 'vitest'
import { answer, refuse } from '../../../test/harness.tsx'
import { answerHome, showHome } from '../home/server.fake.ts'
import { mentorship } from '../mentorship.fake.ts'

const closesAt = '2026-11-26T10:00:00+05:30'
const words = { takeaway: 'Ask one more question.', thanks: 'Thank you for every Sunday.', writtenAt: closesAt }
const farewell = (changes: Partial<calls.MyFarewell> = {}): calls.MyFarewell => ({
  mentorship: 7,
  programme: 'First steps',
  reason: 'mentor_stops',
  begunAt: '2026-11-19T10:00:00+05:30',
  closesAt,
  closedAt: null,
  startedAt: '2026-06-01T10:00:00+05:30',
  restsUntil: '2126-12-10T10:00:00+05:30',
  isMatchedAgain: true,
  partners: [{ userId: 2, name: 'Meera Iyer', words: null }],
  words: null,
  sessions: ['Two stories', 'One goal'],
  meetingCount: 6,
  ...changes,
})
const showFarewell = () => showHome('/mentorship/farewell/7')

describe('a farewell under way', () => {
  test('[TOD-09] is on the home page, and its page says why and until when, and takes last words', async () => {
    answerHome({ mentorships: [mentorship({ farewell: { closesAt, isClosed: false } })] })
    answer(calls.getFarewell, farewell())
    const { inputs } = answer(calls.writeFarewell, farewell({ words }))
    const screen = await showHome()
    await expect.element(screen.getByText('Until Thursday, 26 November 2026 you can write to each other and call.')).toBeVisible()
    await screen.getByRole('link', { name: 'Open the farewell' }).click()
    await expect.element(screen.getByText(/The mentor can’t go on for now/)).toBeVisible()
    await expect.element(screen.getByText(/Until .*10 December 2126 we take a break/)).toBeVisible()
    await expect.element(screen.getByText('Meera Iyer has not written yet.')).toBeVisible()
    const save = screen.getByRole('button', { name: 'Leave these words' })
    await expect.element(save).toHaveAttribute('aria-disabled', 'true')
    await screen.getByLabelText('One thing I take with me').fill(words.takeaway)
    await screen.getByLabelText('What I would like to say to Meera Iyer').fill(words.thanks)
    await save.click()
    await expect.element(screen.getByRole('status').getByText('Your words are saved.').first()).toBeVisible()
    expect(inputs).toMatchObject([{ body: { takeaway: words.takeaway, thanks: words.thanks } }])
  })

  test('shows the partner’s words, and a refusal in place with the words kept', async () => {
    answer(calls.getFarewell, farewell({ partners: [{ userId: 2, name: 'Meera Iyer', words }] }))
    answer(calls.writeFarewell, refuse('mentorship.contact_in_words', 400, 'Please leave out phone numbers.'))
    const screen = await showFarewell()
    await expect.element(screen.getByRole('region', { name: 'From Meera Iyer' }).getByText(words.thanks)).toBeVisible()
    const field = screen.getByLabelText('One thing I take with me')
    await field.fill('98765 43210')
    await screen.getByRole('button', { name: 'Leave these words' }).click()
    await expect.element(screen.getByRole('alert').getByText('Please leave out phone numbers.')).toBeVisible()
    await expect.element(field).toHaveValue('98765 43210')
  })

  test('that fails to load offers another try, and one that was called off says so', async () => {
    answer(calls.getFarewell, 'network')
    const screen = await showFarewell()
    await expect.element(screen.getByText('We couldn’t load your farewell.')).toBeVisible()
    answer(calls.getFarewell, refuse('mentorship.farewell_not_found', 404, 'None.'))
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('There is no farewell here')).toBeVisible()
  })
})

describe('a farewell that is over', () => {
  test('[TOD-09] keeps the words, and the letter and the certificate as files', async () => {
    const saved: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const partners = [{ userId: 2, name: 'Meera Iyer', words }]
    answer(calls.getFarewell, farewell({ closedAt: closesAt, words, partners, isMatchedAgain: false }))
    answer(calls.getFarewellPaper, ({ params }) => ({ fileName: `saathi-${params.paper}.pdf`, content: btoa('%PDF-1.5') }))
    const screen = await showFarewell()
    await screen.getByRole('button', { name: 'Download the letter' }).click()
    await expect.poll(() => saved).toEqual(['saathi-letter.pdf'])
    await screen.getByRole('button', { name: 'Download the certificate' }).click()
    await expect.poll(() => saved).toEqual(['saathi-letter.pdf', 'saathi-certificate.pdf'])
    click.mockRestore()
    await expect.element(screen.getByText('6 calls with each other')).toBeVisible()
    await expect.element(screen.getByText('2 sessions finished together')).toBeVisible()
    await expect.element(screen.getByRole('region', { name: 'Your last words' }).getByText(words.thanks)).toBeVisible()
  })

  test('stays on the home page', async () => {
    answer(listCards, { cards: [] })
    answerHome({ mentorships: [mentorship({ isActive: false, farewell: { closesAt, isClosed: true } })] })
    const screen = await showHome()
    await expect.element(screen.getByRole('region', { name: 'Your letter and certificate' }).getByRole('link')).toBeVisible()
  })

  test.each([360, 1280])('fits a screen of %i px', async (width) => {
    await page.viewport(width, 800)
    answer(calls.getFarewell, farewell({ closedAt: closesAt, words }))
    const screen = await showFarewell()
    await expect.element(screen.getByRole('button', { name: 'Download the letter' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})
