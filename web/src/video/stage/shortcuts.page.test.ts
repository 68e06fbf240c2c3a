import { expect, test } from 'vitest'
import { toolForKey } from './shortcuts.ts'

/** The tool chosen by a key pressed in an element of this kind. */
function pressedIn(tag: string, key: string, given: KeyboardEventInit = {}) {
  const element = document.createElement(tag)
  document.body.append(element)
  let tool: ReturnType<typeof toolForKey>
  element.addEventListener('keydown', (event) => {
    tool = toolForKey(event)
  })
  element.dispatchEvent(new KeyboardEvent('keydown', { key, ...given }))
  element.remove()
  return tool
}

test.each(['input', 'textarea', 'select'])('[VID-04] shortcuts are ignored while typing in a %s', (tag) => {
  expect(pressedIn(tag, 'm')).toBeUndefined()
})

test('[VID-04] shortcuts work from a button in either case, but not while the key is held', () => {
  expect(pressedIn('button', 'm')).toBe('microphone')
  expect(pressedIn('button', 'M')).toBe('microphone')
  expect(pressedIn('button', 'm', { repeat: true })).toBeUndefined()
  expect(pressedIn('button', 'x')).toBeUndefined()
})
