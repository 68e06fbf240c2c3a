import type { ContentItem } from '@saathi/contract/content/items'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../test/harness.tsx'
import { content, step } from '../session/detail.fake.ts'
import { StepContent } from './step-content.tsx'

const showItems = (...items: ContentItem[]) => show(<StepContent session={3} step={step(12, { content: items })} />)

beforeEach(() => page.viewport(390, 844))

/** A second of silence that every browser plays. */
function silence(): string {
  const wav = new DataView(new ArrayBuffer(44 + 8000))
  const text = (at: number, words: string) =>
    new TextEncoder().encode(words).forEach((byte, place) => wav.setUint8(at + place, byte))
  text(0, 'RIFF')
  wav.setUint32(4, 36 + 8000, true)
  text(8, 'WAVEfmt ')
  wav.setUint32(16, 16, true)
  wav.setUint16(20, 1, true)
  wav.setUint16(22, 1, true)
  wav.setUint32(24, 8000, true)
  wav.setUint32(28, 8000, true)
  wav.setUint16(32, 1, true)
  wav.setUint16(34, 8, true)
  text(36, 'data')
  wav.setUint32(40, 8000, true)
  for (let at = 44; at < wav.byteLength; at += 1) wav.setUint8(at, 128)
  return URL.createObjectURL(new Blob([wav.buffer], { type: 'audio/wav' }))
}

const said = 'How to breathe\n\n0:00 Breathe **in**.\n\n0:03 And out.'

test('[AUT-08] a sound recording loads nothing before a tap, says what it costs, and can be read instead', async () => {
  const url = silence()
  const screen = await showItems(content('AUDIO', { localeText: said, localeUrl: url, imageBytes: 480 * 1024 }))
  await expect.element(screen.getByText('Loads 480 kB when you play it.')).toBeVisible()
  expect(document.querySelector('audio, video')).toBeNull()
  await screen.getByText('What is said').click()
  await expect.element(screen.getByText('And out.', { exact: false })).toBeVisible()
  await screen.getByRole('button', { name: 'Play recording: How to breathe' }).click()
  await expect.poll(() => document.querySelector('audio')?.currentTime ?? 0).toBeGreaterThan(0)
  expect(document.activeElement).toBe(document.querySelector('audio'))
})

test('[AUT-08] a video shows the timed lines of its transcript as captions', async () => {
  const screen = await showItems(content('VIDEO', { localeText: said, localeUrl: silence() }))
  await screen.getByRole('button', { name: 'Play video: How to breathe' }).click()
  const cues = () => [...(document.querySelector('video')?.textTracks[0]?.cues ?? [])].map((cue) => 'text' in cue && cue.text)
  await expect.poll(cues).toEqual(['Breathe in.', 'And out.'])
  expect(document.querySelector('video')?.textTracks[0]?.mode).toBe('showing')
})

test('a recording that cannot be loaded says so, and can be tried again', async () => {
  const screen = await showItems(content('AUDIO', { localeText: said, localeUrl: 'data:audio/mpeg;base64,AAAA' }))
  await screen.getByRole('button', { name: /^Play recording/ }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent("It couldn't be played. Check your connection and try again.")
  await expect.element(screen.getByRole('button', { name: /^Play recording/ })).toBeVisible()
})

test('a recording without an address shows nothing', async () => {
  const screen = await showItems(
    content('AUDIO', { localeText: said, localeUrl: null, url: null }),
    content('TEXT', { text: 'Next' }),
  )
  await expect.element(screen.getByText('Next')).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})
