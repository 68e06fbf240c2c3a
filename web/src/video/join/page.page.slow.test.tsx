import { getRoom, giveConsent } from '@saathi/contract/video/calls'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answer, refuse, showApp } from '../../../test/harness.tsx'
import { inMinutes, roomId, shutRoom, videoRoom, withVideo } from '../video.fake.ts'

const link = `/video/join-meeting/${roomId}`
const showJoin = (path = link, language: 'en' | 'hi' = 'en') => showApp({ path, profile: withVideo(), language })

/** 14 November 2026 is a Saturday, and it is 7:30 pm in India. */
const planned = { startTime: '2026-11-14T14:00:00Z', title: 'Weekly call with Ravi' }

test('[VID-02] a loading room says that the call will begin soon', async () => {
  answer(getRoom, 'hang')
  const screen = await showJoin()
  await expect.element(screen.getByText('Your call will begin soon')).toBeVisible()
})

test('[VID-02] an invalid link shows nothing of the call', async () => {
  answer(getRoom, refuse('video.not_allowed', 403))
  const screen = await showJoin()
  await expect.element(screen.getByRole('heading', { name: 'This meeting link does not work' })).toBeVisible()
  await expect.element(screen.getByText('Oops!')).toBeVisible()
  await expect.element(screen.getByText('You have no access to it, or the event was removed.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Go To Calendar' })).toHaveAttribute('href', '/mentorship')
})

test('[VID-02] an early visitor sees the time, the session and a countdown', async () => {
  answer(getRoom, shutRoom({ ...planned, visitStatus: 'early', opensAt: inMinutes(47) }))
  const screen = await showJoin()
  await expect.element(screen.getByRole('heading', { name: "You're a bit early" })).toBeVisible()
  await expect.element(screen.getByText('Oops!')).toBeVisible()
  await expect.element(screen.getByText('The link becomes active 10 minutes before the start.')).toBeVisible()
  await expect.element(screen.getByRole('timer')).toMatchTextContent(/0:4\d:\d\d/)
  await expect.element(screen.getByText('Weekly call with Ravi')).toBeVisible()
  await expect.element(screen.getByText('Saturday, 14 November 2026 at 7:30 pm')).toBeVisible()
  await expect.element(screen.getByText('No session selected')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: `${location.host}${link}` })).toHaveAttribute('href', link)
  await expect.element(screen.getByRole('link', { name: 'Go To Calendar' })).toHaveAttribute('href', '/mentorship')
})

test('[VID-02] a visitor who is days early reads days and hours', async () => {
  answer(getRoom, shutRoom({ ...planned, visitStatus: 'early', opensAt: inMinutes(7 * 24 * 60 + 18 * 60 + 21) }))
  const screen = await showJoin()
  await expect.element(screen.getByRole('timer').getByText('7 days and 18 hours')).toBeVisible()
})

test('[VID-02] the early page turns into the question at the opening time', async () => {
  let isOpen = false
  answer(getRoom, () => (isOpen ? videoRoom() : shutRoom({ visitStatus: 'early', opensAt: inMinutes(0.03) })))
  const screen = await showJoin()
  await expect.element(screen.getByRole('heading', { name: "You're a bit early" })).toBeVisible()
  isOpen = true
  await expect.element(screen.getByRole('heading', { name: 'May we record this call?' })).toHaveFocus()
})

test('[VID-02] a late visitor sees that the link expired, with the session', async () => {
  answer(getRoom, shutRoom({ ...planned, visitStatus: 'late', sessionName: 'Your first interview' }))
  const screen = await showJoin()
  await expect.element(screen.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await expect.element(screen.getByText('Oops!')).toBeVisible()
  await expect.element(screen.getByText('Your first interview')).toBeVisible()
  await expect.element(screen.getByText('Saturday, 14 November 2026 at 7:30 pm')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Call now' })).toHaveAttribute('href', '/video/call/1')
  expect(screen.getByRole('timer').elements()).toEqual([])
})

test('[VID-02] the page is available in Hindi, with the date and time of India', async () => {
  answer(getRoom, shutRoom({ ...planned, visitStatus: 'late', localeSessionName: 'पहला इंटरव्यू', sessionName: 'First interview' }))
  const screen = await showJoin(link, 'hi')
  await expect.element(screen.getByRole('heading', { name: 'इस लिंक का समय निकल गया है' })).toBeVisible()
  await expect.element(screen.getByText('पहला इंटरव्यू')).toBeVisible()
  await expect.element(screen.getByText(/14 नवंबर 2026.*7:30/)).toBeVisible()
})

test('[VID-02] ?room= takes precedence over the path', async () => {
  const { inputs } = answer(getRoom, videoRoom())
  const screen = await showJoin(`/video/join-meeting/another?section=video&room=${roomId}`)
  await expect.element(screen.getByRole('heading', { name: 'May we record this call?' })).toBeVisible()
  expect([...new Set(inputs.map(({ params }) => params.id))]).toEqual([roomId])
})

test('[VID-02] a blackout is shown', async () => {
  answer(getRoom, refuse('video.closed', 403))
  const screen = await showJoin()
  await expect.element(screen.getByRole('heading', { name: 'Chat & Video Disabled' })).toBeVisible()
})

test('[VID-02] disabled video is shown', async () => {
  answer(getRoom, refuse('video.off', 403))
  const screen = await showJoin()
  await expect.element(screen.getByRole('heading', { name: 'Video calls are not open for you yet' })).toBeVisible()
})

test('[VID-02] a failed load can be retried', async () => {
  // Fails until the button is clicked, including automatic retries.
  let isBack = false
  document.addEventListener('click', () => (isBack = true), { capture: true, once: true })
  answer(getRoom, () => (isBack ? videoRoom() : 'network'))
  const screen = await showJoin()
  await expect.element(screen.getByRole('heading', { name: 'The call could not be opened' })).toBeVisible()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('heading', { name: 'May we record this call?' })).toBeVisible()
})

test('[VID-03] the consent question preselects neither answer', async () => {
  answer(getRoom, videoRoom())
  const screen = await showJoin()
  await expect.element(screen.getByText('You can say no, and the call works just the same.')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'May we record this call?' })).toHaveFocus()
  const [yes, no] = ['Yes', 'No'].map((name) => screen.getByRole('button', { name, exact: true }).element().className)
  expect(yes).toBe(no)
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByRole('button', { name: 'Yes', exact: true })).toHaveFocus()
})

test('[VID-03] a failed answer is requested again, and the call does not start', async () => {
  answer(getRoom, videoRoom())
  answer(giveConsent, 'network')
  const screen = await showJoin()
  await screen.getByRole('button', { name: 'No', exact: true }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  expect(sessionStorage.getItem(`saathi.call.${roomId}`)).toBeNull()
  await expect.element(screen.getByRole('button', { name: 'No', exact: true })).not.toHaveAttribute('aria-disabled')
})

test('[VID-03] a person who can no longer join when answering sees why', async () => {
  let isOpen = true
  answer(getRoom, () => (isOpen ? videoRoom() : shutRoom({ visitStatus: 'late' })))
  answer(giveConsent, refuse('video.late', 403))
  const screen = await showJoin()
  await expect.element(screen.getByRole('button', { name: 'Yes', exact: true })).toBeVisible()
  isOpen = false
  await screen.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect.element(screen.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
})
