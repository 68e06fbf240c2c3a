import { expect, test } from 'vitest'
import { youtubeId } from './youtube.ts'

const id = 'dQw4w9WgXcQ'

test.each([
  `https://www.youtube.com/watch?v=${id}`,
  `http://youtube.com/watch?list=x&v=${id}&t=12`,
  `https://m.youtube.com/watch?v=${id}`,
  `https://youtu.be/${id}?t=3`,
  `https://www.youtube.com/embed/${id}`,
  `https://www.youtube-nocookie.com/embed/${id}`,
  `https://www.youtube.com/shorts/${id}`,
])('[LRN-09] the video id is taken from %s', (address) => {
  expect(youtubeId(address)).toBe(id)
})

test('[LRN-09] v= takes precedence over the path', () => {
  expect(youtubeId(`https://www.youtube.com/embed/aaaaaaaaaaa?v=${id}`)).toBe(id)
})

test.each([
  '',
  'not an address',
  'https://www.youtube.com/watch?v=short',
  `https://www.youtube.com/watch?v=${id}x`,
  'https://www.youtube.com/watch?v="><script>',
  'https://www.youtube.com/watch?v=../../evil1',
  `https://evil.example/watch?v=${id}`,
  `https://youtube.com.evil.example/watch?v=${id}`,
  `javascript:alert("https://youtu.be/${id}")`,
  'https://www.youtube.com/@channel',
])('[LRN-09] there is no id in %s', (address) => {
  expect(youtubeId(address)).toBeUndefined()
})
