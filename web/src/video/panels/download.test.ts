import { expect, test } from 'vitest'
import { captionText } from './download.ts'

test('[VID-04] captions become one line each, timed from the first', () => {
  const said = [
    { at: '2026-11-14T14:00:05Z', name: 'Meera Iyer', text: 'Shall we begin?' },
    { at: '2026-11-14T14:01:10Z', name: 'अर्जुन', text: 'हाँ' },
    { at: '2026-11-14T15:10:05Z', name: 'Meera Iyer', text: 'That was long.' },
  ]
  expect(captionText(said)).toBe('[00:00] Meera Iyer: Shall we begin?\n[01:05] अर्जुन: हाँ\n[70:00] Meera Iyer: That was long.\n')
  expect(captionText([])).toBe('')
})
